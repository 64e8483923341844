import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { CatalogueItem } from '../catalogue/catalogue.view.js';
import { invoices } from '../invoices/invoices.schema.js';
import { ORDER_STATUSES } from '../orders/order-status.js';
import { subscriptionCharges } from '../subscriptions/subscriptions.schema.js';
import { instant, money } from './columns.js';

export * from '../backoffice/backoffice.schema.js';
export * from '../invoices/invoices.schema.js';
export * from '../subscriptions/subscriptions.schema.js';

/**
 * Outcomes of a payment. Only `APLICADO` paid its order, invoice or month. A payment with another outcome is a task in the back office.
 */
export const PAYMENT_OUTCOMES = [
  'APLICADO',
  'FORA_DO_PRAZO',
  'VALOR_DIVERGENTE',
  'REPETIDO',
  'SEM_PEDIDO',
] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

/** Statuses of the task about a payment: open, being refunded, refunded. */
export const TASK_STATUSES = ['ABERTA', 'DEVOLVENDO', 'DEVOLVIDA'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Statuses of a refund: its result is not known, or it was made or refused. */
export const REFUND_STATUSES = ['DEVOLVENDO', 'DEVOLVIDA', 'NAO_REALIZADA'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey(),
    txid: varchar('txid', { length: 35 }).notNull().unique(),
    itens: jsonb('itens').$type<readonly CatalogueItem[]>().notNull().default([]),
    descricao: varchar('descricao', { length: 140 }).notNull(),
    valor: money('valor').notNull(),
    status: text('status', { enum: ORDER_STATUSES }).notNull().default('CRIANDO'),
    /** Absent until the provider has confirmed the charge. */
    pixCopiaECola: text('pix_copia_e_cola'),
    criadoEm: instant('criado_em').notNull(),
    expiraEm: instant('expira_em').notNull(),
    pagoEm: instant('pago_em'),
    /** The `Idempotency-Key` of the request; `null` for an order whose charge the provider refused. */
    chaveIdempotencia: varchar('chave_idempotencia', { length: 64 }).unique(),
  },
  (table) => [
    index('orders_by_time').on(table.criadoEm, table.id),
    index('orders_open_by_expiry')
      .on(table.expiraEm)
      .where(sql`${table.status} IN ('CRIANDO', 'PENDENTE', 'CANCELANDO')`),
  ],
);

/** Every Pix that the provider reported, one row for each endToEndId. */
export const payments = pgTable(
  'payments',
  {
    endToEndId: varchar('end_to_end_id', { length: 32 }).primaryKey(),
    txid: varchar('txid', { length: 35 }).notNull(),
    orderId: uuid('order_id').references(() => orders.id),
    invoiceId: uuid('invoice_id').references(() => invoices.id),
    /** The month of a subscription. */
    subscriptionChargeId: uuid('subscription_charge_id').references(() => subscriptionCharges.id),
    valor: money('valor').notNull(),
    horario: instant('horario').notNull(),
    situacao: text('situacao', { enum: PAYMENT_OUTCOMES }).notNull(),
    registradoEm: instant('registrado_em').notNull().defaultNow(),
    /** `null` for a payment that paid what it was made for. */
    tarefa: text('tarefa', { enum: TASK_STATUSES }),
  },
  (table) => [
    index('payments_by_order').on(table.orderId),
    index('payments_by_time').on(table.horario, table.endToEndId),
    index('payments_by_invoice').on(table.invoiceId),
    index('payments_by_subscription_charge').on(table.subscriptionChargeId),
    index('payments_by_task')
      .on(table.tarefa)
      .where(sql`${table.tarefa} IN ('ABERTA', 'DEVOLVENDO')`),
  ],
);

/**
 * Refunds of payments, full or partial. Each that the shop requests is stored before the provider is asked for it; others
 * were made at the bank.
 */
export const refunds = pgTable(
  'refunds',
  {
    /** Identifier at the provider, unique for each payment. */
    id: varchar('id', { length: 35 }).notNull(),
    endToEndId: varchar('end_to_end_id', { length: 32 })
      .notNull()
      .references(() => payments.endToEndId),
    valor: money('valor').notNull(),
    status: text('status', { enum: REFUND_STATUSES }).notNull().default('DEVOLVENDO'),
    /** Why it was not made. */
    erro: text('erro'),
    pedidaEm: instant('pedida_em').notNull().defaultNow(),
    concluidaEm: instant('concluida_em'),
    chaveIdempotencia: varchar('chave_idempotencia', { length: 64 }).unique(),
  },
  (table) => [
    primaryKey({ columns: [table.endToEndId, table.id] }),
    index('refunds_by_payment').on(table.endToEndId),
    index('refunds_open')
      .on(table.status)
      .where(sql`${table.status} = 'DEVOLVENDO'`),
  ],
);

/** Every change of a status, in the transaction that made it. */
export const orderTransitions = pgTable(
  'order_transitions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** `null` for the creation of the order. */
    de: text('de', { enum: ORDER_STATUSES }),
    para: text('para', { enum: ORDER_STATUSES }).notNull(),
    motivo: text('motivo').notNull(),
    em: instant('em').notNull().defaultNow(),
  },
  (table) => [index('order_transitions_by_order').on(table.orderId)],
);

export type Order = typeof orders.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;
export type Payment = typeof payments.$inferSelect;
export type Refund = typeof refunds.$inferSelect;
