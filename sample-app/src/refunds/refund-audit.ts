import { and, eq, ne } from 'drizzle-orm';
import type { OrmTransaction } from '../database/database.js';
import { adminAudit, type Refund, refunds } from '../database/schema.js';

/** Names the refund in the entry of the audit trail that requested it, so that the entry ends with the refund. */
export async function linkAudit(
  tx: OrmTransaction,
  { id }: Refund,
  auditoria: number | undefined,
): Promise<void> {
  if (auditoria === undefined) return;
  await tx.update(adminAudit).set({ devolucaoId: id }).where(eq(adminAudit.id, auditoria));
}

/** Names the refund in progress in an entry that asked for it again. The lock of its row keeps it in progress meanwhile. */
export async function joinAudit(
  tx: OrmTransaction,
  endToEndId: string,
  auditoria: number,
): Promise<void> {
  const [refund] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.endToEndId, endToEndId), eq(refunds.status, 'DEVOLVENDO')))
    .for('update');
  if (refund) await linkAudit(tx, refund, auditoria);
}

/** Gives the entries that asked for a refund its outcome. A failure becomes a success if the bank made the refund later. */
export async function endAudit(tx: OrmTransaction, refund: Refund): Promise<void> {
  const { id, endToEndId, valor, status } = refund;
  const isOwn = and(eq(adminAudit.alvo, endToEndId), eq(adminAudit.devolucaoId, id));
  await tx
    .update(adminAudit)
    .set({ resultado: status === 'DEVOLVIDA' ? 'SUCESSO' : 'FALHA', detalhe: valor })
    .where(and(isOwn, ne(adminAudit.resultado, 'SUCESSO')));
}
