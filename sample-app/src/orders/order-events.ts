import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  finalize,
  interval,
  merge,
  type Observable,
  share,
  Subject,
  switchMap,
  takeUntil,
  takeWhile,
} from 'rxjs';
import type { Order } from '../database/schema.js';

/**
 * Notifies open pages of changes of an order. Changes by this process are sent immediately, changes by another process on
 * the same database at the next poll.
 */
@Injectable()
export class OrderEvents implements OnModuleDestroy {
  readonly #changes = new Subject<Order>();
  readonly #polls = new Map<string, Observable<Order | undefined>>();
  readonly #stopped = new Subject<void>();

  publish(order: Order): void {
    this.#changes.next(order);
  }

  /**
   * Emits the order now and after each change of status, until the status is final or the application stops. All watchers
   * of an order share one poll of the database.
   *
   * @param read reads the current order; called after the subscription to changes, so that no change is missed
   * @param beat milliseconds between two polls
   */
  watch(id: string, read: () => Promise<Order | undefined>, beat: number): Observable<Order> {
    const changed = this.#changes.pipe(filter((order) => order.id === id));
    const current = defer(read);
    return merge(changed, current, this.#poll(id, read, beat)).pipe(
      switchMap((order) => (order ? [order] : EMPTY)),
      distinctUntilChanged((before, after) => before.status === after.status),
      takeWhile((order) => order.status === 'PENDENTE', true),
      takeUntil(this.#stopped),
    );
  }

  #poll(
    id: string,
    read: () => Promise<Order | undefined>,
    beat: number,
  ): Observable<Order | undefined> {
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
