import { date, integer, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, money } from '../database/columns.js';

/** A percentage with two decimals. */
const percent = (name: string) => numeric(name, { precision: 5, scale: 2 });

/** Invoices. The due-date charge of an invoice has the same id in the ledger. */
export const invoices = pgTable('invoices', {
  id: uuid().primaryKey(),
  nome: text().notNull(),
  /** CPF or CNPJ of the debtor, without punctuation. */
  cpfCnpj: text('cpf_cnpj').notNull(),
  descricao: text().notNull(),
  /** The amount before fine, interest and discount. */
  valor: money('valor').notNull(),
  vencimento: date().notNull(),
  /** Days after the due date in which it can be paid. */
  diasAposVencimento: integer('dias_apos_vencimento').notNull(),
  multaPercentual: percent('multa_percentual'),
  jurosPercentualMes: percent('juros_percentual_mes'),
  descontoPercentual: percent('desconto_percentual'),
  descontoAte: date('desconto_ate'),
  /** When the shop noted the payment. */
  quitadaEm: instant('quitada_em'),
  criadoEm: instant('criado_em').notNull().defaultNow(),
  chaveIdempotencia: text('chave_idempotencia'),
});

export type Invoice = typeof invoices.$inferSelect;
