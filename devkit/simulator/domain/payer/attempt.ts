import {
  resolveFirstDay,
  isCobROpen,
  findPending,
  type CobRRecord,
  type TentativaRecord,
} from '../../families/cobr/cobr.record.js';
import type { PixRecord } from '../../families/pix/pix.record.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { toRejeicao, type CobRRejeicaoCodigo } from '../recurrence/rejections.js';
import { failTentativa, requestTentativa, settleTentativa } from '../recurrence/tentativas.js';
import type { SimulatorState } from '../state/simulator-state.js';

/** How an attempt to settle a recurring charge ends. */
export type AttemptOutcome = 'PAGA' | 'REJEITADA' | 'EXPIRADA';

export interface AttemptOptions {
  /** Reason for REJEITADA. Some codes also reject the charge. Default: `FBRD`, which does not. */
  codigo?: CobRRejeicaoCodigo;
  /**
   * Whether the receiver's provider sends the order again immediately, as after its own failure (`RIFL`). Default:
   * `false`.
   */
  reenviar?: boolean;
}

/** Ends the pending attempt of a charge. @throws SimulatorProblem `PagamentoRecusado` if there is no pending attempt */
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
 * Settles a charge before its day.
 *
 * @param force also settles an open charge that has no attempt yet
 * @throws SimulatorProblem as {@link settleAttempt}
 */
export function payCobR(state: SimulatorState, cobr: CobRRecord, force = false): PixRecord {
  if (force && isCobROpen(cobr) && findPending(cobr) === undefined) {
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
