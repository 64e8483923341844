import type { SimulatorState } from '../simulator-state.js';
import type { CobRRecord } from './cobr.record.js';
import { toNotification } from './cobr.view.js';

/** Tells the webhook of recurring charges where one stands. */
export function notifyCobR({ webhookCobR, deliveries }: SimulatorState, cobr: CobRRecord): void {
  const webhook = webhookCobR.get();
  if (webhook === undefined) return;
  deliveries.enqueue('cobr', webhook.webhookUrl, { cobsr: [toNotification(cobr)] });
}
