import type { PixEvent } from '../notifications/pix-event.js';
import type { PixEventClaim, PixEventStore } from '../stores/pix-event-store.js';
import type { EventOrigin } from './event-sink.js';

/**
 * Whether a received Pix counts as handled before, although the store has no record of it: its
 * notification carries a refund, so the payment was notified earlier, and it is older than the
 * store's memory. The in-memory store remembers nothing from before the process started; without
 * this rule, every refund of an older Pix would run the handlers of the payment again.
 *
 * Does not apply to Pix that the reconciler lists: that is how a payment is recovered whose
 * notification was lost.
 */
export function wasNotifiedBefore(
  event: PixEvent,
  origin: EventOrigin,
  claim: PixEventClaim,
  store: PixEventStore,
): boolean {
  if (event.type !== 'pix.recebido' || origin === 'list' || claim.known === true) return false;
  const { devolucoes = [], horario } = event.payload;
  if (devolucoes.length === 0 || !store.remembersSince) return false;
  return Date.parse(horario) < store.remembersSince().getTime();
}
