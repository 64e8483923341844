import { isDeepStrictEqual } from 'node:util';
import type { Plain } from 'nestjs-pix';
import type { CobRevisadaDto, CobSolicitadaDto } from 'nestjs-pix/dto';
import { CobRecord, type CobConteudo } from '../../families/cob/cob.record.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { assignLocation } from './charge-location.js';
import { checkAtiva } from './charge.rules.js';
import { toCobConteudo, applyCobRevision } from './cob.content.js';
import { checkCreation, checkRevision } from './cob.rules.js';

/** Creates an immediate charge. @throws SimulatorProblem `CobOperacaoInvalida` */
export function createCob(
  state: SimulatorState,
  txid: string,
  body: Plain<CobSolicitadaDto>,
): CobRecord {
  const conteudo = toCobConteudo(body);
  const locId = body.loc?.id;
  checkCreation(state, conteudo, txid, locId);
  const createdAt = state.clock.now();
  const loc = assignLocation(state, { txid, createdAt }, 'cob', locId);
  return state.cobs.add(new CobRecord(txid, createdAt, conteudo, loc));
}

/**
 * Creates a charge, or replaces the content of the charge that has this txid. Idempotent: repeating a request after an
 * unknown outcome has no further effect.
 *
 * @throws SimulatorProblem `CobOperacaoInvalida`
 */
export function putCob(
  state: SimulatorState,
  txid: string,
  body: Plain<CobSolicitadaDto>,
): CobRecord {
  const existing = state.cobs.get(txid);
  if (existing === undefined) return createCob(state, txid, body);
  return change(state, existing, toCobConteudo(body), body.loc?.id);
}

/** Revises a charge. @throws SimulatorProblem `CobOperacaoInvalida` */
export function reviseCob(
  state: SimulatorState,
  record: CobRecord,
  body: Plain<CobRevisadaDto>,
): CobRecord {
  return change(state, record, applyCobRevision(record.conteudo, body), body.loc?.id);
}

/** Adds a revision if the content differs. A change of only the location is not a revision (schema `Revisao`). */
function change(
  state: SimulatorState,
  record: CobRecord,
  conteudo: CobConteudo,
  locId: number | undefined,
): CobRecord {
  checkAtiva(record.conteudo.status, 'cob', 'CobOperacaoInvalida');
  checkRevision(state, conteudo, record.txid, locId);
  const loc = locId === undefined ? record.loc : assignLocation(state, record, 'cob', locId);
  state.cobs.update(record, (draft) => {
    draft.loc = loc;
    if (!isDeepStrictEqual(conteudo, record.conteudo)) draft.revisoes.push(conteudo);
  });
  return record;
}
