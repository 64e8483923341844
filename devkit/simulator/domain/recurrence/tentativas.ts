import {
  generateEndToEndId,
  parseValor,
  type CobREncerramento,
  type CobRRejeicao,
} from 'nestjs-pix';
import { addDays } from 'nestjs-pix/internal';
import type { PixRecord } from '../../families/charges.js';
import { changeStatus, toTaxId } from '../../families/family.js';
import {
  refuse,
  violation,
  violationIf,
  type SimulatorViolation,
} from '../../families/problems.js';
import {
  findPending,
  isCobROpen,
  resolveFirstDay,
  type CobRRecord,
  type RecRecord,
  type TentativaRecord,
} from '../../families/recurrences.js';
import { toDay } from '../../kernel/calendar.js';
import type { Draft } from '../../kernel/records.js';
import { notifyCobR } from '../notifications.js';
import { receivePix } from '../payment/pay.js';
import type { SimulatorState } from '../state.js';
import { retryViolations } from './network-rules.js';

/** Sends a settlement order for a day to the payer's provider. */
export function requestTentativa(
  state: SimulatorState,
  cobr: CobRRecord,
  { tipo, dataLiquidacao }: Pick<TentativaRecord, 'tipo' | 'dataLiquidacao'>,
): void {
  const { clock, settings } = state;
  updateCobR(state, cobr, (draft, at) => {
    draft.tentativas.push({
      dataLiquidacao,
      tipo,
      endToEndId: generateEndToEndId({ ispb: settings.ispb, date: new Date(clock.now()) }),
      requestedAt: clock.now(),
      status: 'SOLICITADA',
      atualizacao: [{ status: 'SOLICITADA', data: at }],
      fundsChecks: 0,
    });
    if (draft.status === 'CRIADA') changeStatus(draft, 'ATIVA', at);
  });
}

/**
 * Schedules the pending order, or rejects it if it exceeds the payer's authorization, as the
 * payer's provider.
 */
export function scheduleTentativa(state: SimulatorState, cobr: CobRRecord, rec: RecRecord): void {
  const codigo = findRejection(cobr, rec);
  if (codigo !== undefined) {
    failTentativa(state, cobr, { rejeicao: toRejeicao(codigo) });
    return;
  }
  updateCobR(state, cobr, (draft, at) => {
    const pending = findPending(draft);
    if (pending !== undefined) changeStatus(pending, 'AGENDADA', at);
  });
}

/** Settles the pending order, as the payer's provider. The charge becomes CONCLUIDA. */
export function settleTentativa(
  state: SimulatorState,
  cobr: CobRRecord,
  { endToEndId }: TentativaRecord,
): PixRecord {
  const { txid, valor, idRec } = cobr;
  const pagador = state.recs.get(idRec)?.pagador;
  const pix = receivePix(state, {
    endToEndId,
    txid,
    valor,
    componentesValor: { original: { valor } },
    ...(pagador && { pagador: toTaxId(pagador) }),
  });
  updateCobR(state, cobr, (draft, at) => {
    const pending = findPending(draft);
    draft.pix.push(pix);
    if (pending !== undefined) changeStatus(pending, 'PAGA', at);
    changeStatus(draft, 'CONCLUIDA', at);
  });
  return pix;
}

/**
 * Fails the pending order. With `rejeicao` it is rejected, otherwise it expires at the end of its
 * day. Some rejections also reject the charge. Otherwise the charge waits for a retry if its policy
 * allows one, and expires if not.
 *
 * @param options `reenviar` sends the order again immediately, as after a failure of the provider
 */
export function failTentativa(
  state: SimulatorState,
  cobr: CobRRecord,
  { rejeicao, reenviar = false }: { rejeicao?: CobRRejeicao; reenviar?: boolean } = {},
): void {
  const dataLiquidacao = findPending(cobr)?.dataLiquidacao;
  const rejected = rejeicao !== undefined && REJECTING_CHARGE.test(rejeicao.codigo);
  const change = (draft: Draft<CobRRecord>, at: string): void => {
    const pending = findPending(draft);
    if (pending !== undefined) {
      if (rejeicao) pending.rejeicao = rejeicao;
      changeStatus(pending, rejeicao ? 'REJEITADA' : 'EXPIRADA', at);
    }
    if (rejected) {
      draft.encerramento = { rejeicao };
      changeStatus(draft, 'REJEITADA', at);
    } else if (!reenviar && !mayRetry(cobr, toDay(state.clock.now()))) {
      changeStatus(draft, 'EXPIRADA', at);
    }
  };
  if (reenviar && !rejected && dataLiquidacao !== undefined) {
    // One notification shows both: the failed order and the new one.
    state.cobrs.update(cobr, (draft) => {
      change(draft, state.clock.iso());
    });
    requestTentativa(state, cobr, { tipo: 'RIFL', dataLiquidacao });
  } else updateCobR(state, cobr, change);
}

function findRejection({ valor }: CobRRecord, rec: RecRecord): CobRRejeicaoCodigo | undefined {
  const { valor: { valorRec } = {}, valorMaximo } = rec;
  if (valorRec !== undefined && valorRec !== valor) return 'AM09';
  if (valorMaximo !== undefined && parseValor(valor) > parseValor(valorMaximo)) return 'AM02';
  return undefined;
}

/** `PERMITE_3R_7D` allows 3 retries within 7 days. Other policies allow none (docs/interface.md#limits). */
export const RETRIES = 3;
export const DAYS = 7;

/** Returns the last day for a retry, `YYYY-MM-DD`. */
export function resolveLastRetryDay(cobr: CobRRecord): string {
  return addDays(resolveFirstDay(cobr), DAYS);
}

/** Whether the receiver can still request a retry. */
function mayRetry(cobr: CobRRecord, today: string): boolean {
  return (
    cobr.politicaRetentativa === 'PERMITE_3R_7D' &&
    countRetries(cobr) < RETRIES &&
    today < resolveLastRetryDay(cobr)
  );
}

/** @throws SimulatorProblem `CobROperacaoInvalida` if a retry on `day` is not allowed */
export function checkRetry(
  { clock, settings }: SimulatorState,
  cobr: CobRRecord,
  day: string,
): void {
  const isForbidden = cobr.politicaRetentativa === 'NAO_PERMITE';
  refuse(
    'CobROperacaoInvalida',
    violationIf(isForbidden, 'politicaRetentativa', 'não permite retentativa'),
    'A política configurada na recorrência não permite retentativa de cobrança.',
  );
  const isLate = day > resolveLastRetryDay(cobr);
  const isSpent = countRetries(cobr) >= RETRIES;
  refuse('CobROperacaoInvalida', [
    ...statusViolations(cobr),
    ...violationIf(day <= toDay(clock.now()), 'data', 'não corresponde a uma data futura'),
    ...violationIf(isLate, 'data', `passa de ${DAYS} dias após a primeira tentativa`),
    ...violationIf(isSpent, 'cobr.tentativas', `já tem ${RETRIES} retentativas`),
    ...(settings.rules === 'network' ? retryViolations(day) : []),
  ]);
}

function statusViolations(cobr: CobRRecord): SimulatorViolation[] {
  const pending = findPending(cobr);
  if (pending !== undefined) {
    const rule = `já tem uma tentativa ${pending.status} para ${pending.dataLiquidacao}`;
    return [violation('cobr.tentativas', rule)];
  }
  return violationIf(cobr.status !== 'ATIVA', 'cobr.status', 'não é ATIVA', cobr.status);
}

function countRetries({ tentativas }: CobRRecord): number {
  return tentativas.filter(({ tipo }) => tipo === 'NTAG').length;
}

/**
 * Codes for the rejection of an attempt: those of the message catalogue that the specification
 * lists.
 */
export const REJEICOES = [
  'AB10',
  'AC05',
  'AC06',
  'AM02',
  'AM09',
  'DENC',
  'DS27',
  'DTED',
  'DTNT',
  'FBRD',
  'IRNT',
  'MIDI',
  'MSUC',
  'NIEC',
  'NIPA',
  'NITX',
  'QUNT',
  'RC09',
  'UDEI',
] as const;

export type CobRRejeicaoCodigo = (typeof REJEICOES)[number];

/** Codes that also reject the charge (schema `CobRTentativas`, `rejeicao.codigo`). */
const REJECTING_CHARGE = /^(AC05|AM09|DENC|DS27|DTED|MIDI|MSUC|NITX|RC09)$/;

/**
 * Descriptions of the codes that the simulator itself uses. The description of other codes contains
 * only the code.
 */
const DESCRIPTIONS: Partial<Record<CobRRejeicaoCodigo, string>> = {
  AM02: 'Valor acima do máximo que o usuário pagador definiu na recorrência',
  AM09: 'Valor diferente do valor fixo da recorrência',
};

export function toRejeicao(codigo: CobRRejeicaoCodigo): CobRRejeicao {
  return { codigo, descricao: DESCRIPTIONS[codigo] ?? `Rejeitada com o código ${codigo}` };
}

/**
 * Changes a charge and notifies the webhook of recurring charges.
 *
 * @param change receives the charge and the current instant, RFC 3339
 */
export function updateCobR(
  state: SimulatorState,
  cobr: CobRRecord,
  change: (draft: CobRDraft, at: string) => void,
): void {
  state.cobrs.update(cobr, (draft) => {
    change(draft, state.clock.iso());
  });
  notifyCobR(state, cobr);
}

/** Cancels an open charge and its pending attempt. A charge that has ended does not change. */
export function cancelCobR(
  state: SimulatorState,
  cobr: CobRRecord,
  cancelamento: NonNullable<CobREncerramento['cancelamento']>,
): void {
  if (!isCobROpen(cobr)) return;
  updateCobR(state, cobr, (draft, at) => {
    const pending = findPending(draft);
    if (pending !== undefined) changeStatus(pending, 'CANCELADA', at);
    draft.encerramento = { cancelamento };
    changeStatus(draft, 'CANCELADA', at);
  });
}

type CobRDraft = Draft<CobRRecord>;
