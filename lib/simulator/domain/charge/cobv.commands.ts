import { isDeepStrictEqual } from 'node:util';
import type { CobVRevisada, CobVSolicitada } from '../../../contract/bodies.types.js';
import { assignLocation } from './charge-location.js';
import { checkAtiva } from './charge.rules.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { conteudoOf, revised } from './cobv.content.js';
import { CobVRecord } from '../state/cobv.record.js';
import type { CobVConteudo } from '../state/cobv.record.js';
import { checkNova, checkRevisada } from './cobv.rules.js';

/** Creates a charge, or replaces the content of the one that has this txid. @throws SimulatorProblem */
export function putCobV(
  state: SimulatorState,
  txid: string,
  body: CobVSolicitada,
  loteId?: number,
): CobVRecord {
  const existing = state.cobvs.get(txid);
  if (existing === undefined) return create(state, txid, body, loteId);
  return change(state, existing, conteudoOf(body), body.loc?.id);
}

/** @throws SimulatorProblem */
export function reviseCobV(
  state: SimulatorState,
  record: CobVRecord,
  body: CobVRevisada,
): CobVRecord {
  return change(state, record, revised(record.conteudo, body), body.loc?.id);
}

function create(
  state: SimulatorState,
  txid: string,
  body: CobVSolicitada,
  loteId: number | undefined,
): CobVRecord {
  const conteudo = conteudoOf(body);
  checkNova(state, conteudo, txid, body.loc?.id);
  const createdAt = state.clock.now();
  const loc = assignLocation(state, { txid, createdAt }, 'cobv', body.loc?.id);
  return state.cobvs.add(new CobVRecord(txid, createdAt, conteudo, loc, loteId));
}

/** Makes a revision when the content differs; another location alone is none (schema `Revisao`). */
function change(
  state: SimulatorState,
  record: CobVRecord,
  conteudo: CobVConteudo,
  locId: number | undefined,
): CobVRecord {
  checkAtiva(record.conteudo.status, 'cobv', 'CobVOperacaoInvalida');
  checkRevisada(state, conteudo, record, locId);
  const loc = locId === undefined ? record.loc : assignLocation(state, record, 'cobv', locId);
  state.cobvs.update(record, (draft) => {
    draft.loc = loc;
    if (!isDeepStrictEqual(conteudo, record.conteudo)) draft.revisoes.push(conteudo);
  });
  return record;
}
