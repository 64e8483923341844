import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import type { CatalogueItem } from '../../catalogue/catalogue.view.js';
import { instant, money } from '../columns.js';

/** Statuses of an order. Texts in the database and in responses. */
export const ORDER_STATUSES = [
  'CRIANDO',
  'PENDENTE',
  'PAGO',
  'CANCELANDO',
  'CANCELADO',
  'EXPIRADO',
  'EM_ANALISE',
  'DEVOLVENDO',
  'DEVOLVIDO',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

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
