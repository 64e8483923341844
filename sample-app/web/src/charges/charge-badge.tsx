import type { PixRefundState } from 'nestjs-pix/ledger';
import { StatusBadge } from '../components/status-badge.js';
import { type ChargeShown, describeStatus, REFUND_LABELS } from './charge-texts.js';

/** The status of a charge. */
export function ChargeBadge({ charge }: { readonly charge: ChargeShown }) {
  const [tone, label] = describeStatus(charge);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

/** The status of a refund. */
export function RefundBadge({ state }: { readonly state: PixRefundState }) {
  const [tone, label] = REFUND_LABELS[state];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
