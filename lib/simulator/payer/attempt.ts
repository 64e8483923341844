import { planCobR } from '../cobr/cobr.plan.js';
import { firstDayOf, isOpen, standingOf } from '../cobr/cobr.record.js';
import type { CobRRecord, TentativaRecord } from '../cobr/cobr.record.js';
import { rejeicaoOf } from '../cobr/rejections.js';
import type { CobRRejeicaoCodigo } from '../cobr/rejections.js';
import { ask, fail, settle } from '../cobr/tentativas.js';
import type { PixRecord } from '../pix/pix.record.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';

export type AttemptOutcome = 'PAGA' | 'REJEITADA' | 'EXPIRADA';

export interface AttemptOptions {
  /** Why it is REJEITADA; some codes reject the charge as well. Default: `FBRD`, which does not. */
  codigo?: CobRRejeicaoCodigo;
  /** Whether the receiver's provider sends it again at once, as for a failure of its own (`RIFL`). Default: `false`. */
  reenviar?: boolean;
}

/** Ends the attempt of a charge that stands. @throws SimulatorProblem `PagamentoRecusado` when none does */
export function settleAttempt(
  state: SimulatorState,
  cobr: CobRRecord,
  outcome: AttemptOutcome,
  { codigo = 'FBRD', reenviar = false }: AttemptOptions = {},
): void {
  const standing = requireStanding(cobr);
  if (outcome === 'PAGA') settle(state, cobr, standing);
  else {
    const rejeicao = outcome === 'REJEITADA' ? rejeicaoOf(codigo) : undefined;
    fail(state, cobr, standing, { ...(rejeicao && { rejeicao }), reenviar });
  }
  planCobR(state, cobr);
}

/**
 * The payer's provider settles a charge ahead of its day; by force one that it has not been told of yet.
 *
 * @throws SimulatorProblem as {@link settleAttempt}
 */
export function payCobR(state: SimulatorState, cobr: CobRRecord, force = false): PixRecord {
  if (force && isOpen(cobr) && standingOf(cobr) === undefined) {
    ask(state, cobr, { tipo: 'AGND', dataLiquidacao: firstDayOf(cobr) });
  }
  const pix = settle(state, cobr, requireStanding(cobr));
  planCobR(state, cobr);
  return pix;
}

function requireStanding(cobr: CobRRecord): TentativaRecord {
  const standing = standingOf(cobr);
  if (standing !== undefined) return standing;
  throw new SimulatorProblem('PagamentoRecusado', {
    detail: `A cobrança está ${cobr.status}, sem tentativa de liquidação em andamento.`,
  });
}
