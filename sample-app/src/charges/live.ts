import {
  BadRequestException,
  Controller,
  Global,
  Headers,
  HttpException,
  HttpStatus,
  Injectable,
  type MessageEvent,
  Module,
  NotFoundException,
  type OnModuleDestroy,
  Query,
  Sse,
  UnauthorizedException,
} from '@nestjs/common';
import {
  catchError,
  concatMap,
  defer,
  distinctUntilChanged,
  EMPTY,
  finalize,
  interval,
  map,
  merge,
  type Observable,
  repeat,
  shareReplay,
  Subject,
  takeUntil,
  timer,
} from 'rxjs';
import { Sessions } from '../access/session.guard.js';

/** Milliseconds between two readings of a record that a page shows. */
const READ = 1_000;

/** A reading that takes long is repeated less often: it uses at most a tenth of the time. */
const SHARE = 9;

/** Milliseconds between two messages without a record. Pages without one ask the shop; see web/src/live. */
export const BEAT = 5_000;

/** How many records a process follows for open pages, each counted for each browser. Other pages ask again and again. */
const MAX_FOLLOWED = 500;

/** How many records a browser follows. */
const MAX_PATHS = 40;

/** Reads a record, or a list, as `GET` answers it. */
type Read = (id: string, query: Readonly<Record<string, string>>) => Promise<object>;

/**
 * Streams what open pages show as server-sent events: the whole record now, and again when it has changed. The ledger may
 * change a charge in another process, so the database is read; all pages of a record share one reading.
 */
@Injectable()
export class Live implements OnModuleDestroy {
  readonly #reads = new Map<string, Read>();
  readonly #readings = new Map<string, Observable<string>>();
  readonly #stopped = new Subject<void>();
  #followed = 0;

  /** Lets pages follow a list, whose `id` is empty, and its records, by the paths of their `GET`. */
  serve(path: string, read: Read): void {
    this.#reads.set(path, read);
  }

  /**
   * @param paths of what the pages of a browser show
   * @throws BadRequestException for too many paths
   * @throws NotFoundException for a path that cannot be followed
   * @throws HttpException 429 when too many records are followed
   */
  follow(paths: readonly string[]): Observable<MessageEvent> {
    if (paths.length > MAX_PATHS) throw new BadRequestException('Há páginas demais abertas');
    if (this.#followed + paths.length > MAX_FOLLOWED) {
      throw new HttpException('Há páginas demais abertas', HttpStatus.TOO_MANY_REQUESTS);
    }
    const records = paths.map((path) => this.#read(path).pipe(map((text) => toEvent(path, text))));
    const beats = interval(BEAT).pipe(map((): MessageEvent => ({ data: '{}' })));
    this.#followed += paths.length;
    return merge(...records, beats).pipe(
      takeUntil(this.#stopped),
      finalize(() => {
        this.#followed -= paths.length;
      }),
    );
  }

  /** An open stream would prevent the HTTP server from closing. */
  onModuleDestroy(): void {
    this.#stopped.next();
  }

  #read(path: string): Observable<string> {
    const running = this.#readings.get(path);
    if (running) return running;
    const read = this.#find(path);
    let pause = READ;
    const once = defer(async () => {
      const began = performance.now();
      const text = JSON.stringify(await read());
      pause = Math.max(READ, SHARE * (performance.now() - began));
      return text;
    });
    const reading = once.pipe(
      // A reading that fails is repeated.
      catchError(() => EMPTY),
      repeat({ delay: () => timer(pause) }),
      distinctUntilChanged(),
      finalize(() => this.#readings.delete(path)),
      shareReplay({ bufferSize: 1, refCount: true }),
    );
    this.#readings.set(path, reading);
    return reading;
  }

  #find(path: string): () => Promise<object> {
    const { pathname, searchParams } = toUrl(path);
    const query = Object.fromEntries(searchParams);
    const [, parent = '', id = ''] = /^(.*)\/([^/]*)$/.exec(pathname) ?? [];
    const list = this.#reads.get(pathname);
    const record = this.#reads.get(parent);
    if (list) return () => list('', query);
    if (record) return () => record(decodeURIComponent(id), query);
    throw new NotFoundException(UNKNOWN);
  }
}

const UNKNOWN = 'Esta página não pode ser acompanhada';

/** The path as it is looked up, however it is written. */
function toUrl(path: string): URL {
  if (!URL.canParse(path, 'http://loja')) throw new NotFoundException(UNKNOWN);
  return new URL(path, 'http://loja');
}

function toEvent(path: string, text: string): MessageEvent {
  return { data: `{"caminho":${JSON.stringify(path)},"registro":${text}}` };
}

/** The one stream of a browser. */
@Controller('api/live')
class LiveController {
  constructor(
    private readonly live: Live,
    private readonly sessions: Sessions,
  ) {}

  /**
   * @param caminho the paths of what is followed; those of the back office need its session
   * @throws UnauthorizedException without it
   */
  @Sse()
  async follow(
    @Query('caminho') caminho: string | string[] = [],
    @Headers('cookie') cookies?: string,
  ): Promise<Observable<MessageEvent>> {
    const paths = [...new Set([caminho].flat())];
    const isPublic = paths.every((path) => !toUrl(path).pathname.startsWith('/api/admin/'));
    if (isPublic) return this.live.follow(paths);
    const check = async (event: MessageEvent) => {
      if (await this.sessions.isOpen(cookies)) return event;
      throw new UnauthorizedException('A sessão terminou. Entre de novo');
    };
    await check({ data: '' });
    return this.live.follow(paths).pipe(concatMap(check));
  }
}

@Global()
@Module({ controllers: [LiveController], providers: [Live], exports: [Live] })
export class LiveModule {}
