import type { InvoiceTodayView, InvoiceView } from '../../../src/invoices/invoice.view.js';
import { call, url } from '../api/call.js';

export const invoicesApi = {
  read: (id: string, signal: AbortSignal) =>
    call<InvoiceView>(url`/api/invoices/${id}`, { signal }),
  readToday: (id: string, signal: AbortSignal) =>
    call<InvoiceTodayView>(url`/api/invoices/${id}/today`, { signal }),
  /** Pays at the simulated bank. The invoice changes when the bank notifies the shop. */
  payInDemo: (id: string) =>
    call<InvoiceView>(url`/api/demo/invoices/${id}/pay`, { method: 'POST' }),
  /** The address of the stream of `InvoiceEvent`. */
  eventsUrl: (id: string) => url`/api/invoices/${id}/events`,
};
