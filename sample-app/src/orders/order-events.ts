import { Injectable, type MessageEvent, type OnModuleDestroy, Optional } from '@nestjs/common';
import {
  defer,
  distinctUntilChanged,
  EMPTY,
  endWith,
  filter,
  finalize,
  ignoreElements,
  interval,
  map,
  merge,
  type Observable,
  share,
  Subject,
  switchMap,
  takeUntil,
  takeWhile,
} from 'rxjs';
import type { Order } from '../database/schema.js';
import { ChangeBroadcast, type SharedChanges } from '../redis/change-broadcast.js';
import { isOpen } from '../transitions/order-status.js';

/** Milliseconds between two polls and between two heartbeats, shorter than the idle time of common proxies. */
const BEAT = 15_000;

/** An order, or something else that a customer pays. */
interface Watched {
  readonly id: string;
  readonly status: string;
}

/**
 * Notifies open pages of changes of what the customer pays. Changes by this process are sent immediately. Those by another
 * process on the same database are sent when it is announced ({@link StatusEvents.announce}), at the next poll at the latest.
 */
export class StatusEvents<T extends Watched> implements OnModuleDestroy, SharedChanges {
  readonly #changes = new Subject<T>();
  readonly #polls = new Map<string, Observable<T | undefined>>();
  readonly #announced = new Subject<string>();
  readonly #stopped = new Subject<void>();
  onPublish: ((id: string) => void) | undefined;

  /** Whether nothing has changed that a page shows. */
  protected isSame(before: T, after: T): boolean {
    return before.status === after.status;
  }

  /** Whether the customer waits for the bank, so that the stream goes on. */
  protected isWaiting({ status }: T): boolean {
    return isOpen(status);
  }

  publish(changed: T): void {
    this.#changes.next(changed);
    this.onPublish?.(changed.id);
  }

  /** Emits the current state of what this process may have changed, also in the other processes. */
  publishId(id: string): void {
    this.announce(id);
    this.onPublish?.(id);
  }

  /** Reads something again that another process has changed, if a page shows it. */
  announce(id: string): void {
    this.#announced.next(id);
  }

  /**
   * Emits the current state and each change, until the customer no longer waits for the bank or the application stops. All
   * watchers of one id share one poll of the database.
   *
   * @param read reads the current state; called after the subscription to changes, so that no change is missed
   * @param beat milliseconds between two polls
   */
  watch(id: string, read: () => Promise<T | undefined>, beat: number): Observable<T> {
    const changed = this.#changes.pipe(filter((one) => one.id === id));
    const announced = this.#announced.pipe(
      filter((changedId) => changedId === id),
      switchMap(read),
    );
    const current = defer(read);
    return merge(changed, announced, current, this.#poll(id, read, beat)).pipe(
      switchMap((one) => (one ? [one] : EMPTY)),
      distinctUntilChanged((before, after) => this.isSame(before, after)),
      takeWhile((one) => this.isWaiting(one), true),
      takeUntil(this.#stopped),
    );
  }

  /** Streams what `watch` emits as server-sent events. Comments keep idle connections open. */
  stream(
    id: string,
    read: () => Promise<T | undefined>,
    toEvent: (current: T) => object,
  ): Observable<MessageEvent> {
    const status = this.watch(id, read, BEAT).pipe(
      map((current): MessageEvent => ({ data: toEvent(current) })),
      share(),
    );
    const final = status.pipe(ignoreElements(), endWith(undefined));
    const beats = interval(BEAT).pipe(
      map((): MessageEvent => ({ comment: '' })),
      takeUntil(final),
    );
    return merge(beats, status);
  }

  #poll(id: string, read: () => Promise<T | undefined>, beat: number): Observable<T | undefined> {
    const running = this.#polls.get(id);
    if (running) return running;
    const poll = interval(beat).pipe(
      switchMap(read),
      finalize(() => this.#polls.delete(id)),
      share(),
    );
    this.#polls.set(id, poll);
    return poll;
  }

  /** Ends all streams; an open stream would prevent the HTTP server from closing. */
  onModuleDestroy(): void {
    this.#stopped.next();
  }
}

/** Changes of orders. */
@Injectable()
export class OrderEvents extends StatusEvents<Order> {
  constructor(@Optional() broadcast?: ChangeBroadcast) {
    super();
    broadcast?.share('orders', this);
  }
}
