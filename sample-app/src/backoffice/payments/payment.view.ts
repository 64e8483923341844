import type { TaskStatus } from '../../database/schema.js';
import { PaymentRefundsView, toPaymentRefundsView } from '../../refunds/refund.view.js';
import type { PaymentWithRefunds } from '../../refunds/refunds.repository.js';

/** A payment in the back office, with its refunds. Instants are RFC 3339, amounts are decimal text. */
export class PaymentView extends PaymentRefundsView {
  readonly txid!: string;
  /** The order of its charge, or `null`. */
  readonly pedido!: string | null;
  /** The invoice of its charge, or `null`. */
  readonly fatura!: string | null;
  /** The subscription of its charge, or `null`. */
  readonly assinatura!: string | null;
  /** The task about a payment that pays no order, invoice or month. */
  readonly tarefa!: TaskStatus | null;
  /** Why the latest refund failed. */
  readonly erro!: string | null;
}

/** A payment with the subscription of its charge. */
export interface ListedPayment extends PaymentWithRefunds {
  readonly subscriptionId: string | null;
}

export function toPaymentView(row: ListedPayment): PaymentView {
  const { txid, orderId, invoiceId, tarefa } = row.payment;
  return {
    ...toPaymentRefundsView(row),
    txid,
    pedido: orderId,
    fatura: invoiceId,
    assinatura: row.subscriptionId,
    tarefa,
    erro: row.refunds.at(-1)?.erro ?? null,
  };
}
