import { ORDER_STATUSES, type OrderStatus, TRANSITIONS } from '../orders/order-status.js';

/** Statuses of an invoice: those of an order, and `NEGADO` if the bank refused to create its charge. */
export const INVOICE_STATUSES = [...ORDER_STATUSES, 'NEGADO'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** For each status, those from which an invoice may change to it. Each change requires one of them in SQL. */
export const INVOICE_TRANSITIONS: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  ...(TRANSITIONS satisfies Readonly<Record<OrderStatus, readonly OrderStatus[]>>),
  EM_ANALISE: [...TRANSITIONS.EM_ANALISE, 'NEGADO'],
  NEGADO: ['CRIANDO'],
};
