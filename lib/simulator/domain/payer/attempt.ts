import { resolveFirstDay, isOpen, findPending } from '../state/cobr.record.js';
import type { CobRRecord, TentativaRecord } from '../state/cobr.record.js';
import { toRejeicao } from '../recurrence/rejections.js';
import type { CobRRejeicaoCodigo } from '../recurrence/rejections.js';
import { failTentativa, requestTentativa, settleTentativa } from '../recurrence/tentativas.js';
import type { PixRecord } from '../state/pix.record.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import type { SimulatorState } from '../state/simulator-state.js';

export type AttemptOutcome = 'PAGA' | 'REJEITADA' | 'EXPIRADA';

export interface AttemptOptions {
  /** Why it is REJEITADA; some codes reject the charge as well. Default: `FBRD`, which does not. */
  codigo?: CobRRejeicaoCodigo;
  /** Whether the receiver's provider sends it again at once, as for a failure of its own (`RIFL`). Default: `false`. */
  reenviar?: boolean;
}

/** Ends the pending attempt of a charge. @throws SimulatorProblem `PagamentoRecusado` when there is none */
export function settleAttempt(
  state: SimulatorState,
  cobr: CobRRecord,
  outcome: AttemptOutcome,
  { codigo = 'FBRD', reenviar = false }: AttemptOptions = {},
): void {
  const pending = requirePending(cobr);
  if (outcome === 'PAGA') settleTentativa(state, cobr, pending);
  else {
    const rejeicao = outcome === 'REJEITADA' ? toRejeicao(codigo) : undefined;
    failTentativa(state, cobr, { ...(rejeicao && { rejeicao }), reenviar });
  }
}

/**
 * The payer's provider settles a charge ahead of its day; by force one that it has not been told of yet.
 *
 * @throws SimulatorProblem as {@link settleAttempt}
 */
export function payCobR(state: SimulatorState, cobr: CobRRecord, force = false): PixRecord {
  if (force && isOpen(cobr) && findPending(cobr) === undefined) {
    requestTentativa(state, cobr, { tipo: 'AGND', dataLiquidacao: resolveFirstDay(cobr) });
  }
  return settleTentativa(state, cobr, requirePending(cobr));
}

function requirePending(cobr: CobRRecord): TentativaRecord {
  const pending = findPending(cobr);
  if (pending !== undefined) return pending;
  throw new SimulatorProblem('PagamentoRecusado', {
    detail: `A cobrança está ${cobr.status}, sem tentativa de liquidação em andamento.`,
  });
}
