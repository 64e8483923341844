import { Injectable } from '@nestjs/common';
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { Database } from '../../database/database.js';
import {
  adminAudit,
  invoices,
  invoiceTransitions,
  orders,
  orderTransitions,
  refunds,
  subscriptions,
  subscriptionTransitions,
  type AuditAction,
} from '../../database/schema.js';
import { Settlement } from '../../settlement/settlement.js';

/** Milliseconds in which the request that an entry records may still be in progress. */
const PATIENCE = 2 * 60_000;

/** What an entry says whose request ended before it did anything. */
const INTERRUPTED = 'interrompida antes de chegar ao banco';

/**
 * Ends entries of the audit trail whose process ended before it could store their outcome. What became of an action is in
 * the record that it was about, and is known when the settlement has settled that record.
 */
@Injectable()
export class AuditSettlement extends Settlement {
  constructor(private readonly database: Database) {
    super('audit');
  }

  /** Needs no lock: each step is one statement, which changes nothing the second time. */
  protected async settleExclusively(settle: () => Promise<void>): Promise<boolean> {
    await settle();
    return true;
  }

  protected async settleDue(now: Date): Promise<void> {
    const latest = new Date(now.getTime() - PATIENCE).toISOString();
    const isWaiting = sql`${adminAudit.resultado} = 'DESCONHECIDO' AND ${adminAudit.em} < ${latest}`;
    for (const statement of statements(isWaiting)) await this.database.orm.execute(statement);
  }

  protected findNextDue(): Promise<readonly []> {
    return Promise.resolve([]);
  }
}

function statements(isWaiting: SQL): SQL[] {
  const ofOrder = sql`h.order_id = r.id AND h.para = 'CANCELADO'`;
  const ofInvoice = sql`h.invoice_id = r.id AND h.para = 'CANCELADO'`;
  const ofSubscription = sql`h.subscription_id = r.id AND h.charge_id IS NULL AND h.para = 'CANCELADA'`;
  return [
    endCancellations('PEDIDO_CANCELADO', [orders, orderTransitions, ofOrder], isWaiting),
    endCancellations('FATURA_CANCELADA', [invoices, invoiceTransitions, ofInvoice], isWaiting),
    endCancellations(
      'ASSINATURA_CANCELADA',
      [subscriptions, subscriptionTransitions, ofSubscription],
      isWaiting,
    ),
    sql`UPDATE ${adminAudit} SET resultado = CASE r.status WHEN 'NEGADO' THEN 'FALHA' ELSE 'SUCESSO' END
      FROM ${invoices} AS r WHERE ${isWaiting} AND acao = 'FATURA_CRIADA' AND detalhe = r.id::text
        AND r.status <> 'CRIANDO'`,
    sql`UPDATE ${adminAudit} SET detalhe = r.valor::text,
        resultado = CASE r.status WHEN 'DEVOLVIDA' THEN 'SUCESSO' ELSE 'FALHA' END
      FROM ${refunds} AS r WHERE ${isWaiting} AND alvo = r.end_to_end_id AND devolucao_id = r.id
        AND r.status <> 'DEVOLVENDO'`,
    // A refund names itself in its entry in the transaction that stores it: without a name, there is none.
    sql`UPDATE ${adminAudit} SET resultado = 'FALHA', detalhe = ${INTERRUPTED}
      WHERE ${isWaiting} AND acao = 'PAGAMENTO_DEVOLVIDO' AND devolucao_id IS NULL`,
  ];
}

/** A cancellation took effect if the record was ever cancelled: a late payment may have changed it since. */
function endCancellations(
  acao: AuditAction,
  [table, history, isCancellation]: readonly [PgTable, PgTable, SQL],
  isWaiting: SQL,
): SQL {
  const wasCancelled = sql`EXISTS (SELECT FROM ${history} AS h WHERE ${isCancellation})`;
  return sql`UPDATE ${adminAudit} SET resultado = CASE WHEN ${wasCancelled} THEN 'SUCESSO' ELSE 'FALHA' END
    FROM ${table} AS r WHERE ${isWaiting} AND acao = ${acao} AND alvo = r.id::text
      AND r.status <> 'CANCELANDO'`;
}
