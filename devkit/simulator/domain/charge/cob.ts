import { isDeepStrictEqual } from 'node:util';
import type { CobRetiradaParte, CobValor, Plain, TipoCob } from 'nestjs-pix';
import { CobValorDto, type CobRevisadaDto, type CobSolicitadaDto } from 'nestjs-pix/dto';
import { collectViolations, DEFAULT_EXPIRACAO, toViolacao } from 'nestjs-pix/spec';
import { CobRecord, type CobConteudo } from '../../families/charges.js';
import { toPessoa } from '../../families/family.js';
import type { LocRecord } from '../../families/locations.js';
import {
  refuse,
  SimulatorProblem,
  violation,
  type ProblemName,
  type SimulatorViolation,
} from '../../families/problems.js';
import type { SimulatorState } from '../state.js';

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

/**
 * Checks the rules of a creation that depend on the state (specification, `CobOperacaoInvalida`).
 *
 * @throws SimulatorProblem
 */
function checkCreation(
  state: SimulatorState,
  { chave }: CobConteudo,
  txid: string,
  locId: number | undefined,
): void {
  refuse('CobOperacaoInvalida', [
    ...txidViolations(state, txid, 'cob'),
    ...chaveViolations(state, chave, 'cob'),
    ...locViolations(state, locId, 'cob', txid),
  ]);
}

/**
 * Checks the rules of a revision that depend on the state, and the resulting amount.
 * @throws SimulatorProblem
 */
function checkRevision(
  state: SimulatorState,
  { chave, valor }: CobConteudo,
  txid: string,
  locId: number | undefined,
): void {
  refuse('CobOperacaoInvalida', [
    ...collectViolations(CobValorDto, valor, 'cob.valor').map(toViolacao),
    ...chaveViolations(state, chave, 'cob'),
    ...locViolations(state, locId, 'cob', txid),
  ]);
}

/**
 * Converts the body of a creation to the content of a charge, with the specification's defaults. Unknown fields are
 * dropped.
 */
function toCobConteudo(body: Plain<CobSolicitadaDto>): CobConteudo {
  return {
    expiracao: body.calendario?.expiracao ?? DEFAULT_EXPIRACAO,
    valor: { ...toValor(body.valor), original: body.valor.original },
    chave: body.chave,
    status: 'ATIVA',
    ...optionalFields(body),
  };
}

/**
 * Returns the content after a revision. `calendario` and `valor` are merged field by field. The other fields are
 * replaced as a whole, so that a debtor never has fields of two persons.
 */
function applyCobRevision(conteudo: CobConteudo, body: Plain<CobRevisadaDto>): CobConteudo {
  return {
    ...conteudo,
    ...(body.calendario?.expiracao !== undefined && { expiracao: body.calendario.expiracao }),
    ...(body.valor && { valor: { ...conteudo.valor, ...toValor(body.valor) } }),
    ...(body.chave !== undefined && { chave: body.chave }),
    ...(body.status !== undefined && { status: body.status }),
    ...optionalFields(body),
  };
}

function optionalFields({
  devedor,
  solicitacaoPagador,
  infoAdicionais,
}: Plain<CobSolicitadaDto> | Plain<CobRevisadaDto>) {
  return {
    ...(devedor && { devedor: toPessoa(devedor) }),
    ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
    ...(infoAdicionais && {
      infoAdicionais: infoAdicionais.map(({ nome, valor }) => ({ nome, valor })),
    }),
  };
}

function toValor({
  original,
  modalidadeAlteracao,
  retirada,
}: NonNullable<Plain<CobRevisadaDto>['valor']>): Partial<CobValor> {
  const [saque, troco] = [retirada?.saque, retirada?.troco];
  return {
    ...(original !== undefined && { original }),
    ...(modalidadeAlteracao !== undefined && { modalidadeAlteracao }),
    ...(saque && { retirada: { saque: toRetirada(saque) } }),
    ...(troco && { retirada: { troco: toRetirada(troco) } }),
  };
}

function toRetirada<Agente extends string>(
  retirada: CobRetiradaParte<Agente>,
): CobRetiradaParte<Agente> {
  const { valor, modalidadeAlteracao, modalidadeAgente, prestadorDoServicoDeSaque } = retirada;
  return {
    valor,
    ...(modalidadeAlteracao !== undefined && { modalidadeAlteracao }),
    modalidadeAgente,
    prestadorDoServicoDeSaque,
  };
}

/**
 * Checks that the key belongs to the receiver.
 *
 * @param root first segment of the paths in the family's violations
 */
export function chaveViolations(
  { settings: { chaves } }: SimulatorState,
  chave: string,
  root: string,
): SimulatorViolation[] {
  if (chaves === 'any' || chaves.has(chave)) return [];
  return [violation(`${root}.chave`, 'não pertence a este usuário recebedor')];
}

/**
 * Checks that the location exists, is for this kind of charge and is not linked to another charge.
 */
export function locViolations(
  { locs }: SimulatorState,
  locId: number | undefined,
  tipoCob: TipoCob,
  txid: string,
): SimulatorViolation[] {
  if (locId === undefined) return [];
  const propriedade = `${tipoCob}.loc.id`;
  const refused = (rule: string) => [violation(propriedade, rule)];
  const loc = locs.get(locId);
  if (loc === undefined) return refused('não corresponde a uma location');
  if (loc.tipoCob !== tipoCob) {
    return refused(`é de uma location do tipo ${loc.tipoCob}, e não ${tipoCob}`);
  }
  if (loc.txid !== undefined && loc.txid !== txid) {
    return refused('é de uma location usada por outra cobrança');
  }
  return [];
}

/** Checks that no charge of the receiver, of any kind, has the txid (schema `TxId`). */
export function txidViolations(
  { cobs, cobvs, cobrs }: SimulatorState,
  txid: string,
  root: string,
): SimulatorViolation[] {
  const taken = [cobs, cobvs, cobrs].some((store) => store.get(txid) !== undefined);
  if (!taken) return [];
  return [violation(`${root}.txid`, 'já está em uso')];
}

/** Throws `problem` unless the charge is ATIVA: paid and removed charges cannot be changed. */
export function checkAtiva(status: string, root: string, problem: ProblemName): void {
  if (status === 'ATIVA') return;
  throw new SimulatorProblem(problem, {
    detail: 'A cobrança não está ATIVA e por isso não pode ser alterada.',
    violacoes: [violation(`${root}.status`, 'não é ATIVA', status)],
  });
}

interface Located {
  readonly txid: string;
  readonly createdAt: number;
  readonly loc?: LocRecord | undefined;
}

/**
 * Links a charge to a location and releases the location that it was linked to before.
 *
 * @param locId Default: a new location
 * @returns the location of the charge
 */
export function assignLocation(
  { locs }: SimulatorState,
  charge: Located,
  tipoCob: TipoCob,
  locId: number | undefined,
): LocRecord | undefined {
  const loc = locId === undefined ? locs.create(tipoCob, charge.createdAt) : locs.get(locId);
  if (loc === undefined || loc === charge.loc) return charge.loc;
  if (charge.loc !== undefined) locs.show(charge.loc, undefined);
  locs.show(loc, charge.txid);
  return loc;
}

/** Unlinks the charge of a location. The status of the charge does not change. */
export function releaseCharge({ cobs, cobvs }: SimulatorState, { txid }: LocRecord): void {
  const [cob, cobv] = [cobs.get(txid), cobvs.get(txid)];
  if (cob !== undefined) cobs.update(cob, removeLocation);
  if (cobv !== undefined) cobvs.update(cobv, removeLocation);
}

function removeLocation(draft: { loc: LocRecord | undefined }): void {
  draft.loc = undefined;
}
