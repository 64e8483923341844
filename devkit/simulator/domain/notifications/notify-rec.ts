import type { RecRecord } from '../../families/rec/rec.record.js';
import { SINGLE } from '../../families/webhook/webhook.record.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { toRecNotification } from '../views/rec.view.js';

/** Notifies the webhook of recurrences of the current state of a recurrence. */
export function notifyRec({ webhookRec, deliveries }: SimulatorState, rec: RecRecord): void {
  const webhook = webhookRec.get(SINGLE);
  if (webhook === undefined) return;
  deliveries.enqueue('rec', webhook.webhookUrl, { recs: [toRecNotification(rec)] });
}
