import { isDeepStrictEqual } from 'node:util';
import type { CobVDesconto, CobVEncargo, CobVValor, Devedor, Plain } from 'nestjs-pix';
import { CobVSolicitadaDto, type CobVRevisadaDto } from 'nestjs-pix/dto';
import { collectViolations, DEFAULT_VALIDADE, toViolacao } from 'nestjs-pix/spec';
import { CobVRecord, type CobVConteudo } from '../../families/charges.js';
import { toContact, toPessoa } from '../../families/family.js';
import { refuse, violation, type SimulatorViolation } from '../../families/problems.js';
import { toDay } from '../../kernel/calendar.js';
import type { Frozen } from '../../kernel/records.js';
import type { SimulatorState } from '../state.js';
import {
  assignLocation,
  chaveViolations,
  checkAtiva,
  locViolations,
  txidViolations,
} from './cob.js';

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

/**
 * Checks the rules of a creation that depend on the state (specification, `CobVOperacaoInvalida`).
 *
 * @throws SimulatorProblem
 */
function checkCreation(
  state: SimulatorState,
  conteudo: CobVConteudo,
  txid: string,
  locId: number | undefined,
): void {
  refuse('CobVOperacaoInvalida', [
    ...txidViolations(state, txid, 'cobv'),
    ...vencimentoViolations(conteudo, state.clock.now()),
    ...chaveViolations(state, conteudo.chave, 'cobv'),
    ...locViolations(state, locId, 'cobv', txid),
  ]);
}

/**
 * Checks the rules of a revision that depend on the state, and the resulting content as a whole.
 *
 * @throws SimulatorProblem
 */
function checkRevision(
  state: SimulatorState,
  conteudo: CobVConteudo,
  { txid, createdAt }: CobVRecord,
  locId: number | undefined,
): void {
  const { dataDeVencimento, validadeAposVencimento, devedor, valor, chave } = conteudo;
  const whole = {
    calendario: { dataDeVencimento, validadeAposVencimento },
    devedor,
    valor,
    chave,
  };
  refuse('CobVOperacaoInvalida', [
    ...collectViolations(CobVSolicitadaDto, whole, 'cobv').map(toViolacao),
    ...vencimentoViolations(conteudo, createdAt),
    ...chaveViolations(state, chave, 'cobv'),
    ...locViolations(state, locId, 'cobv', txid),
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

function vencimentoViolations(
  { dataDeVencimento }: CobVConteudo,
  createdAt: number,
): SimulatorViolation[] {
  if (dataDeVencimento >= toDay(createdAt)) return [];
  return [
    violation('cobv.calendario.dataDeVencimento', 'é anterior à data de criação da cobrança'),
  ];
}

/**
 * Converts the body of a creation to the content of a charge, with the specification's defaults. Unknown fields are
 * dropped.
 */
function toCobVConteudo(body: Frozen<Plain<CobVSolicitadaDto>>): CobVConteudo {
  const { calendario, devedor, valor, chave } = body;
  return {
    dataDeVencimento: calendario.dataDeVencimento,
    validadeAposVencimento: calendario.validadeAposVencimento ?? DEFAULT_VALIDADE,
    devedor: toDevedor(devedor),
    valor: { original: valor.original, ...toEncargos(valor) },
    chave,
    status: 'ATIVA',
    ...toTexts(body),
  };
}

/**
 * Returns the content after a revision. `calendario` and `valor` are merged field by field, the other fields replaced.
 */
function applyCobVRevision(
  conteudo: CobVConteudo,
  body: Frozen<Plain<CobVRevisadaDto>>,
): CobVConteudo {
  const { calendario, devedor, valor, chave, status } = body;
  return {
    ...conteudo,
    ...(calendario && { dataDeVencimento: calendario.dataDeVencimento }),
    ...(calendario?.validadeAposVencimento !== undefined && {
      validadeAposVencimento: calendario.validadeAposVencimento,
    }),
    ...(devedor && { devedor: toDevedor(devedor) }),
    ...(valor && {
      valor: {
        ...conteudo.valor,
        ...(valor.original !== undefined && { original: valor.original }),
        ...toEncargos(valor),
      },
    }),
    ...(chave !== undefined && { chave }),
    ...(status !== undefined && { status }),
    ...toTexts(body),
  };
}

function toTexts({ solicitacaoPagador, infoAdicionais }: Frozen<Plain<CobVRevisadaDto>>) {
  return {
    ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
    ...(infoAdicionais && {
      infoAdicionais: infoAdicionais.map(({ nome, valor }) => ({ nome, valor })),
    }),
  };
}

function toDevedor(devedor: Frozen<NonNullable<Plain<CobVRevisadaDto>['devedor']>>): Devedor {
  return { ...toPessoa(devedor), ...toContact(devedor) };
}

function toEncargos(
  valor: Frozen<NonNullable<Plain<CobVRevisadaDto>['valor']>>,
): Partial<CobVValor> {
  const { multa, juros, abatimento, desconto } = valor;
  return {
    ...(multa && { multa: toEncargo(multa) }),
    ...(juros && { juros: toEncargo(juros) }),
    ...(abatimento && { abatimento: toEncargo(abatimento) }),
    ...(desconto && { desconto: toDesconto(desconto) }),
  };
}

/** A `modalidade` may be sent as text. It is stored as a number, as the schema requires. */
function toEncargo({ modalidade, valorPerc }: CobVEncargo): CobVEncargo {
  return { modalidade: Number(modalidade), valorPerc };
}

function toDesconto({
  modalidade,
  valorPerc,
  descontoDataFixa,
}: Frozen<NonNullable<NonNullable<Plain<CobVRevisadaDto>['valor']>['desconto']>>): CobVDesconto {
  return {
    modalidade: Number(modalidade),
    ...(valorPerc !== undefined && { valorPerc }),
    ...(descontoDataFixa && {
      descontoDataFixa: descontoDataFixa.map(({ data, valorPerc: perc }) => ({
        data,
        valorPerc: perc,
      })),
    }),
  };
}
