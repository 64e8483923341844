import type { Pix } from './pix.types.js';

/** The body that the provider posts to the webhook of a key, at its address plus `/pix`. */
export interface PixNotificacao {
  /** The Pix that were received or refunded. */
  pix: Pix[];
}
