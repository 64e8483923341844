import type { Pix, PixAutomatico } from '../../../contract/index.js';
import type { PixEvent } from '../../notifications/pix-event.js';
import { findDevolucaoContradictions, findPixContradictions } from './contradiction.js';

/** The event with the provider's data, or the fields that differ. */
export type EventComparison = { readonly event: PixEvent } | { readonly contradictions: string[] };

/**
 * Compares an event with the provider's Pix.
 *
 * @param claimed the Pix of the event
 * @param known the same Pix at the provider, in the same order
 */
export function compareEvent(
  event: PixEvent,
  claimed: readonly Pix[],
  known: readonly Pix[],
): EventComparison {
  const contradictions = claimed.flatMap((pix, index) => {
    const kept = known[index];
    return kept ? findPixContradictions(pix, kept) : ['endToEndId'];
  });
  const { type, key, payload } = event;
  const [pix] = known;
  if (type === 'pix.devolucao' && pix) {
    const notified = payload.devolucao;
    const devolucao = pix.devolucoes?.find(
      ({ id, status }) => id === notified.id && status === notified.status,
    );
    contradictions.push(...findDevolucaoContradictions(notified, devolucao));
    if (devolucao && contradictions.length === 0) {
      return { event: { type, key, payload: { devolucao, pix } } };
    }
  }
  if (contradictions.length > 0) return { contradictions };
  if (type === 'pix.recebido' && pix) return { event: { type, key, payload: pix } };
  if (type === 'cobranca-recorrente' && pix) {
    // The types differ only in an optional txid; fields that the provider omits stay absent.
    return { event: { type, key, payload: { ...payload, pix: known as PixAutomatico[] } } };
  }
  return { event };
}
