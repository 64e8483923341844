import { sql } from 'drizzle-orm';
import {
  bigint,
  date,
  index,
  integer,
  numeric,
  pgTable,
  text,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { instant, money } from '../columns.js';
import { ORDER_STATUSES } from './orders.js';

/** Statuses of an invoice: those of an order, and `NEGADO` if the bank refused to create its charge. */
export const INVOICE_STATUSES = [...ORDER_STATUSES, 'NEGADO'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

const percentage = (name: string) => numeric(name, { precision: 5, scale: 2 });

/** Uploaded CSV files. */
export const invoiceBatches = pgTable('invoice_batches', {
  id: uuid('id').primaryKey(),
  arquivo: varchar('arquivo', { length: 200 }).notNull(),
  /** SHA-256 of the content, hexadecimal. */
  resumo: varchar('resumo', { length: 64 }).notNull(),
  /** The `Idempotency-Key` of the upload; without one, `resumo`. */
  chaveIdempotencia: varchar('chave_idempotencia', { length: 64 }).notNull().unique(),
  criadoEm: instant('criado_em').notNull(),
});

/** The parts of a batch, each of which is one `lotecobv` at the bank. */
export const invoiceLotes = pgTable(
  'invoice_lotes',
  {
    /** Identifier at the bank. */
    id: bigint('id', { mode: 'number' }).primaryKey(),
    batchId: uuid('batch_id')
      .notNull()
      .references(() => invoiceBatches.id),
    /** When the bank had accepted the `lotecobv`; `null` until this is known. */
    aceitoEm: instant('aceito_em'),
  },
  (table) => [index('invoice_lotes_by_batch').on(table.batchId)],
);

export const invoices = pgTable(
  'invoices',
  {
    id: uuid('id').primaryKey(),
    txid: varchar('txid', { length: 35 }).notNull().unique(),
    nome: varchar('nome', { length: 200 }).notNull(),
    /** CPF or CNPJ without punctuation. */
    cpfCnpj: varchar('cpf_cnpj', { length: 14 }).notNull(),
    descricao: varchar('descricao', { length: 140 }).notNull(),
    valor: money('valor').notNull(),
    vencimento: date('vencimento').notNull(),
    /** Days after the due date in which the invoice can be paid. */
    diasAposVencimento: integer('dias_apos_vencimento').notNull(),
    multaPercentual: percentage('multa_percentual'),
    jurosPercentualMes: percentage('juros_percentual_mes'),
    descontoPercentual: percentage('desconto_percentual'),
    descontoAte: date('desconto_ate'),
    status: text('status', { enum: INVOICE_STATUSES }).notNull().default('CRIANDO'),
    /** Absent until the provider has confirmed the charge. */
    pixCopiaECola: text('pix_copia_e_cola'),
    /** Why the bank refused to create the charge. */
    erro: text('erro'),
    criadoEm: instant('criado_em').notNull(),
    /** The instant after which the bank no longer accepts a payment in any case; see `findExpiry`. */
    expiraEm: instant('expira_em').notNull(),
    pagoEm: instant('pago_em'),
    valorPago: money('valor_pago'),
    /** The `Idempotency-Key` of the request that created it alone. */
    chaveIdempotencia: varchar('chave_idempotencia', { length: 64 }).unique(),
    loteId: bigint('lote_id', { mode: 'number' }).references(() => invoiceLotes.id),
    /** Line in the CSV file; the header is line 1. */
    linha: integer('linha'),
  },
  (table) => [
    index('invoices_by_lote').on(table.loteId),
    index('invoices_by_time').on(table.criadoEm, table.id),
    index('invoices_open_by_expiry')
      .on(table.expiraEm)
      .where(sql`${table.status} IN ('CRIANDO', 'PENDENTE', 'CANCELANDO')`),
  ],
);

/** Every change of a status, in the transaction that made it. */
export const invoiceTransitions = pgTable(
  'invoice_transitions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id),
    /** `null` for the creation of the invoice. */
    de: text('de', { enum: INVOICE_STATUSES }),
    para: text('para', { enum: INVOICE_STATUSES }).notNull(),
    motivo: text('motivo').notNull(),
    em: instant('em').notNull().defaultNow(),
  },
  (table) => [index('invoice_transitions_by_invoice').on(table.invoiceId)],
);

export type Invoice = typeof invoices.$inferSelect;
export type NewInvoice = typeof invoices.$inferInsert;
export type InvoiceBatch = typeof invoiceBatches.$inferSelect;
export type InvoiceLote = typeof invoiceLotes.$inferSelect;
