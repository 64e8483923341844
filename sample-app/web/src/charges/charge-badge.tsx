import type { PaymentRefundView } from '../../../src/charges/charge.view.js';
import { StatusBadge } from '../components/status-badge.js';
import { type ChargeShown, describeStatus, REFUND_LABELS } from './charge-texts.js';

/** The status of a charge. */
export function ChargeBadge({ charge }: { readonly charge: ChargeShown }) {
  const [tone, label] = describeStatus(charge);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

/** The status of a refund, and whether it is one of the bank: money that left without the shop. */
export function RefundBadge({ refund }: { readonly refund: PaymentRefundView }) {
  const [tone, label] = REFUND_LABELS[refund.situacao];
  const isOfBank = refund.pedidaPor === 'bank';
  return <StatusBadge tone={tone}>{isOfBank ? `${label} pelo banco` : label}</StatusBadge>;
}
