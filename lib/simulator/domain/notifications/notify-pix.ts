import type { SimulatorState } from '../state/simulator-state.js';
import type { PixRecord } from '../state/pix.record.js';
import { toPix } from '../views/pix.view.js';

/** Tells the webhook of a payment's key. A payment without a txid is not told (specification, `PUT /webhook/{chave}`). */
export function notifyPix({ webhooks, deliveries }: SimulatorState, pix: PixRecord): void {
  const webhook = pix.chave === undefined ? undefined : webhooks.get(pix.chave);
  if (webhook === undefined || pix.txid === undefined) return;
  deliveries.enqueue('pix', webhook.webhookUrl, { pix: [toPix(pix)] });
}
