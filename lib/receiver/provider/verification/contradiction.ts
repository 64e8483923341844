import type { Devolucao, Pix } from '../../../contract/index.js';
import { toComparableKey } from '../../../values/pix-key.js';
import { decimalText } from '../../notifications/decimal-text.js';

/**
 * The fields in which a notified Pix says otherwise than the provider. What a notification leaves out contradicts
 * nothing: the handler hears the provider's version anyway.
 */
export function contradictionsOfPix(claimed: Pix, known: Pix): string[] {
  return [
    // Both are decimal text already.
    claimed.valor !== known.valor && 'valor',
    // Absent at the provider, the charge was not paid by this Pix, whatever its amount.
    isGiven(claimed.txid) && claimed.txid !== known.txid && 'txid',
    isGiven(claimed.chave) &&
      isGiven(known.chave) &&
      toComparableKey(claimed.chave) !== toComparableKey(known.chave) &&
      'chave',
  ].filter((field) => field !== false);
}

/** The same of a refund; `known` is absent when the provider has none of that id in that state. */
export function contradictionsOfDevolucao(
  claimed: Devolucao,
  known: Devolucao | undefined,
): string[] {
  if (!known) return ['devolucoes'];
  const differs = isGiven(claimed.valor) && decimalText(claimed.valor) !== decimalText(known.valor);
  return differs ? ['devolucoes.valor'] : [];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
