import { HttpException, HttpStatus, Injectable } from '@nestjs/common';
import { shopMetrics } from '../metrics/shop-metrics.js';
import { toClientKey } from './client-address.js';

/** How many event streams may be open at a time. */
export const MAX_STREAMS = { perOrder: 10, perAddress: 20 } as const;

/** Counts the open event streams of each order and of each client address. */
@Injectable()
export class StreamLimits {
  readonly #open = new Map<string, number>();

  /**
   * Counts a stream until `ended` aborts.
   *
   * @throws HttpException 429 when too many are open
   */
  take(orderId: string, address: string, ended: AbortSignal): void {
    if (ended.aborted) return;
    const order = `order ${orderId}`;
    const client = `address ${toClientKey(address)}`;
    if (
      this.#count(order) >= MAX_STREAMS.perOrder ||
      this.#count(client) >= MAX_STREAMS.perAddress
    ) {
      throw new HttpException(
        'Há muitas páginas deste pedido abertas. Feche algumas e tente de novo',
        HttpStatus.TOO_MANY_REQUESTS,
      );
    }
    for (const key of [order, client]) this.#add(key, 1);
    shopMetrics().openStreams.add(1);
    ended.addEventListener('abort', () => {
      shopMetrics().openStreams.add(-1);
      for (const key of [order, client]) this.#add(key, -1);
    });
  }

  #count(key: string): number {
    return this.#open.get(key) ?? 0;
  }

  #add(key: string, change: number): void {
    const count = this.#count(key) + change;
    if (count > 0) this.#open.set(key, count);
    else this.#open.delete(key);
  }
}
