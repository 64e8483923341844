import type { PaymentOutcome, Refund, RefundStatus } from '../database/schema.js';
import { type PaymentWithRefunds, subtract } from './refunds.repository.js';

/** A refund in responses. Instants are RFC 3339, amounts are decimal text. */
export class RefundView {
  readonly id!: string;
  readonly valor!: string;
  readonly status!: RefundStatus;
  /** Why it was not made. */
  readonly erro!: string | null;
  readonly pedidaEm!: string;
  readonly concluidaEm!: string | null;
}

/** A payment and its refunds in responses. */
export class PaymentRefundsView {
  readonly endToEndId!: string;
  readonly valor!: string;
  readonly horario!: string;
  readonly situacao!: PaymentOutcome;
  /** What no refund has returned or may still return. */
  readonly restante!: string;
  readonly devolucoes!: RefundView[];
}

export function toRefundView(refund: Refund): RefundView {
  const { id, valor, status, erro, pedidaEm, concluidaEm } = refund;
  return {
    id,
    valor,
    status,
    erro,
    pedidaEm: pedidaEm.toISOString(),
    concluidaEm: concluidaEm?.toISOString() ?? null,
  };
}

export function toPaymentRefundsView({ payment, refunds }: PaymentWithRefunds): PaymentRefundsView {
  const { endToEndId, valor, horario, situacao } = payment;
  return {
    endToEndId,
    valor,
    horario: horario.toISOString(),
    situacao,
    restante: findRemaining(valor, refunds),
    devolucoes: refunds.map(toRefundView),
  };
}

/** Returns what no refund has returned or may still return. */
export function findRemaining(valor: string, refunds: readonly Refund[]): string {
  const kept = refunds.filter(({ status }) => status !== 'NAO_REALIZADA');
  return kept.reduce((rest, refund) => subtract(rest, refund.valor), valor);
}
