import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { instant } from '../columns.js';

/**
 * Roles of the people in the back office.
 *
 * - `ADMIN`: everything, the accounts included.
 * - `OPERADOR`: reads everything but the accounts; cancels, refunds, retries, replays.
 * - `LEITURA`: reads what `OPERADOR` reads, and changes nothing.
 */
export const ROLES = ['ADMIN', 'OPERADOR', 'LEITURA'] as const;
export type Role = (typeof ROLES)[number];

/** Actions that the audit trail records. */
export const AUDIT_ACTIONS = [
  'LOGIN',
  'LOGOUT',
  'SENHA_ALTERADA',
  'USUARIO_CRIADO',
  'USUARIO_ALTERADO',
  'PEDIDO_CANCELADO',
  'PEDIDO_CONSULTADO',
  'PAGAMENTO_DEVOLVIDO',
  'FATURA_CRIADA',
  'FATURA_CANCELADA',
  'LOTE_ENVIADO',
  'ASSINATURA_CANCELADA',
  'ASSINATURA_CONSULTADA',
  'TENTATIVA_PEDIDA',
  'ENTREGA_REPETIDA',
  'EVENTO_REENFILEIRADO',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Outcomes of an action. `DESCONHECIDO`: it is in progress, or it is not known whether it took effect. */
export const AUDIT_OUTCOMES = ['SUCESSO', 'FALHA', 'DESCONHECIDO'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/**
 * Outcomes of the last run of a handler. A row stays `PROCESSANDO` when the process ended during the run: the bank, or the
 * reconciliation, delivers the event again.
 */
export const DELIVERY_OUTCOMES = ['PROCESSANDO', 'CONCLUIDO', 'FALHOU'] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

/** Accounts of the back office. None is deleted, so that the audit trail can name them. */
export const adminUsers = pgTable('admin_users', {
  id: uuid('id').primaryKey(),
  /** In lower case. */
  email: varchar('email', { length: 254 }).notNull().unique(),
  nome: varchar('nome', { length: 80 }).notNull(),
  papel: text('papel', { enum: ROLES }).notNull(),
  senhaHash: text('senha_hash').notNull(),
  ativo: boolean('ativo').notNull().default(true),
  criadoEm: instant('criado_em').notNull().defaultNow(),
});

/** Sessions of the back office. The token itself is only in the cookie. */
export const adminSessions = pgTable(
  'admin_sessions',
  {
    tokenHash: varchar('token_hash', { length: 64 }).primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => adminUsers.id),
    expiraEm: instant('expira_em').notNull(),
  },
  (table) => [index('admin_sessions_by_user').on(table.userId)],
);

/** The audit trail: who did what to which record, when, with which outcome. */
export const adminAudit = pgTable(
  'admin_audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    em: instant('em').notNull().defaultNow(),
    /** `null` for a login with an unknown e-mail address, which may be a password in the wrong field. */
    userId: uuid('user_id').references(() => adminUsers.id),
    acao: text('acao', { enum: AUDIT_ACTIONS }).notNull(),
    /** Identifier of the record that the action is about. */
    alvo: varchar('alvo', { length: 120 }),
    resultado: text('resultado', { enum: AUDIT_OUTCOMES }).notNull(),
    detalhe: varchar('detalhe', { length: 200 }),
    /** The refund of the payment `alvo` that the action requested; the entry ends with it. */
    devolucaoId: varchar('devolucao_id', { length: 35 }),
  },
  (table) => [
    index('admin_audit_by_time').on(table.em, table.id),
    index('admin_audit_by_refund')
      .on(table.alvo, table.devolucaoId)
      .where(sql`${table.devolucaoId} IS NOT NULL`),
    index('admin_audit_unknown')
      .on(table.em)
      .where(sql`${table.resultado} = 'DESCONHECIDO'`),
  ],
);

/** Events of the webhook and of the reconciliation, one row for each handler of an event. Without data of the payer. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The key of the event: the same for every delivery. */
    chave: text('chave').notNull(),
    tratador: text('tratador').notNull(),
    tipo: text('tipo').notNull(),
    txid: varchar('txid', { length: 35 }),
    endToEndId: varchar('end_to_end_id', { length: 32 }),
    /** The recurrence; `null` for other events. */
    idRec: varchar('id_rec', { length: 29 }),
    /** When the bank received the Pix; `null` for other events. */
    horario: instant('horario'),
    /** When the event arrived for the first time. */
    recebidoEm: instant('recebido_em').notNull(),
    /** When its handler ran last. */
    tentadoEm: instant('tentado_em').notNull(),
    concluidoEm: instant('concluido_em'),
    resultado: text('resultado', { enum: DELIVERY_OUTCOMES }).notNull(),
    tentativas: integer('tentativas').notNull().default(1),
    /** Class of the error of the last run, without its message, which may quote the payer. */
    erro: varchar('erro', { length: 80 }),
  },
  (table) => [
    unique('webhook_deliveries_chave_tratador_key').on(table.chave, table.tratador),
    index('webhook_deliveries_by_time').on(table.recebidoEm, table.id),
  ],
);

export type AdminUser = typeof adminUsers.$inferSelect;
export type AuditEntry = typeof adminAudit.$inferSelect;
export type WebhookDelivery = typeof webhookDeliveries.$inferSelect;
