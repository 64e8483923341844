import { isDeepStrictEqual } from 'node:util';
import type { CobRevisada, CobSolicitada } from '../../../contract/bodies.types.js';
import { CobRecord } from '../state/cob.record.js';
import type { CobConteudo } from '../state/cob.record.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { assignLocation } from './charge-location.js';
import { checkAtiva } from './charge.rules.js';
import { conteudoOf, revised } from './cob.content.js';
import { checkNova, checkRevisada } from './cob.rules.js';

/** Creates an immediate charge. @throws SimulatorProblem `CobOperacaoInvalida` */
export function createCob(state: SimulatorState, txid: string, body: CobSolicitada): CobRecord {
  const conteudo = conteudoOf(body);
  const locId = body.loc?.id;
  checkNova(state, conteudo, txid, locId);
  const createdAt = state.clock.now();
  const loc = assignLocation(state, { txid, createdAt }, 'cob', locId);
  return state.cobs.add(new CobRecord(txid, createdAt, conteudo, loc));
}

/**
 * Creates the charge, or replaces the content of the one that has this txid: a request that is repeated after an unknown
 * outcome changes nothing.
 *
 * @throws SimulatorProblem `CobOperacaoInvalida`
 */
export function putCob(state: SimulatorState, txid: string, body: CobSolicitada): CobRecord {
  const existing = state.cobs.get(txid);
  if (existing === undefined) return createCob(state, txid, body);
  return change(state, existing, conteudoOf(body), body.loc?.id);
}

/** @throws SimulatorProblem `CobOperacaoInvalida` */
export function reviseCob(state: SimulatorState, record: CobRecord, body: CobRevisada): CobRecord {
  return change(state, record, revised(record.conteudo, body), body.loc?.id);
}

/** Makes a revision when the content differs; another location alone is none (schema `Revisao`). */
function change(
  state: SimulatorState,
  record: CobRecord,
  conteudo: CobConteudo,
  locId: number | undefined,
): CobRecord {
  checkAtiva(record.conteudo.status, 'cob', 'CobOperacaoInvalida');
  checkRevisada(state, conteudo, record.txid, locId);
  const loc = locId === undefined ? record.loc : assignLocation(state, record, 'cob', locId);
  state.cobs.update(record, (draft) => {
    draft.loc = loc;
    if (!isDeepStrictEqual(conteudo, record.conteudo)) draft.revisoes.push(conteudo);
  });
  return record;
}
