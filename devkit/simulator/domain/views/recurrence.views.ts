import {
  encodeBrCode,
  type CobPayload,
  type CobRCompleta,
  type CobRNotification,
  type CobRTentativa,
  type CobVPayload,
  type PayloadLocationRecCompleta,
  type PixAutomatico,
  type RecBase,
  type RecCompleta,
  type RecCompletaPesquisada,
  type RecGerada,
  type RecNotification,
  type RecPayload,
  type SolicRecCompleta,
} from 'nestjs-pix';
import type { CobRecord, CobVRecord, PixRecord } from '../../families/charges.js';
import { toPessoa, withoutUndefined } from '../../families/family.js';
import type { LocRecRecord } from '../../families/locations.js';
import { SimulatorProblem, violation } from '../../families/problems.js';
import type {
  CobRRecord,
  RecRecord,
  SolicRecRecord,
  TentativaRecord,
} from '../../families/recurrences.js';
import { toDay } from '../../kernel/calendar.js';
import type { Frozen } from '../../kernel/records.js';
import type { SimulatorSettings } from '../../settings/options.js';
import type { SimulatorState } from '../state.js';
import { calculateOnDay } from '../valor.js';
import { toInstant, toPix, toRecebedor } from './charge.views.js';

/** Converts a recurrence to schema `RecBase`. */
function toBase(rec: RecRecord): RecBase {
  const { contrato, devedor, objeto, dataInicial, dataFinal, periodicidade, valor } = rec;
  return {
    vinculo: withoutUndefined({ contrato, devedor, objeto }),
    calendario: withoutUndefined({ dataInicial, dataFinal, periodicidade }),
    ...(valor && { valor }),
  };
}

/** Converts a recurrence to the fields that responses and notifications share. */
export function toRecNotification(rec: RecRecord): RecNotification {
  const { idRec, status, atualizacao, encerramento, jornada, txid } = rec;
  return {
    idRec,
    status,
    atualizacao: [...atualizacao],
    ...(encerramento && { encerramento }),
    ativacao: { tipoJornada: jornada, ...(txid !== undefined && { dadosJornada: { txid } }) },
  };
}

/** Converts a recurrence to the response of a creation or revision (schema `RecGerada`). */
export function toRec(state: SimulatorState, rec: RecRecord): RecGerada {
  const { cnpj, nome } = state.settings.recebedor;
  const { convenio, locId, politicaRetentativa } = rec;
  const loc = locId === undefined ? undefined : state.locRecs.get(locId);
  return {
    ...toRecNotification(rec),
    ...toBase(rec),
    recebedor: withoutUndefined({ cnpj, nome, convenio }),
    politicaRetentativa,
    ...(loc && { loc: toLocRec(loc) }),
  };
}

/** Converts a recurrence to the response of a read (schema `RecCompletaPesquisada`). */
export function toRecPesquisada(state: SimulatorState, rec: RecRecord): RecCompletaPesquisada {
  const { pagador, solicitacoes, politicaRetentativa } = rec;
  const requests = solicitacoes.flatMap((id) => state.solicRecs.get(id) ?? []);
  return {
    ...toRec(state, rec),
    politicaRetentativa,
    ...(pagador && { pagador }),
    solicitacao: requests.map((request) => toSolicRec(request, toRecPayload(state, rec))),
  };
}

/** Converts a recurrence to its payload (schema `RecPayload`). */
export function toRecPayload({ settings }: SimulatorState, rec: RecRecord): RecPayload {
  const { cnpj, nome } = settings.recebedor;
  const { idRec, politicaRetentativa, atualizacao } = rec;
  return {
    idRec,
    ...toBase(rec),
    politicaRetentativa,
    recebedor: { cnpj, nome, ispbParticipante: settings.ispb },
    atualizacao: [...atualizacao],
  };
}

/**
 * Builds the QR code data of a recurrence: without a charge for journey 2, with an immediate charge
 * for journey 3, with a due-date charge for journey 4 (schema `RecCompleta`, `dadosQR`). Returns
 * `undefined` if a location is missing.
 *
 * @throws SimulatorProblem `RecConsultaInvalida` if the charge does not match the recurrence
 */
export function buildDadosQr(
  state: SimulatorState,
  rec: RecRecord,
  txid: string | undefined,
): RecCompleta['dadosQR'] | undefined {
  const charge = txid === undefined ? undefined : findCharge(state, rec, txid);
  const recLocation = rec.locId === undefined ? undefined : state.locRecs.get(rec.locId)?.location;
  if (recLocation === undefined || (charge && charge.location === undefined)) return undefined;
  const { nome, cidade } = state.settings.recebedor;
  const location = charge?.location;
  return {
    jornada: charge?.jornada ?? 'JORNADA_2',
    pixCopiaECola: encodeBrCode(withoutUndefined({ recLocation, location, nome, cidade })),
  };
}

function findCharge({ cobs, cobvs }: SimulatorState, rec: RecRecord, txid: string) {
  const [cob, cobv] = [cobs.get(txid), cobvs.get(txid)];
  const charge = cob ?? cobv;
  const jornada = cob ? ('JORNADA_3' as const) : ('JORNADA_4' as const);
  const activated = rec.jornada !== 'AGUARDANDO_DEFINICAO';
  if (charge === undefined || (activated && rec.jornada !== jornada)) {
    throw refusal('não corresponde a uma cobrança compatível com ativacao.tipoJornada');
  }
  if (cob && rec.txid !== undefined && rec.txid !== txid) {
    throw refusal('não é o da cobrança imediata informada em ativacao.dadosJornada.txid');
  }
  return { jornada, location: charge.loc?.location };
}

function refusal(rule: string): SimulatorProblem {
  const violacoes = [violation('txid', rule)];
  return new SimulatorProblem('RecConsultaInvalida', { violacoes });
}

/**
 * Converts a request to confirm to schema `SolicRecCompleta`, with the payload of its recurrence.
 */
export function toSolicRec(request: SolicRecRecord, recPayload: RecPayload): SolicRecCompleta {
  const { createdAt, nextStepAt, dataExpiracaoSolicitacao, ...shown } = request;
  const atualizacao = [...request.atualizacao];
  return { ...shown, calendario: { dataExpiracaoSolicitacao }, atualizacao, recPayload };
}

/** Converts a charge to the fields that responses and notifications share. */
export function toCobRNotification(cobr: CobRRecord): CobRNotification {
  const { idRec, txid, status, atualizacao, encerramento, tentativas, pix } = cobr;
  return {
    idRec,
    txid,
    status,
    atualizacao: [...atualizacao],
    ...(encerramento && { encerramento }),
    ...(tentativas.length > 0 && { tentativas: tentativas.map(toTentativa) }),
    ...(pix.length > 0 && { pix: pix.map((record) => toPixAutomatico(record, txid)) }),
  };
}

/** Converts a charge to schema `CobRCompleta`. */
export function toCobR({ recebedor }: SimulatorSettings, cobr: CobRRecord): CobRCompleta {
  const { createdAt, dataDeVencimento, valor, ajusteDiaUtil, politicaRetentativa } = cobr;
  const { infoAdicional, devedor, recebedor: conta } = cobr;
  const { cnpj, nome } = recebedor;
  return {
    ...toCobRNotification(cobr),
    ...(infoAdicional !== undefined && { infoAdicional }),
    calendario: { criacao: toDay(createdAt), dataDeVencimento },
    valor: { original: valor },
    politicaRetentativa,
    ajusteDiaUtil,
    recebedor: { cnpj, nome, ...conta },
    ...(devedor && { devedor }),
  };
}

function toTentativa(tentativa: TentativaRecord): CobRTentativa {
  const { requestedAt, fundsChecks, ...shown } = tentativa;
  return { ...shown, atualizacao: [...tentativa.atualizacao] };
}

/** Converts a payment to schema `PixAutomatico`. */
function toPixAutomatico(record: PixRecord, txid: string): PixAutomatico {
  const { componentesValor, chave, ...pix } = toPix(record);
  return { ...pix, txid };
}

/** Converts a location to schema `PayloadLocationRecCompleta`. */
export function toLocRec({ createdAt, ...loc }: LocRecRecord): PayloadLocationRecCompleta {
  return withoutUndefined({ ...loc, criacao: toInstant({ createdAt }) });
}

/** Converts an immediate charge to its payload (schema `CobPayload`). */
export function toCobPayload(record: CobRecord, apresentacao: string): Frozen<CobPayload> {
  const { txid, revisao, conteudo } = record;
  const { expiracao, ...content } = conteudo;
  const calendario = { criacao: toInstant(record), apresentacao, expiracao };
  return { txid, revisao, calendario, ...content };
}

/** Converts a due-date charge to its payload, with its amount on a day (schema `CobVPayload`). */
export function toCobVPayload(
  { recebedor }: SimulatorSettings,
  record: CobVRecord,
  apresentacao: string,
  day: string,
): Frozen<CobVPayload> {
  const { txid, revisao, conteudo } = record;
  const { dataDeVencimento, validadeAposVencimento, ...content } = conteudo;
  const criacao = toInstant(record);
  return {
    txid,
    revisao,
    calendario: { criacao, apresentacao, dataDeVencimento, validadeAposVencimento },
    ...content,
    // Without the debtor's address: the payer may be another person.
    devedor: toPessoa(conteudo.devedor),
    recebedor: toRecebedor(recebedor),
    valor: toAmounts(record, day),
  };
}

function toAmounts({ conteudo }: CobVRecord, day: string): CobVPayload['valor'] {
  const { original, multa, juros, abatimento, desconto, total } = calculateOnDay(conteudo, day);
  const parts = Object.entries({ multa, juros, abatimento, desconto });
  const shown = Object.fromEntries(parts.filter(([, valor]) => valor !== '0.00'));
  return { original, ...shown, final: total };
}
