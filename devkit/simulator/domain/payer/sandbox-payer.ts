import { isCobROpen, type CobRRecord } from '../../families/cobr/cobr.record.js';
import type { PixRecord } from '../../families/pix/pix.record.js';
import type { RecRecord } from '../../families/rec/rec.record.js';
import type { SolicRecState } from '../../families/solicrec/solicrec.record.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { isSolicRecOpen, setSolicRecStatus } from '../recurrence/solicrec.transitions.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { payCobR } from './attempt.js';
import { approve, reject } from './authorize.js';

// The actions of payers that the sandbox of a bank offers as operations of its API.

/**
 * Sets the status of the open request to confirm a recurrence, as its payer.
 *
 * @throws SimulatorProblem `SolicRecNaoEncontrada` if the recurrence has no open request; `AutorizacaoRecusada`
 */
export function setSolicRecStatusByPayer(
  state: SimulatorState,
  rec: RecRecord,
  status: Exclude<SolicRecState, 'CRIADA' | 'EXPIRADA'>,
): void {
  const request = state.solicRecs.get(rec.solicitacoes.at(-1) ?? '');
  if (request === undefined || !isSolicRecOpen(request)) {
    throw new SimulatorProblem('SolicRecNaoEncontrada', {
      detail: 'A recorrência não tem solicitação em aberto.',
    });
  }
  if (status === 'ACEITA') approve(state, rec, { jornada: 'JORNADA_1' });
  else if (status === 'REJEITADA') reject(state, rec, {});
  else setSolicRecStatus(state, request, status);
}

/**
 * Pays an open recurring charge in full before its day.
 *
 * @throws SimulatorProblem `PagamentoRecusado` if the amount differs or the charge is not open
 */
export function settleCobR(state: SimulatorState, cobr: CobRRecord, valor: string): PixRecord {
  if (!isCobROpen(cobr) || valor !== cobr.valor) {
    throw new SimulatorProblem('PagamentoRecusado', {
      detail: `A cobrança está ${cobr.status}, com o valor ${cobr.valor}.`,
    });
  }
  return payCobR(state, cobr, true);
}
