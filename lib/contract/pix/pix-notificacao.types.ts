import type { Pix } from './pix.types.js';

/** What the provider posts to the webhook of a key plus `/pix`: Pix received or refunded. */
export interface PixNotificacao {
  pix: Pix[];
}
