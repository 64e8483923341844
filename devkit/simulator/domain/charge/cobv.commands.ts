import { isDeepStrictEqual } from 'node:util';
import type { Plain } from 'nestjs-pix';
import type { CobVRevisadaDto, CobVSolicitadaDto } from 'nestjs-pix/dto';
import { CobVRecord, type CobVConteudo } from '../../families/cobv/cobv.record.js';
import type { Frozen } from '../../kernel/draft.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { assignLocation } from './charge-location.js';
import { checkAtiva } from './charge.rules.js';
import { toCobVConteudo, applyCobVRevision } from './cobv.content.js';
import { checkCreation, checkRevision } from './cobv.rules.js';

/**
 * Creates a charge, or replaces the content of the charge that has this txid.
 *
 * @param loteId number of the batch that creates it
 * @throws SimulatorProblem `CobVOperacaoInvalida`
 */
export function putCobV(
  state: SimulatorState,
  txid: string,
  body: Frozen<Plain<CobVSolicitadaDto>>,
  loteId?: number,
): CobVRecord {
  const existing = state.cobvs.get(txid);
  if (existing === undefined) return create(state, txid, body, loteId);
  return change(state, existing, toCobVConteudo(body), body.loc?.id);
}

/** Revises a charge. @throws SimulatorProblem `CobVOperacaoInvalida` */
export function reviseCobV(
  state: SimulatorState,
  record: CobVRecord,
  body: Frozen<Plain<CobVRevisadaDto>>,
): CobVRecord {
  return change(state, record, applyCobVRevision(record.conteudo, body), body.loc?.id);
}

function create(
  state: SimulatorState,
  txid: string,
  body: Frozen<Plain<CobVSolicitadaDto>>,
  loteId: number | undefined,
): CobVRecord {
  const conteudo = toCobVConteudo(body);
  checkCreation(state, conteudo, txid, body.loc?.id);
  const createdAt = state.clock.now();
  const loc = assignLocation(state, { txid, createdAt }, 'cobv', body.loc?.id);
  return state.cobvs.add(new CobVRecord(txid, createdAt, conteudo, loc, loteId));
}

/** Adds a revision if the content differs. A change of only the location is not a revision (schema `Revisao`). */
function change(
  state: SimulatorState,
  record: CobVRecord,
  conteudo: CobVConteudo,
  locId: number | undefined,
): CobVRecord {
  checkAtiva(record.conteudo.status, 'cobv', 'CobVOperacaoInvalida');
  checkRevision(state, conteudo, record, locId);
  const loc = locId === undefined ? record.loc : assignLocation(state, record, 'cobv', locId);
  state.cobvs.update(record, (draft) => {
    draft.loc = loc;
    if (!isDeepStrictEqual(conteudo, record.conteudo)) draft.revisoes.push(conteudo);
  });
  return record;
}
