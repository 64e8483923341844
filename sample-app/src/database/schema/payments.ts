import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { instant, money } from '../columns.js';
import { invoices } from './invoices.js';
import { orders } from './orders.js';
import { subscriptionCharges } from './subscriptions.js';

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

export type Payment = typeof payments.$inferSelect;
export type Refund = typeof refunds.$inferSelect;
