import { randomAlphanumeric } from './random-alphanumeric.js';

/**
 * Generates a refund id: 32 characters of [a-zA-Z0-9] (BCB schema `DevolucaoId`: 1 to 35), unique
 * per e2eid.
 */
export function generateDevolucaoId(): string {
  return randomAlphanumeric(32);
}
