import type { PaymentRefundsView } from '../../refunds/refund.view.js';
import {
  type SubscriptionChargeView,
  SubscriptionRowView,
} from '../../subscriptions/subscription.view.js';

/** A change of the status of a subscription, or of the charge of one of its months. */
export class SubscriptionTransitionView {
  readonly id!: number;
  /** The month, `YYYY-MM`; `null` for the subscription itself. */
  readonly competencia!: string | null;
  readonly para!: string;
  readonly motivo!: string;
  readonly em!: string;
}

/** A subscription in the back office, with its charges, their payments, and its history, oldest first. */
export class SubscriptionDetailView extends SubscriptionRowView {
  readonly cobrancas!: SubscriptionChargeView[];
  readonly pagamentos!: PaymentRefundsView[];
  readonly transicoes!: SubscriptionTransitionView[];
}
