import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Item } from '../catalogue/catalogue.js';
import { instant, money } from '../database/columns.js';

/** What the parcel waits for: the payment, the courier, or a decision after a refund. */
export type Delivery = 'AGUARDA' | 'LIBERADA' | 'SUSPENSA';

/** Orders. The charge of an order has the same id in the ledger, which knows whether it is paid. */
export const orders = pgTable('orders', {
  id: uuid().primaryKey(),
  itens: jsonb().$type<readonly Item[]>().notNull(),
  descricao: text().notNull(),
  valor: money('valor').notNull(),
  entrega: text().$type<Delivery>().notNull().default('AGUARDA'),
  criadoEm: instant('criado_em').notNull().defaultNow(),
  /** Identifies the order of a repeated request. */
  chaveIdempotencia: text('chave_idempotencia'),
});

export type Order = typeof orders.$inferSelect;
