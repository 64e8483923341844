import { eq } from 'drizzle-orm';
import { parseValor } from 'nestjs-pix';
import type { OrmTransaction } from '../database/database.js';
import { type Payment, refunds, type TaskStatus } from '../database/schema.js';

/** Returns the status that the task of a payment has by its refunds. A payment is refunded when they amount to it. */
export async function readTaskStatus(
  tx: OrmTransaction,
  { endToEndId, valor }: Payment,
): Promise<TaskStatus> {
  const made = await tx.select().from(refunds).where(eq(refunds.endToEndId, endToEndId));
  if (made.some(({ status }) => status === 'DEVOLVENDO')) return 'DEVOLVENDO';
  const returned = made
    .filter(({ status }) => status === 'DEVOLVIDA')
    .reduce((total, refund) => total + parseValor(refund.valor), 0n);
  return returned >= parseValor(valor) ? 'DEVOLVIDA' : 'ABERTA';
}
