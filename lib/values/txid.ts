import { randomAlphanumeric } from './random-alphanumeric.js';

/**
 * A new txid: 32 characters of [a-zA-Z0-9] (BCB schema `TxId`: 26 to 35), about 190 random bits, so
 * that two never meet. It names a charge of any family: cob, cobv, cobr.
 */
export function generateTxid(): string {
  return randomAlphanumeric(32);
}
