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
      } else if (!order.amounts.includes(valor)) {
        yield `A Pix of ${valor} paid the order of ${order.amounts.join(' or ')}.`;
      }
    }
  }
  for (const { valor } of entries.values()) yield `A Pix of ${valor} in the books never came.`;
}

/** Checks that each charge has an amount of its order, and that each Pix that paid an order has the amount of its charge. */
export function* charges({ bank, books }: Simulation): Generator<string> {
  for (const { id, txid, amounts, paidBy } of books.orders.values()) {
    const { valor: { original } = {} } = bank.findCharge(txid) ?? {};
    if (original === undefined) continue;
    if (!amounts.includes(original)) {
      yield `The charge of the order ${id} is of ${original}, not ${amounts.join(' or ')}.`;
    }
    const paid = books.entries.find(({ endToEndId }) => endToEndId === paidBy)?.valor;
    if (paid !== undefined && paid !== original) {
      yield `The order ${id} with a charge of ${original} was paid with ${paid}.`;
    }
  }
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

/** Checks that the refunds of the bank and of the books agree, and that each decision returned its amount once. */
export function* refunds({ books, plan }: Simulation, state: BankState): Generator<string> {
  const known = new Map(books.refunds);
  const decided = new Set<number>();
  for (const { endToEndId, devolucoes } of state.pix.byCreation.all()) {
    for (const { id, valor, status } of devolucoes) {
      const key = `${endToEndId}/${id}`;
      const refund = known.get(key);
      known.delete(key);
      if (refund === undefined) {
        yield `The refund ${id} is not in the books.`;
        continue;
      }
      const { decision, ends } = refund;
      if (refund.valor !== valor) yield `The refund ${id} of ${refund.valor} returned ${valor}.`;
      if (status !== 'NAO_REALIZADO') {
        if (decided.has(decision)) yield `The refund ${id} returned an amount a second time.`;
        decided.add(decision);
      }
      if (refund.state === 'refused' && status !== 'NAO_REALIZADO') {
        yield `The refund ${id} was made and is booked as refused.`;
      } else if (plan.store === 'shared' && ends.join() !== status) {
        yield `The refund ${id} is ${status} and was booked as ${ends.join(', ') || 'pending'}.`;
      }
    }
  }
  for (const { id, state: booked } of known.values()) {
    if (booked === 'accepted') yield `The refund ${id} is booked as accepted and was never made.`;
  }
}
