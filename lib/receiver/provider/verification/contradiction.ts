import type { Devolucao, Pix } from '../../../contract/index.js';
import { toComparableKey, toDecimalText } from '../../../values/index.js';

/**
 * Returns the fields in which a notified Pix differs from the provider's. Fields that the
 * notification omits are not compared: the handler receives the provider's version anyway.
 */
export function findPixContradictions(claimed: Pix, known: Pix): string[] {
  return [
    // Both are normalized decimal text.
    claimed.valor !== known.valor && 'valor',
    // If the provider's Pix has no txid, it did not pay this charge.
    isGiven(claimed.txid) && claimed.txid !== known.txid && 'txid',
    isGiven(claimed.chave) &&
      isGiven(known.chave) &&
      toComparableKey(claimed.chave) !== toComparableKey(known.chave) &&
      'chave',
  ].filter((field) => field !== false);
}

/**
 * Returns the fields in which a notified refund differs; `known` is absent if the provider has no
 * refund with that id and status.
 */
export function findDevolucaoContradictions(
  claimed: Devolucao,
  known: Devolucao | undefined,
): string[] {
  if (!known) return ['devolucoes'];
  const differs =
    isGiven(claimed.valor) && toDecimalText(claimed.valor) !== toDecimalText(known.valor);
  return differs ? ['devolucoes.valor'] : [];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
