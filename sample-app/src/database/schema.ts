import { sql } from 'drizzle-orm';
import {
  index,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { CatalogueItem } from '../catalogue/catalogue.js';

/** Statuses of an order. All except `PENDENTE` are final. */
export const ORDER_STATUSES = ['PENDENTE', 'PAGO', 'CANCELADO', 'EXPIRADO'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * Outcomes of a payment. Only `APLICADO` paid its order. Payments with another outcome are recorded for a person to check.
 */
export const PAYMENT_OUTCOMES = [
  'APLICADO',
  'FORA_DO_PRAZO',
  'VALOR_DIVERGENTE',
  'REPETIDO',
  'SEM_PEDIDO',
] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Money is `numeric` in the database and decimal text in the code, never a floating-point number. */
const money = (name: string) => numeric(name, { precision: 12, scale: 2 });

export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey(),
    txid: varchar('txid', { length: 35 }).notNull().unique(),
    itens: jsonb('itens').$type<readonly CatalogueItem[]>().notNull().default([]),
    descricao: varchar('descricao', { length: 140 }).notNull(),
    valor: money('valor').notNull(),
    status: text('status', { enum: ORDER_STATUSES }).notNull().default('PENDENTE'),
    /** Absent until the provider has confirmed the charge. */
    pixCopiaECola: text('pix_copia_e_cola'),
    criadoEm: instant('criado_em').notNull(),
    expiraEm: instant('expira_em').notNull(),
    pagoEm: instant('pago_em'),
    /** Set while the provider is asked to cancel the charge. */
    cancelamentoEm: instant('cancelamento_em'),
    /** The `Idempotency-Key` of the request; `null` for an order whose charge the provider refused. */
    chaveIdempotencia: varchar('chave_idempotencia', { length: 64 }).unique(),
  },
  (table) => [
    index('orders_pending_by_expiry')
      .on(table.expiraEm)
      .where(sql`${table.status} = 'PENDENTE'`),
  ],
);

/** Every Pix that the provider reported, one row for each endToEndId. */
export const payments = pgTable(
  'payments',
  {
    endToEndId: varchar('end_to_end_id', { length: 32 }).primaryKey(),
    txid: varchar('txid', { length: 35 }).notNull(),
    orderId: uuid('order_id').references(() => orders.id),
    valor: money('valor').notNull(),
    horario: instant('horario').notNull(),
    situacao: text('situacao', { enum: PAYMENT_OUTCOMES }).notNull(),
    registradoEm: instant('registrado_em').notNull().defaultNow(),
  },
  (table) => [index('payments_by_order').on(table.orderId)],
);

export type Order = typeof orders.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;
export type Payment = typeof payments.$inferSelect;
