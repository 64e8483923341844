import type {
  BatchSummaryView,
  BatchView,
  UploadedBatchView,
} from '../../../src/invoices/batch.view.js';
import type { InvoiceFields } from '../../../src/invoices/create-invoice.dto.js';
import type { InvoiceDetailView, InvoiceRowView } from '../../../src/invoices/invoice.view.js';
import { call, url } from '../api/call.js';

export const adminInvoicesApi = {
  read: (id: string, signal: AbortSignal) =>
    call<InvoiceDetailView>(url`/api/admin/invoices/${id}`, { signal }),
  /** @param key the same for a repeat, which then returns the same invoice */
  create: (invoice: InvoiceFields, key: string) =>
    call<InvoiceRowView>('/api/admin/invoices', {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: invoice,
    }),
  cancel: (id: string) =>
    call<InvoiceRowView>(url`/api/admin/invoices/${id}/cancel`, { method: 'POST' }),
  listBatches: (signal: AbortSignal) =>
    call<BatchSummaryView[]>('/api/admin/invoice-batches', { signal }),
  readBatch: (id: string, signal: AbortSignal) =>
    call<BatchView>(url`/api/admin/invoice-batches/${id}`, { signal }),
  upload: (arquivo: string, conteudo: string) =>
    call<UploadedBatchView>('/api/admin/invoice-batches', {
      method: 'POST',
      body: { arquivo, conteudo },
    }),
  templateUrl: '/api/admin/invoice-batches/template.csv',
  resultsUrl: (id: string) => url`/api/admin/invoice-batches/${id}/results.csv`,
};
