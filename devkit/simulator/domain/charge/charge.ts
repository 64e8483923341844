// The life of immediate and due-date charges: creation, revision and location.
import { isDeepStrictEqual } from 'node:util';
import type { Plain, TipoCob } from 'nestjs-pix';
import {
  CobValorDto,
  CobVSolicitadaDto,
  type CobRevisadaDto,
  type CobSolicitadaDto,
  type CobVRevisadaDto,
} from 'nestjs-pix/dto';
import {
  collectViolations,
  DEFAULT_EXPIRACAO,
  DEFAULT_VALIDADE,
  toViolacao,
} from 'nestjs-pix/spec';
import {
  CobRecord,
  CobVRecord,
  type CobConteudo,
  type CobVConteudo,
  type PayableRecord,
} from '../../families/charges.js';
import type { LocRecord } from '../../families/locations.js';
import {
  familyProblems,
  refuse,
  SimulatorProblem,
  violation,
  violationIf,
  type SimulatorViolation,
} from '../../families/problems.js';
import { toDay } from '../../kernel/calendar.js';
import type { SimulatorState } from '../state.js';

/** Creates an immediate charge. @throws SimulatorProblem `CobOperacaoInvalida` */
export function createCob(
  state: SimulatorState,
  txid: string,
  body: Plain<CobSolicitadaDto>,
): CobRecord {
  const conteudo = toCobConteudo(body);
  const { createdAt, loc } = open(state, 'cob', txid, conteudo, body.loc?.id);
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
  return changeCob(state, existing, toCobConteudo(body), body.loc?.id);
}

/** Revises a charge. @throws SimulatorProblem `CobOperacaoInvalida` */
export function reviseCob(
  state: SimulatorState,
  record: CobRecord,
  body: Plain<CobRevisadaDto>,
): CobRecord {
  return changeCob(state, record, applyRevision(record.conteudo, body), body.loc?.id);
}

/** Changes a charge, and checks the resulting amount. */
function changeCob(
  state: SimulatorState,
  record: CobRecord,
  conteudo: CobConteudo,
  locId: number | undefined,
): CobRecord {
  const wrong = collectViolations(CobValorDto, conteudo.valor, 'cob.valor').map(toViolacao);
  return change(state, record, conteudo, locId, wrong);
}

/**
 * Creates a due-date charge, or replaces the content of the charge that has this txid.
 *
 * @param loteId number of the batch that creates it
 * @throws SimulatorProblem `CobVOperacaoInvalida`
 */
export function putCobV(
  state: SimulatorState,
  txid: string,
  body: Plain<CobVSolicitadaDto>,
  loteId?: number,
): CobVRecord {
  const conteudo = toCobVConteudo(body);
  const locId = body.loc?.id;
  const existing = state.cobvs.get(txid);
  if (existing !== undefined) return changeCobV(state, existing, conteudo, locId);
  const wrong = vencimentoViolations(conteudo, state.clock.now());
  const { createdAt, loc } = open(state, 'cobv', txid, conteudo, locId, wrong);
  return state.cobvs.add(new CobVRecord(txid, createdAt, conteudo, loc, loteId));
}

/** Revises a charge. @throws SimulatorProblem `CobVOperacaoInvalida` */
export function reviseCobV(
  state: SimulatorState,
  record: CobVRecord,
  body: Plain<CobVRevisadaDto>,
): CobVRecord {
  return changeCobV(state, record, applyRevision(record.conteudo, body), body.loc?.id);
}

/** Changes a charge, and checks the resulting content as a whole. */
function changeCobV(
  state: SimulatorState,
  record: CobVRecord,
  conteudo: CobVConteudo,
  locId: number | undefined,
): CobVRecord {
  const { dataDeVencimento, validadeAposVencimento, devedor, valor, chave } = conteudo;
  const calendario = { dataDeVencimento, validadeAposVencimento };
  const whole = { calendario, devedor, valor, chave };
  return change(state, record, conteudo, locId, [
    ...collectViolations(CobVSolicitadaDto, whole, 'cobv').map(toViolacao),
    ...vencimentoViolations(conteudo, record.createdAt),
  ]);
}

/**
 * Throws if the charge is pending or denied in a batch: such a charge cannot be changed outside its
 * batch.
 */
export function checkNotPendingInBatch({ lotes }: SimulatorState, txid: string): void {
  const item = lotes.findItem(txid);
  if (item === undefined || item.status === 'CRIADA') return;
  refuse('CobVOperacaoInvalida', [
    violation('cobv.txid', `está em um lote, no status ${item.status}`, txid),
  ]);
}

/**
 * Checks the rules of a creation that depend on the state, and links the location.
 *
 * @param own violations of the rules of one kind of charge
 * @throws SimulatorProblem
 */
function open(
  state: SimulatorState,
  tipo: TipoCob,
  txid: string,
  { chave }: { readonly chave: string },
  locId: number | undefined,
  own: readonly SimulatorViolation[] = [],
): { createdAt: number; loc: LocRecord | undefined } {
  refuse(familyProblems[tipo].operacaoInvalida, [
    ...txidViolations(state, txid, tipo),
    ...own,
    ...chaveViolations(state, chave, tipo),
    ...locViolations(state, locId, tipo, txid),
  ]);
  const createdAt = state.clock.now();
  return { createdAt, loc: assignLocation(state, { txid, createdAt, tipo }, locId) };
}

/**
 * Adds a revision if the content differs. A change of only the location is not a revision (schema `Revisao`).
 *
 * @param own violations of the rules of one kind of charge
 * @throws SimulatorProblem
 */
function change<Charge extends PayableRecord>(
  state: SimulatorState,
  charge: Charge,
  conteudo: Charge['conteudo'],
  locId: number | undefined,
  own: readonly SimulatorViolation[],
): Charge {
  const { tipo, txid } = charge;
  checkAtiva(charge);
  refuse(familyProblems[tipo].operacaoInvalida, [
    ...own,
    ...chaveViolations(state, conteudo.chave, tipo),
    ...locViolations(state, locId, tipo, txid),
  ]);
  const loc = locId === undefined ? charge.loc : assignLocation(state, charge, locId);
  state.updateCharge(charge, (draft) => {
    draft.loc = loc;
    if (!isDeepStrictEqual(conteudo, charge.conteudo)) draft.revisoes.push(conteudo);
  });
  return charge;
}

function vencimentoViolations({ dataDeVencimento }: CobVConteudo, createdAt: number) {
  return violationIf(
    dataDeVencimento < toDay(createdAt),
    'cobv.calendario.dataDeVencimento',
    'é anterior à data de criação da cobrança',
  );
}

/** Checks that the key belongs to the receiver. */
function chaveViolations({ settings: { chaves } }: SimulatorState, chave: string, root: string) {
  const isForeign = chaves !== 'any' && !chaves.has(chave);
  return violationIf(isForeign, `${root}.chave`, 'não pertence a este usuário recebedor');
}

/**
 * Checks that the location exists, is for this kind of charge and is not linked to another charge.
 */
function locViolations(
  { locs }: SimulatorState,
  locId: number | undefined,
  tipoCob: TipoCob,
  txid: string,
): SimulatorViolation[] {
  if (locId === undefined) return [];
  const refused = (rule: string) => [violation(`${tipoCob}.loc.id`, rule)];
  const loc = locs.get(locId);
  if (loc === undefined) return refused('não corresponde a uma location');
  if (loc.tipoCob !== tipoCob) {
    return refused(`é de uma location do tipo ${loc.tipoCob}, e não ${tipoCob}`);
  }
  if (loc.txid === undefined || loc.txid === txid) return [];
  return refused('é de uma location usada por outra cobrança');
}

/** Checks that no charge of the receiver, of any kind, has the txid (schema `TxId`). */
export function txidViolations(
  state: SimulatorState,
  txid: string,
  root: string,
): SimulatorViolation[] {
  const taken = (state.findCharge(txid) ?? state.cobrs.get(txid)) !== undefined;
  return violationIf(taken, `${root}.txid`, 'já está em uso');
}

/** Throws a problem unless the charge is ATIVA: paid and removed charges cannot be changed. */
export function checkAtiva({ tipo, conteudo: { status } }: PayableRecord): void {
  if (status === 'ATIVA') return;
  throw new SimulatorProblem(familyProblems[tipo].operacaoInvalida, {
    detail: 'A cobrança não está ATIVA e por isso não pode ser alterada.',
    violacoes: [violation(`${tipo}.status`, 'não é ATIVA', status)],
  });
}

type Located = Pick<PayableRecord, 'txid' | 'createdAt' | 'tipo'> & {
  readonly loc?: LocRecord | undefined;
};

/**
 * Links a charge to a location and releases the location that it was linked to before.
 *
 * @param locId Default: a new location
 * @returns the location of the charge
 */
function assignLocation(
  { locs }: SimulatorState,
  charge: Located,
  locId: number | undefined,
): LocRecord | undefined {
  const loc = locId === undefined ? locs.create(charge.tipo, charge.createdAt) : locs.get(locId);
  if (loc === undefined || loc === charge.loc) return charge.loc;
  if (charge.loc !== undefined) locs.show(charge.loc, undefined);
  locs.show(loc, charge.txid);
  return loc;
}

/** Unlinks the charge of a location. The status of the charge does not change. */
export function releaseCharge(state: SimulatorState, { txid }: LocRecord): void {
  const charge = state.findCharge(txid);
  if (charge === undefined) return;
  state.updateCharge(charge, (draft) => {
    draft.loc = undefined;
  });
}

// The contents of charges. A revision merges `calendario` and `valor` field by field, and replaces the other fields as a
// whole, so that a debtor never has fields of two persons.

/** Converts the body of a creation, with the specification's defaults. */
function toCobConteudo({ calendario, loc, ...content }: Plain<CobSolicitadaDto>): CobConteudo {
  return { expiracao: DEFAULT_EXPIRACAO, ...calendario, ...content, status: 'ATIVA' };
}

/** Converts the body of a creation, with the specification's defaults. */
function toCobVConteudo({ calendario, loc, ...content }: Plain<CobVSolicitadaDto>): CobVConteudo {
  // Modalities are numbers: the check has converted text.
  return {
    validadeAposVencimento: DEFAULT_VALIDADE,
    ...calendario,
    ...content,
    status: 'ATIVA',
  };
}

function applyRevision<Conteudo extends CobConteudo | CobVConteudo>(
  conteudo: Conteudo,
  { calendario, loc, valor, ...content }: Plain<CobRevisadaDto> | Plain<CobVRevisadaDto>,
): Conteudo {
  return {
    ...conteudo,
    ...calendario,
    ...content,
    ...(valor && { valor: { ...conteudo.valor, ...valor } }),
  };
}
