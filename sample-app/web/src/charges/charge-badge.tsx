import { StatusBadge } from '../components/status-badge.js';
import { type ChargeShown, describeStatus } from './charge-texts.js';

/** The status of a charge. */
export function ChargeBadge({ charge }: { readonly charge: ChargeShown }) {
  const [tone, label] = describeStatus(charge);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
