import type { InvoiceStatus, OrderStatus } from '../database/schema.js';
import { TRANSITIONS } from '../orders/order-status.js';

/** For each status, those from which an invoice may change to it. Each change requires one of them in SQL. */
export const INVOICE_TRANSITIONS: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  ...(TRANSITIONS satisfies Readonly<Record<OrderStatus, readonly OrderStatus[]>>),
  EM_ANALISE: [...TRANSITIONS.EM_ANALISE, 'NEGADO'],
  NEGADO: ['CRIANDO'],
};
