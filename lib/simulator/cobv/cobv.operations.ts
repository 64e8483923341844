import { isDeepStrictEqual } from 'node:util';
import type { CobVRevisada, CobVSolicitada } from '../../contract/bodies.types.js';
import { showAt } from '../charge/charge-location.js';
import { checkAtiva } from '../charge/charge.rules.js';
import type { SimulatorState } from '../simulator-state.js';
import { conteudoOf, revised } from './cobv.changes.js';
import { CobVRecord } from './cobv.record.js';
import type { CobVConteudo } from './cobv.record.js';
import { checkNova, checkRevisada } from './cobv.rules.js';

/** Creates a charge, or alters the one of that txid, by itself or for a batch. @throws SimulatorProblem */
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
  const record = new CobVRecord(txid, state.clock.now(), conteudo, loteId);
  showAt(state, record, 'cobv', body.loc?.id);
  state.cobvs.add(record);
  return record;
}

/** A revision when the content differs; another location alone is none (schema `Revisao`). */
function change(
  state: SimulatorState,
  record: CobVRecord,
  conteudo: CobVConteudo,
  locId: number | undefined,
): CobVRecord {
  checkAtiva(record.conteudo.status, 'cobv', 'CobVOperacaoInvalida');
  checkRevisada(state, conteudo, record, locId);
  if (locId !== undefined) showAt(state, record, 'cobv', locId);
  if (!isDeepStrictEqual(conteudo, record.conteudo)) record.revise(conteudo);
  state.cobvs.tell(record);
  return record;
}
