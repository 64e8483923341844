import type { PaymentOutcome, TaskStatus, InvoiceStatus, OrderStatus } from '../database/schema.js';
import { findRemaining } from '../refunds/refund.view.js';
import type { RefundablePayment } from '../refunds/refunds.repository.js';

/** What a payment was made for. */
class PaidView {
  readonly id!: string;
  readonly valor!: string;
  readonly descricao!: string;
}

export class PaidOrderView extends PaidView {
  readonly status!: OrderStatus;
}

export class PaidInvoiceView extends PaidView {
  readonly status!: InvoiceStatus;
}

/** The month of a subscription that a payment was made for. */
export class MonthView {
  /** Identifier of the subscription. */
  readonly id!: string;
  /** `YYYY-MM`. */
  readonly competencia!: string;
  readonly valor!: string;
}

/** A task in responses: a payment that pays no order, invoice or month. Instants are RFC 3339, amounts are decimal text. */
export class TaskView {
  readonly endToEndId!: string;
  readonly txid!: string;
  readonly valor!: string;
  /** What no refund has returned or may still return. */
  readonly restante!: string;
  /** The amount of the latest refund, whatever became of it. */
  readonly ultimaDevolucao!: string | null;
  readonly horario!: string;
  readonly situacao!: PaymentOutcome;
  readonly tarefa!: TaskStatus | null;
  /** Why the latest refund failed. */
  readonly erro!: string | null;
  /** `null` if no order of the shop has the txid. */
  readonly pedido!: PaidOrderView | null;
  /** `null` if no invoice of the shop has the txid. */
  readonly fatura!: PaidInvoiceView | null;
  /** The month of a subscription; `null` if none has the txid. */
  readonly assinatura!: MonthView | null;
}

export function toTaskView(row: RefundablePayment): TaskView {
  const { payment, order, invoice, month, refunds } = row;
  const { endToEndId, txid, valor, horario, situacao, tarefa } = payment;
  return {
    endToEndId,
    txid,
    valor,
    restante: findRemaining(valor, refunds),
    ultimaDevolucao: refunds.at(-1)?.valor ?? null,
    horario: horario.toISOString(),
    situacao,
    tarefa,
    erro: refunds.at(-1)?.erro ?? null,
    pedido: order && toPaidView(order),
    fatura: invoice && toPaidView(invoice),
    assinatura: month && {
      id: month.subscriptionId,
      competencia: month.competencia,
      valor: month.valor,
    },
  };
}

function toPaidView<Paid extends PaidOrderView | PaidInvoiceView>({
  id,
  status,
  valor,
  descricao,
}: Paid): Pick<Paid, keyof PaidOrderView> {
  return { id, status, valor, descricao };
}
