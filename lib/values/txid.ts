import { randomAlphanumeric } from './random-alphanumeric.js';

/**
 * Generates a txid for a charge of any family (cob, cobv, cobr): 32 characters of [a-zA-Z0-9] (BCB
 * schema `TxId`: 26 to 35), about 190 random bits, so that collisions are practically impossible.
 */
export function generateTxid(): string {
  return randomAlphanumeric(32);
}
