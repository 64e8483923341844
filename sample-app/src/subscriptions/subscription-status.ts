import type { RecCompleta } from 'nestjs-pix';
import type { SubscriptionStatus } from '../database/schema.js';

/** A recurrence as the bank returns it. */
export type Recurrence = Pick<
  RecCompleta,
  'idRec' | 'vinculo' | 'status' | 'atualizacao' | 'encerramento'
>;

/** The status that a subscription takes from its recurrence, and why. */
export interface RecurrenceState {
  readonly para: SubscriptionStatus;
  readonly motivo: string;
}

/**
 * Translates the status of a recurrence (schema `RecStatus`).
 *
 * | Bank        | Shop                                                                         |
 * | ----------- | ---------------------------------------------------------------------------- |
 * | `CRIADA`    | `AGUARDANDO_APROVACAO`                                                       |
 * | `APROVADA`  | `ATIVA`                                                                      |
 * | `REJEITADA` | `RECUSADA`                                                                   |
 * | `EXPIRADA`  | `EXPIRADA`                                                                   |
 * | `CANCELADA` | `CANCELADA`; `EXPIRADA` if the shop ended it because nobody approved in time |
 *
 * @param isOverdue whether the time for the approval has ended
 * @returns `undefined` for a status that the specification does not define
 */
export function interpretRecurrence(
  recurrence: Recurrence,
  isOverdue: boolean,
): RecurrenceState | undefined {
  if (recurrence.status === 'CANCELADA') return interpretCancellation(recurrence, isOverdue);
  return STATES.get(recurrence.status);
}

const STATES: ReadonlyMap<string, RecurrenceState> = new Map([
  ['CRIADA', { para: 'AGUARDANDO_APROVACAO', motivo: 'recorrência criada no banco' }],
  ['APROVADA', { para: 'ATIVA', motivo: 'recorrência aprovada pelo pagador' }],
  ['REJEITADA', { para: 'RECUSADA', motivo: 'recorrência recusada pelo pagador' }],
  ['EXPIRADA', { para: 'EXPIRADA', motivo: 'recorrência expirada no banco' }],
]);

function interpretCancellation(
  { encerramento, atualizacao }: Recurrence,
  isOverdue: boolean,
): RecurrenceState {
  const solicitante = encerramento?.cancelamento?.solicitante ?? '';
  if (solicitante === 'USUARIO_RECEBEDOR' && isOverdue && !wasApproved({ atualizacao })) {
    return { para: 'EXPIRADA', motivo: 'prazo de aprovação encerrado' };
  }
  const who = solicitante.endsWith('PAGADOR') ? 'pelo pagador, no banco' : 'no banco';
  return { para: 'CANCELADA', motivo: `recorrência cancelada ${who}` };
}

/** Whether the payer has ever authorized a recurrence, also one that has ended since. */
export function wasApproved({ atualizacao }: Pick<Recurrence, 'atualizacao'>): boolean {
  return atualizacao.some(({ status }) => status === 'APROVADA');
}
