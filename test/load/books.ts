import { formatValor } from 'nestjs-pix';
import type { PixChargeState, PixPaymentMeaning } from 'nestjs-pix/ledger';
import type { Delivery } from '../../sample-app/src/orders/orders.table.js';

/** A charge at the bank, as its API returns it. */
export interface BankCharge {
  readonly txid: string;
  readonly status: string;
  /** Decimal text, as all amounts. */
  readonly valor: string;
}

export interface BankPayment {
  readonly endToEndId: string;
  readonly txid: string;
  readonly valor: string;
  /** Refunds that took effect. */
  readonly devolvido: readonly string[];
}

/** An order with the state of its charge in the ledger; `null` if it has none. */
export interface ShopOrder {
  readonly id: string;
  readonly txid: string | null;
  readonly state: PixChargeState | null;
  readonly valor: string;
  readonly entrega: Delivery;
}

export interface ShopPayment {
  readonly endToEndId: string;
  readonly txid: string;
  readonly valor: string;
  readonly meaning: PixPaymentMeaning | null;
  /** Amounts that the shop says were refunded. */
  readonly devolvido: readonly string[];
}

export interface Bank {
  readonly charges: readonly BankCharge[];
  readonly payments: readonly BankPayment[];
}

export interface Shop {
  readonly orders: readonly ShopOrder[];
  readonly payments: readonly ShopPayment[];
  /** Rows of the ledger whose outcome is not known, and tasks that are not decided, one line each. */
  readonly unsettled: readonly string[];
}

/** The partial refunds that people asked for, by payment. The rest of a payment that pays nothing is one refund. */
export type PartialRefunds = ReadonlyMap<string, readonly string[]>;

/** What bank and shop say about the same money, in cents. */
export interface Balance {
  readonly bank: { readonly received: bigint; readonly refunded: bigint };
  readonly shop: { readonly received: bigint; readonly refunded: bigint };
  /** What the bank has and the shop does not. */
  readonly difference: bigint;
  /** The paid orders of the shop, and their charges at the bank. */
  readonly sold: { readonly orders: bigint; readonly charges: bigint };
  /** Orders of the shop by state. */
  readonly orders: ReadonlyMap<string, number>;
  readonly unsettled: readonly string[];
  /** Contradictions, one line each. */
  readonly problems: readonly string[];
}

/** Compares the books of the bank and of the shop, and the refunds with what people asked for. */
export function balance(bank: Bank, shop: Shop, parts: PartialRefunds = new Map()): Balance {
  const total = ({ payments }: Pick<Shop | Bank, 'payments'>) => ({
    received: sum(payments.map(({ valor }) => valor)),
    refunded: sum(payments.flatMap(({ devolvido }) => devolvido)),
  });
  const [atBank, atShop] = [total(bank), total(shop)];
  return {
    bank: atBank,
    shop: atShop,
    difference: atBank.received - atBank.refunded - (atShop.received - atShop.refunded),
    sold: sumSold(bank, shop),
    orders: countByState(shop.orders),
    unsettled: shop.unsettled,
    problems: [...comparePayments(bank, shop, parts), ...compareOrders(bank, shop)],
  };
}

/** Whether orders = charges = payments - refunds, in total and for each order, and everything is settled. */
export function isBalanced({ bank, sold, difference, unsettled, problems }: Balance): boolean {
  const kept = bank.received - bank.refunded;
  const isEqual = difference === 0n && sold.orders === kept && sold.charges === kept;
  return isEqual && unsettled.length === 0 && problems.length === 0;
}

/** Returns decimal text as a whole number of cents. */
export function toCents(valor: string): bigint {
  const match = /^(\d+)\.(\d{2})$/.exec(valor);
  if (!match) throw new Error(`${valor} is not an amount`);
  return BigInt(`${match[1]}${match[2]}`);
}

function sum(values: readonly string[]): bigint {
  return values.reduce((total, valor) => total + toCents(valor), 0n);
}

function sumSold({ charges }: Bank, { orders }: Shop): Balance['sold'] {
  const paid = orders.filter(({ state }) => state === 'paid');
  const txids = new Set(paid.map(({ txid }) => txid));
  return {
    orders: sum(paid.map(({ valor }) => valor)),
    charges: sum(charges.filter(({ txid }) => txids.has(txid)).map(({ valor }) => valor)),
  };
}

function countByState(orders: readonly ShopOrder[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { state } of orders) {
    const name = state ?? 'without a charge';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Map([...counts].sort(([a], [b]) => a.localeCompare(b)));
}

/** Every Pix of the bank is recorded once, with its refunds; only one that pays its order keeps its money. */
function* comparePayments(bank: Bank, shop: Shop, parts: PartialRefunds): Generator<string> {
  const recorded = new Map(shop.payments.map((payment) => [payment.endToEndId, payment]));
  for (const { endToEndId, txid, valor, devolvido } of bank.payments) {
    const payment = recorded.get(endToEndId);
    recorded.delete(endToEndId);
    if (!payment) {
      yield `payment ${endToEndId} of charge ${txid} is not recorded`;
      continue;
    }
    if (payment.txid !== txid || toCents(payment.valor) !== toCents(valor)) {
      yield `payment ${endToEndId} is recorded with another charge or amount`;
    }
    if (list(payment.devolvido) !== list(devolvido)) {
      yield `payment ${endToEndId}: the bank refunded ${list(devolvido)}, the shop says ${list(payment.devolvido)}`;
    }
    const asked = [...(parts.get(endToEndId) ?? [])];
    const rest = toCents(valor) - sum(asked);
    if (payment.meaning !== 'full' && rest > 0n) asked.push(formatValor({ centavos: rest }));
    if (list(asked) !== list(devolvido)) {
      yield `payment ${endToEndId}: the bank refunded ${list(devolvido)}, asked for were ${list(asked)}`;
    }
  }
  for (const endToEndId of recorded.keys()) yield `payment ${endToEndId} is not at the bank`;
}

/** Lists amounts in one order, so that equal lists are equal texts. */
function list(values: readonly string[]): string {
  return [...values].sort().join(' + ') || '0.00';
}

/** Every order has one charge of its amount at the bank, and is paid by one payment, or by none. */
function* compareOrders(bank: Bank, shop: Shop): Generator<string> {
  const charges = new Map(bank.charges.map((charge) => [charge.txid, charge]));
  const full = shop.payments.filter(({ meaning }) => meaning === 'full');
  const paid = new Map<string, ShopPayment[]>();
  for (const payment of full) {
    paid.set(payment.txid, [...(paid.get(payment.txid) ?? []), payment]);
  }
  for (const { id, txid, state, valor, entrega } of shop.orders) {
    const charge = charges.get(txid ?? '');
    charges.delete(txid ?? '');
    const payments = paid.get(txid ?? '') ?? [];
    if (!charge) {
      yield `order ${id} is ${String(state)}, its charge does not exist`;
      continue;
    }
    if (toCents(charge.valor) !== toCents(valor)) {
      yield `order ${id} is of ${valor}, its charge of ${charge.valor}`;
    }
    if (payments.length !== (state === 'paid' ? 1 : 0)) {
      yield `order ${id} is ${String(state)} with ${payments.length} payments`;
    }
    if ((entrega === 'LIBERADA') !== (state === 'paid')) {
      yield `order ${id} is ${String(state)}, its parcel ${entrega}`;
    }
    if (!isConsistent(state, charge.status)) {
      yield `order ${id} is ${String(state)}, its charge ${charge.status}`;
    }
  }
  for (const txid of charges.keys()) yield `charge ${txid} has no order`;
}

/** A payment of another amount concludes a charge at the bank, and not for the ledger. */
function isConsistent(state: PixChargeState | null, status: string): boolean {
  if (status === 'CONCLUIDA') return true;
  if (status === 'ATIVA') return state === 'open';
  return state === 'cancelled';
}
