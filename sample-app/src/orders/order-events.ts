import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  interval,
  merge,
  type Observable,
  Subject,
  switchMap,
  takeUntil,
  takeWhile,
} from 'rxjs';
import type { Order } from '../database/schema.js';

/**
 * Tells the open pages how an order is doing. Changes made by this process arrive at once; those
 * of another process on the same database are seen at the next beat.
 */
@Injectable()
export class OrderEvents implements OnModuleDestroy {
  private readonly changes = new Subject<Order>();
  private readonly stopped = new Subject<void>();

  publish(order: Order): void {
    this.changes.next(order);
  }

  /**
   * The order now and after each change of status, until it is final or the application stops.
   *
   * @param read reads the order as it stands; called after listening began, so no change is missed
   */
  watch(id: string, read: () => Promise<Order | undefined>, beat: number): Observable<Order> {
    const changed = this.changes.pipe(filter((order) => order.id === id));
    const current = defer(read);
    const polled = interval(beat).pipe(switchMap(read));
    return merge(changed, current, polled).pipe(
      switchMap((order) => (order ? [order] : EMPTY)),
      distinctUntilChanged((before, after) => before.status === after.status),
      takeWhile((order) => order.status === 'PENDENTE', true),
      takeUntil(this.stopped),
    );
  }

  /** An open stream would keep the HTTP server from closing. */
  onModuleDestroy(): void {
    this.stopped.next();
  }
}
