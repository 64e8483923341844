import { formatValor, generateDevolucaoId, parseValor } from 'nestjs-pix';
import type { DevolucaoSolicitadaDto } from 'nestjs-pix/dto';
import { addDays } from 'nestjs-pix/internal';
import { generateRtrId, MAX_TEXT_LENGTH, REFUND_DAYS, VALOR } from 'nestjs-pix/spec';
import type { DevolucaoRecord, PixRecord } from '../../families/charges.js';
import {
  findTooLong,
  refuse,
  violation,
  violationIf,
  type SimulatorViolation,
} from '../../families/problems.js';
import { toDay } from '../../kernel/calendar.js';
import { notifyCobR, notifyPix } from '../notifications.js';
import type { SimulatorState } from '../state.js';

export type RefundStatus = 'DEVOLVIDO' | 'NAO_REALIZADO';

/** How a refund ends. */
export interface RefundOutcome {
  /** Default: `DEVOLVIDO`. */
  status?: RefundStatus;
  /** Reason, at most 140 characters. Default: none. */
  motivo?: string;
}

/** A refund by the special return mechanism of the BCB (MED). */
export interface ProviderRefund {
  /** Amount as decimal text. Default: what is not refunded, without the cash of a Pix Saque or Pix Troco. */
  valor?: string;
  /** Default: `MED_FRAUDE`. `MED_PIX_AUTOMATICO` is for recurring charges, `MED_OPERACIONAL` for all others. */
  natureza?: ProviderRefundNatureza;
  /** Text, at most 140 characters. Default: none. */
  descricao?: string;
}

export const providerRefundNaturezas = [
  'MED_FRAUDE',
  'MED_OPERACIONAL',
  'MED_PIX_AUTOMATICO',
] as const;
export type ProviderRefundNatureza = (typeof providerRefundNaturezas)[number];

/**
 * Requests a refund, as the receiver. It is EM_PROCESSAMENTO until the `refundDelay` of the settings has passed.
 *
 * @throws SimulatorProblem `PixDevolucaoInvalida`
 */
export function requestRefund(
  state: SimulatorState,
  pix: PixRecord,
  id: string,
  { valor, natureza = 'ORIGINAL', descricao }: DevolucaoSolicitadaDto,
): DevolucaoRecord {
  const lastDay = addDays(toDay(pix.createdAt), REFUND_DAYS);
  const isLate = toDay(state.clock.now()) > lastDay;
  const isUsed = pix.devolucoes.some((refund) => refund.id === id);
  refuse('PixDevolucaoInvalida', [
    ...violationIf(isLate, 'e2eid', `só aceita devoluções em até ${REFUND_DAYS} dias`),
    ...violationIf(isUsed, 'id', 'já foi usado em outra devolução deste Pix'),
    ...amountViolations(pix, valor, natureza),
  ]);
  return addRefund(state, pix, {
    id,
    valor,
    natureza,
    ...(descricao !== undefined && { descricao }),
  });
}

/**
 * Refunds a payment as the bank, without a request of the receiver: the payer has reported fraud, or the bank has failed.
 * It ends as a requested refund does.
 *
 * @throws SimulatorProblem `PixDevolucaoInvalida`, `RequisicaoInvalida`
 */
export function refundByProvider(
  state: SimulatorState,
  pix: PixRecord,
  { valor = calculateRest(pix), natureza = 'MED_FRAUDE', descricao }: ProviderRefund,
): DevolucaoRecord {
  refuse('RequisicaoInvalida', [
    ...violationIf(!VALOR.test(valor), 'valor', 'deve ser maior que zero, como 37.00'),
    ...findTooLong('descricao', descricao, MAX_TEXT_LENGTH),
  ]);
  const isRecurring = pix.txid !== undefined && state.cobrs.get(pix.txid) !== undefined;
  const [excluded, rule] = isRecurring
    ? (['MED_OPERACIONAL', 'não se aplica a cobrança recorrente'] as const)
    : (['MED_PIX_AUTOMATICO', 'só se aplica a cobrança recorrente'] as const);
  refuse('PixDevolucaoInvalida', [
    ...violationIf(natureza === excluded, 'devolucao.natureza', rule),
    ...violationIf(parseValor(valor) === 0n, 'devolucao.valor', 'não há o que devolver'),
    ...amountViolations(pix, valor, natureza),
  ]);
  return addRefund(state, pix, {
    id: generateDevolucaoId(),
    valor,
    natureza,
    ...(descricao !== undefined && { descricao }),
  });
}

function addRefund(
  state: SimulatorState,
  pix: PixRecord,
  given: Pick<DevolucaoRecord, 'id' | 'valor' | 'natureza' | 'descricao'>,
): DevolucaoRecord {
  const { clock, settings } = state;
  const now = clock.now();
  const refund: DevolucaoRecord = {
    ...given,
    rtrId: generateRtrId({ ispb: settings.ispb, date: new Date(now) }),
    requestedAt: new Date(now).toISOString(),
    ...(settings.refundDelay < Infinity && { endsAt: now + settings.refundDelay }),
    status: 'EM_PROCESSAMENTO',
  };
  state.pix.update(pix, (draft) => {
    draft.devolucoes.push(refund);
  });
  return refund;
}

/** Plans the end of the refunds of a payment that are EM_PROCESSAMENTO. */
export function planRefunds(state: SimulatorState, pix: PixRecord): void {
  for (const refund of pix.devolucoes) {
    if (refund.status !== 'EM_PROCESSAMENTO') continue;
    const name = `devolucao ${pix.endToEndId} ${refund.id}`;
    state.agenda.plan(name, refund.endsAt ?? Infinity, () => {
      settleRefund(state, pix, refund);
    });
  }
}

/**
 * Ends a refund and notifies the webhook (docs/decisions.md D68). A refund that has ended does not change.
 *
 * @throws SimulatorProblem `RequisicaoInvalida` if `motivo` is too long
 */
export function settleRefund(
  state: SimulatorState,
  pix: PixRecord,
  refund: DevolucaoRecord,
  { status = 'DEVOLVIDO', motivo }: RefundOutcome = {},
): void {
  refuse('RequisicaoInvalida', findTooLong('motivo', motivo, MAX_TEXT_LENGTH));
  if (refund.status !== 'EM_PROCESSAMENTO') return;
  state.pix.update(pix, ({ devolucoes }) => {
    const draft = devolucoes.find(({ id }) => id === refund.id);
    if (draft === undefined) return;
    draft.status = status;
    if (status === 'DEVOLVIDO') draft.settledAt = state.clock.iso();
    if (motivo !== undefined) draft.motivo = motivo;
  });
  notifyPix(state, pix);
  const cobr = pix.txid === undefined ? undefined : state.cobrs.get(pix.txid);
  if (cobr !== undefined) notifyCobR(state, cobr);
}

/**
 * Checks that the sum of refunds does not exceed the payment, separately for cash and purchase (schema
 * `DevolucaoSolicitada`).
 */
function amountViolations(pix: PixRecord, valor: string, natureza: string): SimulatorViolation[] {
  const { saque, troco } = pix.componentesValor;
  if (natureza === 'RETIRADA' && !saque && !troco) {
    return [violation('devolucao.natureza', 'só é RETIRADA em Pix Saque ou Pix Troco')];
  }
  return violationIf(
    parseValor(valor) > parseValor(calculateRest(pix, natureza)),
    'devolucao.valor',
    'excede, com as demais devoluções, o valor do Pix',
  );
}

/** Calculates what is not refunded: of the cash, or of the purchase. */
export function calculateRest(
  { valor, componentesValor, devolucoes }: PixRecord,
  natureza = 'ORIGINAL',
): string {
  const { original, saque, troco } = componentesValor;
  const isCash = natureza === 'RETIRADA';
  const cash = (saque ?? troco)?.valor;
  const purchase = cash === undefined ? valor : (original?.valor ?? '0.00');
  const whole = isCash ? (cash ?? '0.00') : purchase;
  const refunded = devolucoes
    .filter((refund) => (refund.natureza === 'RETIRADA') === isCash)
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((sum, refund) => sum + parseValor(refund.valor), 0n);
  return formatValor({ centavos: parseValor(whole) - refunded });
}
