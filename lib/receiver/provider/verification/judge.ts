import type { Pix, PixAutomatico } from '../../../contract/index.js';
import type { PixEvent } from '../../notifications/pix-event.js';
import { contradictionsOfDevolucao, contradictionsOfPix } from './contradiction.js';

/** An event as the provider has it, or the fields in which it says otherwise. */
export type Judgement = { readonly event: PixEvent } | { readonly contradictions: string[] };

/**
 * Holds an event against the provider's Pix.
 *
 * @param claimed the Pix of the event
 * @param known the same Pix at the provider, in the same order
 */
export function judge(event: PixEvent, claimed: readonly Pix[], known: readonly Pix[]): Judgement {
  const contradictions = claimed.flatMap((pix, index) => {
    const kept = known[index];
    return kept ? contradictionsOfPix(pix, kept) : ['endToEndId'];
  });
  const { type, key, payload } = event;
  const [pix] = known;
  if (type === 'pix.devolucao' && pix) {
    const told = payload.devolucao;
    const devolucao = pix.devolucoes?.find(
      ({ id, status }) => id === told.id && status === told.status,
    );
    contradictions.push(...contradictionsOfDevolucao(told, devolucao));
    if (devolucao && contradictions.length === 0) {
      return { event: { type, key, payload: { devolucao, pix } } };
    }
  }
  if (contradictions.length > 0) return { contradictions };
  if (type === 'pix.recebido' && pix) return { event: { type, key, payload: pix } };
  if (type === 'cobranca-recorrente' && pix) {
    // The types differ in an optional txid alone; what the provider leaves out stays out.
    return { event: { type, key, payload: { ...payload, pix: known as PixAutomatico[] } } };
  }
  return { event };
}
