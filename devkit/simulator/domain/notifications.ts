import type { PixRecord } from '../families/charges.js';
import type { CobRRecord, RecRecord } from '../families/recurrences.js';
import { SINGLE } from '../families/webhooks.js';
import type { SimulatorState } from './state.js';
import { toPix } from './views/charge.views.js';
import { toCobRNotification, toRecNotification } from './views/recurrence.views.js';

/** Notifies the webhook of recurring charges of the current state of a charge. */
export function notifyCobR({ webhookCobR, deliveries }: SimulatorState, cobr: CobRRecord): void {
  const webhook = webhookCobR.get(SINGLE);
  if (webhook === undefined) return;
  deliveries.enqueue('cobr', webhook.webhookUrl, { cobsr: [toCobRNotification(cobr)] });
}

/** Notifies the webhook of recurrences of the current state of a recurrence. */
export function notifyRec({ webhookRec, deliveries }: SimulatorState, rec: RecRecord): void {
  const webhook = webhookRec.get(SINGLE);
  if (webhook === undefined) return;
  deliveries.enqueue('rec', webhook.webhookUrl, { recs: [toRecNotification(rec)] });
}

/**
 * Notifies the webhook of a payment's key of the payment. Payments without a txid are not notified
 * (specification, `PUT /webhook/{chave}`).
 */
export function notifyPix({ webhooks, deliveries }: SimulatorState, pix: PixRecord): void {
  const webhook = pix.chave === undefined ? undefined : webhooks.get(pix.chave);
  if (webhook === undefined || pix.txid === undefined) return;
  deliveries.enqueue('pix', webhook.webhookUrl, { pix: [toPix(pix)] });
}
