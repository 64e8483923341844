import type { CatalogueItem } from '../../catalogue/catalogue.view.js';
import type { Order, orderTransitions, OrderStatus } from '../../database/schema.js';
import type { PaymentWithRefunds } from '../../refunds/refunds.repository.js';
import { type PaymentView, toPaymentView } from '../payments/payment.view.js';

/** A row of the list of orders. Instants are RFC 3339, the amount is decimal text. */
export class OrderRowView {
  readonly id!: string;
  readonly txid!: string;
  readonly status!: OrderStatus;
  readonly valor!: string;
  readonly descricao!: string;
  readonly criadoEm!: string;
  readonly expiraEm!: string;
  readonly pagoEm!: string | null;
}

export class TransitionView {
  /** `null` for the creation of the order. */
  readonly de!: OrderStatus | null;
  readonly para!: OrderStatus;
  readonly motivo!: string;
  readonly em!: string;
}

/** An order with its history, oldest change first, and its payments. */
export class OrderDetailView extends OrderRowView {
  readonly itens!: CatalogueItem[];
  readonly transicoes!: TransitionView[];
  readonly pagamentos!: PaymentView[];
}

export interface OrderDetail {
  readonly order: Order;
  readonly transitions: readonly (typeof orderTransitions.$inferSelect)[];
  readonly payments: PaymentWithRefunds[];
}

export function toOrderRowView(order: Order): OrderRowView {
  const { id, txid, status, valor, descricao, criadoEm, expiraEm, pagoEm } = order;
  return {
    id,
    txid,
    status,
    valor,
    descricao,
    criadoEm: criadoEm.toISOString(),
    expiraEm: expiraEm.toISOString(),
    pagoEm: pagoEm?.toISOString() ?? null,
  };
}

export function toOrderDetailView({ order, transitions, payments }: OrderDetail): OrderDetailView {
  return {
    ...toOrderRowView(order),
    itens: [...order.itens],
    transicoes: transitions.map(({ de, para, motivo, em }) => ({
      de,
      para,
      motivo,
      em: em.toISOString(),
    })),
    pagamentos: payments.map((row) => toPaymentView({ ...row, subscriptionId: null })),
  };
}
