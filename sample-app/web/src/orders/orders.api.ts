import type { CatalogueItem } from '../../../src/catalogue/catalogue.view.js';
import type { OrderView } from '../../../src/orders/order.view.js';
import { call, url } from '../api/call.js';

export const ordersApi = {
  /** @param key the same for a repeat, which then returns the same order */
  create: (itens: readonly CatalogueItem[], key: string) =>
    call<OrderView>('/api/orders', {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: { itens },
    }),
  read: (id: string, signal: AbortSignal) => call<OrderView>(url`/api/orders/${id}`, { signal }),
  cancel: (id: string) => call<OrderView>(url`/api/orders/${id}/cancel`, { method: 'POST' }),
  /** Pays at the simulated bank. The order changes when the bank notifies the shop. */
  payInDemo: (id: string) => call<OrderView>(url`/api/demo/orders/${id}/pay`, { method: 'POST' }),
  /** The address of the stream of `OrderEvent`. */
  eventsUrl: (id: string) => url`/api/orders/${id}/events`,
};
