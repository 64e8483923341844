import { sql } from 'drizzle-orm';
import {
  bigint,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { instant, money } from '../columns.js';

/** Statuses of a subscription. Texts in the database and in responses. */
export const SUBSCRIPTION_STATUSES = [
  'CRIANDO',
  'AGUARDANDO_APROVACAO',
  'ATIVA',
  'CANCELANDO',
  'CANCELADA',
  'RECUSADA',
  'EXPIRADA',
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Statuses of the charge of one month. Texts in the database and in responses. */
export const CHARGE_STATUSES = [
  'AGENDANDO',
  'AGENDADA',
  'EM_NOVA_TENTATIVA',
  'PAGA',
  'REJEITADA',
  'NAO_PAGA',
  'CANCELADA',
  'DEVOLVIDA',
] as const;
export type ChargeStatus = (typeof CHARGE_STATUSES)[number];

/** How the payer approves: a QR Code of the recurrence only, or one that also pays the first month. */
export const JOURNEYS = ['JORNADA_2', 'JORNADA_3'] as const;
export type Journey = (typeof JOURNEYS)[number];

/** Kinds of a charge: the immediate charge of journey 3 (`cob`), or one of Pix Automático (`cobr`). */
export const CHARGE_KINDS = ['IMEDIATA', 'RECORRENTE'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid('id').primaryKey(),
    /** Contract number, which the payer's bank shows. It identifies the recurrence until its `idRec` is known. */
    contrato: varchar('contrato', { length: 35 }).notNull().unique(),
    plano: text('plano').notNull(),
    /** The monthly price at the time of the request. */
    valor: money('valor').notNull(),
    nome: varchar('nome', { length: 140 }).notNull(),
    cpf: varchar('cpf', { length: 11 }).notNull(),
    jornada: text('jornada', { enum: JOURNEYS }).notNull(),
    status: text('status', { enum: SUBSCRIPTION_STATUSES }).notNull().default('CRIANDO'),
    /** Due date of the first recurring charge. The later ones follow `findBillingStart`. */
    dataInicial: date('data_inicial', { mode: 'string' }).notNull(),
    /** Identifier of the recurrence, which the bank chooses. */
    idRec: varchar('id_rec', { length: 29 }).unique(),
    /** Text of the QR Code; absent until the bank has confirmed the recurrence. */
    pixCopiaECola: text('pix_copia_e_cola'),
    criadoEm: instant('criado_em').notNull(),
    /** The shop ends the recurrence if nobody has approved it by then. */
    aprovarAte: instant('aprovar_ate').notNull(),
    /** When the latest request to create the recurrence was sent; stored before it. */
    envioEm: instant('envio_em'),
    aprovadaEm: instant('aprovada_em'),
    encerradaEm: instant('encerrada_em'),
    /** Why it has its status, for customers. */
    motivo: text('motivo'),
    /** When the settlement looks at it next; `null` when it has ended. */
    conferirEm: instant('conferir_em'),
    chaveIdempotencia: varchar('chave_idempotencia', { length: 64 }).unique(),
  },
  (table) => [
    index('subscriptions_by_time').on(table.criadoEm, table.id),
    index('subscriptions_due')
      .on(table.conferirEm)
      .where(sql`${table.conferirEm} IS NOT NULL`),
  ],
);

/** The charges of subscriptions, one for each month. */
export const subscriptionCharges = pgTable(
  'subscription_charges',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    /** The month that is charged, `YYYY-MM`. */
    competencia: varchar('competencia', { length: 7 }).notNull(),
    tipo: text('tipo', { enum: CHARGE_KINDS }).notNull(),
    /** Chosen by the shop and stored before the charge is created. */
    txid: varchar('txid', { length: 35 }).notNull().unique(),
    valor: money('valor').notNull(),
    vencimento: date('vencimento', { mode: 'string' }).notNull(),
    status: text('status', { enum: CHARGE_STATUSES }).notNull().default('AGENDANDO'),
    /** Further attempts that the bank has recorded. */
    retentativas: integer('retentativas').notNull().default(0),
    /** The day of the latest further attempt that the shop requested, stored before the request. */
    novaTentativa: date('nova_tentativa', { mode: 'string' }),
    /** When it was requested; `null` once the bank has recorded it. */
    tentativaPedidaEm: instant('tentativa_pedida_em'),
    endToEndId: varchar('end_to_end_id', { length: 32 }),
    pagaEm: instant('paga_em'),
    /** Why it has its status, for customers. */
    motivo: text('motivo'),
    /** When the settlement looks at it next; `null` when it has ended. */
    conferirEm: instant('conferir_em'),
    criadoEm: instant('criado_em').notNull().defaultNow(),
  },
  (table) => [
    unique('subscription_charges_by_month').on(table.subscriptionId, table.competencia),
    index('subscription_charges_due')
      .on(table.conferirEm)
      .where(sql`${table.conferirEm} IS NOT NULL`),
  ],
);

/** Every change of a status, in the transaction that made it. */
export const subscriptionTransitions = pgTable(
  'subscription_transitions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    /** `null` for a change of the subscription itself. */
    chargeId: uuid('charge_id').references(() => subscriptionCharges.id),
    /** `null` for the creation. */
    de: text('de'),
    para: text('para').notNull(),
    motivo: text('motivo').notNull(),
    em: instant('em').notNull().defaultNow(),
  },
  (table) => [index('subscription_transitions_by_subscription').on(table.subscriptionId)],
);

export type Subscription = typeof subscriptions.$inferSelect;
export type NewSubscription = typeof subscriptions.$inferInsert;
export type SubscriptionCharge = typeof subscriptionCharges.$inferSelect;
export type NewSubscriptionCharge = typeof subscriptionCharges.$inferInsert;
