import type { CobRRecord } from '../../families/cobr/cobr.record.js';
import { SINGLE } from '../../families/webhook/webhook.record.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { toCobRNotification } from '../views/cobr.view.js';

/** Notifies the webhook of recurring charges of the current state of a charge. */
export function notifyCobR({ webhookCobR, deliveries }: SimulatorState, cobr: CobRRecord): void {
  const webhook = webhookCobR.get(SINGLE);
  if (webhook === undefined) return;
  deliveries.enqueue('cobr', webhook.webhookUrl, { cobsr: [toCobRNotification(cobr)] });
}
