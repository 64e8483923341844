import type { OrderDetailView } from '../../../src/backoffice/orders/admin-order.view.js';
import { call, url } from '../api/call.js';

export const adminOrdersApi = {
  read: (id: string, signal: AbortSignal) =>
    call<OrderDetailView>(url`/api/admin/orders/${id}`, { signal }),
  cancel: (id: string) =>
    call<OrderDetailView>(url`/api/admin/orders/${id}/cancel`, { method: 'POST' }),
  /** Reads the charge from the bank now. */
  settle: (id: string) =>
    call<OrderDetailView>(url`/api/admin/orders/${id}/settle`, { method: 'POST' }),
};
