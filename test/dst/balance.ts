import type { BankState } from './bank.js';
import type { Simulation } from './simulation.js';

/** Checks that money received = orders paid + tasks for a person. */
export function* money({ books }: Simulation, state: BankState): Generator<string> {
  const entries = new Map(books.entries.map((entry) => [entry.endToEndId, entry]));
  for (const { endToEndId, valor, txid } of state.pix.byCreation.all()) {
    const entry = entries.get(endToEndId);
    if (entry === undefined) yield `A Pix of ${valor} for ${txid ?? ''} is not in the books.`;
    else if (entry.valor !== valor) yield `A Pix of ${valor} is booked as ${entry.valor}.`;
    entries.delete(endToEndId);
    if (entry?.task === undefined && entry !== undefined) {
      const order = books.orders.get(entry.order ?? -1);
      if (order?.state !== 'paid' || order.paidBy !== endToEndId) {
        yield `A Pix of ${valor} paid an order that is ${order?.state ?? 'gone'}.`;
      }
    }
  }
  for (const { valor } of entries.values()) yield `A Pix of ${valor} in the books never came.`;
}

/** Checks that every event is completed exactly once. */
export function* events({ plan, events: table }: Simulation): Generator<string> {
  if (plan.store !== 'shared') return;
  for (const [key, { state }] of table.rows) {
    if (state !== 'done') yield `The event ${key} is ${state} at the end.`;
  }
  for (const [key, count] of table.completions) {
    if (count > 1) yield `The event ${key} was completed ${count} times.`;
  }
}

/** Checks that the refunds of the bank and of the books agree. */
export function* refunds({ books, plan }: Simulation, state: BankState): Generator<string> {
  const known = new Map(books.refunds);
  for (const { endToEndId, devolucoes } of state.pix.byCreation.all()) {
    for (const { id } of devolucoes) {
      const key = `${endToEndId}/${id}`;
      const refund = known.get(key);
      known.delete(key);
      if (refund === undefined) yield `The refund ${id} is not in the books.`;
      else if (refund.state === 'refused')
        yield `The refund ${id} was made and is booked as refused.`;
      else if (plan.store === 'shared' && refund.ended !== 1) {
        yield `The end of the refund ${id} was booked ${refund.ended} times.`;
      }
    }
  }
  for (const { id, state: booked } of known.values()) {
    if (booked === 'accepted') yield `The refund ${id} is booked as accepted and was never made.`;
  }
}
