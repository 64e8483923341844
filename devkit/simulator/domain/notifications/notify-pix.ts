import type { PixRecord } from '../../families/pix/pix.record.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { toPix } from '../views/pix.view.js';

/**
 * Notifies the webhook of a payment's key of the payment. Payments without a txid are not notified
 * (specification, `PUT /webhook/{chave}`).
 */
export function notifyPix({ webhooks, deliveries }: SimulatorState, pix: PixRecord): void {
  const webhook = pix.chave === undefined ? undefined : webhooks.get(pix.chave);
  if (webhook === undefined || pix.txid === undefined) return;
  deliveries.enqueue('pix', webhook.webhookUrl, { pix: [toPix(pix)] });
}
