import {
  Global,
  HttpException,
  HttpStatus,
  Injectable,
  type MessageEvent,
  Module,
  type OnModuleDestroy,
} from '@nestjs/common';
import {
  catchError,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  finalize,
  from,
  interval,
  map,
  merge,
  type Observable,
  shareReplay,
  Subject,
  takeUntil,
  timer,
} from 'rxjs';

/** Milliseconds between two readings of a record that a page shows. */
const READ = 1_000;

/** Milliseconds between two comments, which keep idle connections open; shorter than the limits of common proxies. */
const BEAT = 15_000;

/** How many streams a process keeps open. Pages without one ask again and again instead. */
const MAX_STREAMS = 500;

/**
 * Streams records to open pages as server-sent events: the whole record now, and again when it has changed. The ledger may
 * change a charge in another process, so the database is read; all pages of a record share one reading.
 */
@Injectable()
export class Live implements OnModuleDestroy {
  readonly #readings = new Map<string, Observable<string>>();
  readonly #stopped = new Subject<void>();
  #open = 0;

  /**
   * @param key names the record
   * @param read reads the record as the page shows it
   * @throws HttpException 429 when too many streams are open
   */
  stream(key: string, read: () => Promise<object>): Observable<MessageEvent> {
    if (this.#open >= MAX_STREAMS) {
      throw new HttpException('Há páginas demais abertas', HttpStatus.TOO_MANY_REQUESTS);
    }
    this.#open += 1;
    const records = this.#read(key, read).pipe(map((data): MessageEvent => ({ data })));
    const beats = interval(BEAT).pipe(map((): MessageEvent => ({ comment: '' })));
    return merge(records, beats).pipe(
      takeUntil(this.#stopped),
      finalize(() => {
        this.#open -= 1;
      }),
    );
  }

  /** An open stream would prevent the HTTP server from closing. */
  onModuleDestroy(): void {
    this.#stopped.next();
  }

  #read(key: string, read: () => Promise<object>): Observable<string> {
    const running = this.#readings.get(key);
    if (running) return running;
    const reading = timer(0, READ).pipe(
      // A reading that fails is repeated.
      exhaustMap(() => from(read()).pipe(catchError(() => EMPTY))),
      map((record) => JSON.stringify(record)),
      distinctUntilChanged(),
      finalize(() => this.#readings.delete(key)),
      shareReplay({ bufferSize: 1, refCount: true }),
    );
    this.#readings.set(key, reading);
    return reading;
  }
}

@Global()
@Module({ providers: [Live], exports: [Live] })
export class LiveModule {}
