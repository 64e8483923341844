import { parseValor } from 'nestjs-pix';
import type { DevolucaoSolicitadaDto } from 'nestjs-pix/dto';
import { DAY_MS } from 'nestjs-pix/internal';
import { generateRtrId, MAX_TEXT_LENGTH, REFUND_DAYS } from 'nestjs-pix/spec';
import type { DevolucaoRecord, PixRecord } from '../../families/charges.js';
import {
  findTooLong,
  refuse,
  violation,
  violationIf,
  type SimulatorViolation,
} from '../../families/problems.js';
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
  const { clock, settings } = state;
  const now = clock.now();
  const isLate = now > pix.createdAt + REFUND_DAYS * DAY_MS;
  const isUsed = pix.devolucoes.some((refund) => refund.id === id);
  refuse('PixDevolucaoInvalida', [
    ...violationIf(isLate, 'e2eid', `só aceita devoluções em até ${REFUND_DAYS} dias`),
    ...violationIf(isUsed, 'id', 'já foi usado em outra devolução deste Pix'),
    ...amountViolations(pix, valor, natureza),
  ]);
  const refund: DevolucaoRecord = {
    id,
    rtrId: generateRtrId({ ispb: settings.ispb, date: new Date(now) }),
    valor,
    natureza,
    ...(descricao !== undefined && { descricao }),
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
function amountViolations(
  { valor: paid, componentesValor, devolucoes }: PixRecord,
  valor: string,
  natureza: string,
): SimulatorViolation[] {
  const { original, saque, troco } = componentesValor;
  const cash = (saque ?? troco)?.valor;
  if (natureza === 'RETIRADA' && cash === undefined) {
    return [violation('devolucao.natureza', 'só é RETIRADA em Pix Saque ou Pix Troco')];
  }
  const purchase = cash === undefined ? paid : (original?.valor ?? '0.00');
  const limit = natureza === 'RETIRADA' ? (cash ?? '0.00') : purchase;
  const refunded = devolucoes
    .filter((refund) => refund.natureza === natureza && refund.status !== 'NAO_REALIZADO')
    .reduce((sum, refund) => sum + parseValor(refund.valor), 0n);
  const exceeds = refunded + parseValor(valor) > parseValor(limit);
  return violationIf(
    exceeds,
    'devolucao.valor',
    'excede, com as demais devoluções, o valor do Pix',
  );
}
