import { date, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, money } from '../database/columns.js';

/** Subscriptions. The recurrence of a subscription has the same id in the ledger. */
export const subscriptions = pgTable('subscriptions', {
  id: uuid().primaryKey(),
  /** The number of the contract, which the payer's bank shows. */
  contrato: text().notNull(),
  plano: text().notNull(),
  valor: money('valor').notNull(),
  nome: text().notNull(),
  cpf: text().notNull(),
  /** The first due date. */
  dataInicial: date('data_inicial').notNull(),
  criadoEm: instant('criado_em').notNull().defaultNow(),
  chaveIdempotencia: text('chave_idempotencia'),
});

/** The months that were charged. */
export const subscriptionMonths = pgTable(
  'subscription_months',
  {
    subscriptionId: uuid('subscription_id').notNull(),
    /** `YYYY-MM`. */
    competencia: text().notNull(),
    /** The id of the recurring charge in the ledger. */
    cobranca: text().notNull(),
    vencimento: date().notNull(),
    /** Whether the coffee of the month may leave. */
    entrega: text().$type<'AGUARDA' | 'LIBERADA'>().notNull().default('AGUARDA'),
  },
  ({ subscriptionId, competencia }) => [primaryKey({ columns: [subscriptionId, competencia] })],
);

export type Subscription = typeof subscriptions.$inferSelect;
export type SubscriptionMonth = typeof subscriptionMonths.$inferSelect;
