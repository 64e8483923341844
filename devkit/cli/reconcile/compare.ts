import { formatValor, parseValor, type Pix } from 'nestjs-pix';
import type { Order } from './read-orders.js';

/**
 * The state of an order in the period. `paid`: one Pix of the right amount; `received`: one Pix, and the file of orders
 * has no amount to compare; `unpaid`: no Pix in the period; `wrong-amount`: one Pix of another amount; `duplicate`:
 * several Pix; `refunded`: as much was refunded as was received.
 */
export type OrderStatus =
  'paid' | 'received' | 'unpaid' | 'wrong-amount' | 'duplicate' | 'refunded';

/** An order, compared with the Pix of its txid. */
export interface OrderResult {
  readonly txid: string;
  readonly status: OrderStatus;
  /** The amount of the order. */
  readonly expected?: string;
  /** The sum of the received Pix. */
  readonly received: string;
  /** The sum of the settled refunds. */
  readonly refunded: string;
  readonly endToEndIds: readonly string[];
}

/** A received Pix that belongs to no order. */
export interface UnknownPix {
  readonly endToEndId: string;
  readonly txid?: string;
  readonly valor: string;
  readonly horario: string;
}

/** Sums of the period. */
export interface Totals {
  readonly count: number;
  readonly received: string;
  readonly refunded: string;
}

export interface Comparison {
  readonly orders: readonly OrderResult[];
  readonly unknown: readonly UnknownPix[];
  readonly totals: Totals;
}

/** Compares orders with received Pix. */
export function compareOrders(orders: readonly Order[], received: readonly Pix[]): Comparison {
  const byTxid = new Map<string, Pix[]>();
  for (const pix of received) {
    if (pix.txid !== undefined) byTxid.set(pix.txid, [...(byTxid.get(pix.txid) ?? []), pix]);
  }
  const known = new Set(orders.map(({ txid }) => txid));
  return {
    orders: orders.map((order) => compareOrder(order, byTxid.get(order.txid) ?? [])),
    unknown: received.filter(({ txid }) => txid === undefined || !known.has(txid)).map(toUnknown),
    totals: computeTotals(received),
  };
}

/** Sums received Pix and their settled refunds. */
export function computeTotals(received: readonly Pix[]): Totals {
  return {
    count: received.length,
    received: toText(received.reduce((sum, { valor }) => sum + parseValor(valor), 0n)),
    refunded: toText(received.reduce((sum, pix) => sum + sumRefunds(pix), 0n)),
  };
}

function compareOrder({ txid, valor }: Order, received: readonly Pix[]): OrderResult {
  const totals = computeTotals(received);
  return {
    txid,
    status: resolveStatus(valor, received, totals),
    ...(valor !== undefined && { expected: valor }),
    received: totals.received,
    refunded: totals.refunded,
    endToEndIds: received.map(({ endToEndId }) => endToEndId),
  };
}

function resolveStatus(
  expected: string | undefined,
  received: readonly Pix[],
  { received: sum, refunded }: Totals,
): OrderStatus {
  const [pix] = received;
  if (pix === undefined) return 'unpaid';
  if (refunded === sum) return 'refunded';
  if (received.length > 1) return 'duplicate';
  if (expected === undefined) return 'received';
  return hasAmount(pix, expected) ? 'paid' : 'wrong-amount';
}

/** The bank adds interest and subtracts discounts of a due-date charge, and states its original amount. */
function hasAmount({ valor, componentesValor }: Pix, expected: string): boolean {
  return valor === expected || componentesValor?.original?.valor === expected;
}

function sumRefunds({ devolucoes = [] }: Pix): bigint {
  const settled = devolucoes.filter(({ status }) => status === 'DEVOLVIDO');
  return settled.reduce((sum, { valor }) => sum + parseValor(valor), 0n);
}

function toText(centavos: bigint): string {
  return formatValor({ centavos });
}

function toUnknown({ endToEndId, txid, valor, horario }: Pix): UnknownPix {
  return { endToEndId, ...(txid !== undefined && { txid }), valor, horario };
}
