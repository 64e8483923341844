/** The kind of charge of an order; `batch` is a due-date charge that is created in a batch. */
export type OrderKind = 'cob' | 'cobv' | 'cob-post' | 'cobr' | 'batch';

/**
 * - `creating`: its charge is being created.
 * - `open`: its charge can be paid.
 * - `refused`: the bank refused its charge.
 * - `cancelling`, `cancelled`: the same for its removal.
 * - `unknown`: the outcome is unknown; a person decides.
 * - `paid`.
 */
type OrderState = 'creating' | 'open' | 'refused' | 'cancelling' | 'cancelled' | 'unknown' | 'paid';

export interface Order {
  readonly id: number;
  readonly kind: OrderKind;
  /** The process that handles it. */
  readonly owner: string;
  /** Whether a call that changes its charge is in flight. */
  busy: boolean;
  /** Empty until the bank has generated one. */
  txid: string;
  /** The recurrence of a recurring charge. */
  readonly idRec?: string;
  state: OrderState;
  /** Amounts that a payer may owe: more than one during a revision. */
  amounts: string[];
  /** The Pix that paid it. */
  paidBy: string | undefined;
}

/** A received Pix in the shop's books: it paid an order, or a person must decide. */
export interface Entry {
  readonly endToEndId: string;
  readonly valor: string;
  readonly order: number | undefined;
  /** Reason for the decision of a person. */
  readonly task: string | undefined;
}

/** A refund that the shop requested. */
export interface Refund {
  readonly endToEndId: string;
  readonly id: string;
  /** The decision that it carries out. A refund that failed for certain is requested again under another id. */
  readonly decision: number;
  readonly valor: string;
  state: 'asked' | 'refused' | 'unknown' | 'accepted';
  /** The final statuses that were booked. */
  readonly ends: string[];
}

/** The shop's tables. */
export class Books {
  readonly orders = new Map<number, Order>();
  readonly entries: Entry[] = [];
  readonly refunds = new Map<string, Refund>();
  /** Number of runs of the second, non-transactional handler for a Pix. */
  readonly notices = new Map<string, number>();
  cursor: Date | undefined;

  /** @param hasUniqueEntries whether the table refuses a second entry of a Pix, for a store that loses its records */
  constructor(private readonly hasUniqueEntries: boolean) {}

  findByTxid(txid: string): Order | undefined {
    for (const order of this.orders.values()) if (order.txid === txid) return order;
    return undefined;
  }

  /** Returns the part of a Pix, in cents, that no refund has returned or may return. */
  findRefundable({ endToEndId, valor }: Entry): number {
    const refunds = [...this.refunds.values()].filter(
      (refund) =>
        refund.endToEndId === endToEndId &&
        refund.state !== 'refused' &&
        !refund.ends.includes('NAO_REALIZADO'),
    );
    return refunds.reduce((left, refund) => left - toCents(refund.valor), toCents(valor));
  }

  /** Books a received Pix. */
  receive(endToEndId: string, txid: string, valor: string): void {
    if (this.hasUniqueEntries && this.entries.some((entry) => entry.endToEndId === endToEndId)) {
      return;
    }
    const order = this.findByTxid(txid);
    const task = resolveTask(order, valor);
    this.entries.push({ endToEndId, valor, order: order?.id, task });
    if (order === undefined || task !== undefined) return;
    order.state = 'paid';
    order.paidBy = endToEndId;
  }
}

/** Converts an amount, decimal text, to cents. */
export function toCents(valor: string): number {
  return Math.round(Number(valor) * 100);
}

/** Converts cents to an amount, decimal text. */
export function toValor(cents: number): string {
  return (cents / 100).toFixed(2);
}

function resolveTask(order: Order | undefined, valor: string): string | undefined {
  if (order === undefined) return 'no such order';
  if (order.state === 'paid') return 'paid twice';
  if (order.state === 'cancelled' || order.state === 'refused') return `paid when ${order.state}`;
  return order.amounts.includes(valor) ? undefined : 'another amount';
}
