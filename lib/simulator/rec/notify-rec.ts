import type { SimulatorState } from '../simulator-state.js';
import type { RecRecord } from './rec.record.js';
import { toNotification } from './rec.view.js';

/** Tells the webhook of recurrences where one stands. */
export function notifyRec({ webhookRec, deliveries }: SimulatorState, rec: RecRecord): void {
  const webhook = webhookRec.get();
  if (webhook === undefined) return;
  deliveries.enqueue('rec', webhook.webhookUrl, { recs: [toNotification(rec)] });
}
