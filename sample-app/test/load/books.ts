import { formatValor } from 'nestjs-pix';

/** A charge at the bank, as its API returns it. */
export interface BankCharge {
  readonly txid: string;
  readonly status: string;
  /** Decimal text. */
  readonly valor: string;
}

/** A Pix at the bank. Amounts are decimal text. */
export interface BankPayment {
  readonly endToEndId: string;
  readonly txid: string;
  readonly valor: string;
  /** Refunds that took effect. */
  readonly devolvido: readonly string[];
}

export interface ShopOrder {
  readonly id: string;
  readonly txid: string;
  readonly status: string;
  /** Decimal text. */
  readonly valor: string;
}

export interface ShopPayment {
  readonly endToEndId: string;
  readonly txid: string;
  readonly valor: string;
  /** `null` for the payment that paid its order. */
  readonly tarefa: string | null;
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
  /** Orders of the shop by status. */
  readonly orders: ReadonlyMap<string, number>;
  /** Orders and refunds whose outcome the shop does not know. */
  readonly unsettled: number;
  /** Contradictions, one line each. */
  readonly problems: readonly string[];
}

const UNKNOWN = ['CRIANDO', 'CANCELANDO', 'DEVOLVENDO'];
const WITH_MONEY = ['PAGO', 'EM_ANALISE', 'DEVOLVENDO', 'DEVOLVIDO'];

/** Compares the books of the bank and of the shop, and the refunds with what people asked for. */
export function balance(bank: Bank, shop: Shop, parts: PartialRefunds = new Map()): Balance {
  const atBank = {
    received: sum(bank.payments.map(({ valor }) => valor)),
    refunded: sum(bank.payments.flatMap(({ devolvido }) => devolvido)),
  };
  const atShop = {
    received: sum(shop.payments.map(({ valor }) => valor)),
    refunded: sum(shop.payments.flatMap(({ devolvido }) => devolvido)),
  };
  return {
    bank: atBank,
    shop: atShop,
    difference: atBank.received - atBank.refunded - (atShop.received - atShop.refunded),
    sold: sumSold(bank, shop),
    orders: countByStatus(shop.orders),
    unsettled:
      shop.orders.filter(({ status }) => UNKNOWN.includes(status)).length +
      shop.payments.filter(({ tarefa }) => tarefa === 'DEVOLVENDO').length,
    problems: [
      ...comparePayments(bank, shop),
      ...compareRefunds(bank, shop, parts),
      ...compareOrders(bank, shop),
    ],
  };
}

/** Whether orders = charges = payments - refunds, in total and for each order, and everything is settled. */
export function isBalanced({ bank, sold, difference, unsettled, problems }: Balance): boolean {
  const kept = bank.received - bank.refunded;
  const isEqual = difference === 0n && sold.orders === kept && sold.charges === kept;
  return isEqual && unsettled === 0 && problems.length === 0;
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
  const paid = orders.filter(({ status }) => status === 'PAGO');
  const txids = new Set(paid.map(({ txid }) => txid));
  return {
    orders: sum(paid.map(({ valor }) => valor)),
    charges: sum(charges.filter(({ txid }) => txids.has(txid)).map(({ valor }) => valor)),
  };
}

function countByStatus(orders: readonly ShopOrder[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { status } of orders) counts.set(status, (counts.get(status) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => a.localeCompare(b)));
}

function* comparePayments(bank: Bank, shop: Shop): Generator<string> {
  const recorded = new Map(shop.payments.map((payment) => [payment.endToEndId, payment]));
  for (const { endToEndId, txid, valor, devolvido } of bank.payments) {
    const payment = recorded.get(endToEndId);
    recorded.delete(endToEndId);
    if (!payment) yield `payment ${endToEndId} of charge ${txid} is not recorded`;
    else if (payment.txid !== txid || toCents(payment.valor) !== toCents(valor)) {
      yield `payment ${endToEndId} is recorded with another charge or amount`;
    } else if (list(payment.devolvido) !== list(devolvido)) {
      yield `payment ${endToEndId}: the bank refunded ${list(devolvido)}, the shop says ${list(payment.devolvido)}`;
    }
  }
  for (const endToEndId of recorded.keys()) yield `payment ${endToEndId} is not at the bank`;
}

/** Compares the refunds of the bank with those that were asked for: a payment that pays an order keeps its money. */
function* compareRefunds(bank: Bank, shop: Shop, parts: PartialRefunds): Generator<string> {
  const tasks = new Set(
    shop.payments.filter(({ tarefa }) => tarefa !== null).map(({ endToEndId }) => endToEndId),
  );
  for (const { endToEndId, valor, devolvido } of bank.payments) {
    const asked = [...(parts.get(endToEndId) ?? [])];
    const rest = toCents(valor) - sum(asked);
    if (tasks.has(endToEndId) && rest > 0n) asked.push(formatValor(rest));
    if (list(asked) !== list(devolvido)) {
      yield `payment ${endToEndId}: the bank refunded ${list(devolvido)}, asked for were ${list(asked)}`;
    }
  }
}

/** Lists amounts in one order, so that equal lists are equal texts. */
function list(values: readonly string[]): string {
  return [...values].sort().join(' + ') || '0.00';
}

function* compareOrders(bank: Bank, shop: Shop): Generator<string> {
  const charges = new Map(bank.charges.map((charge) => [charge.txid, charge]));
  const received = groupByTxid(bank.payments);
  const applied = groupByTxid(shop.payments.filter(({ tarefa }) => tarefa === null));
  for (const order of shop.orders) {
    const { id, txid, status, valor } = order;
    const charge = charges.get(txid);
    charges.delete(txid);
    const paid = applied.get(txid)?.length ?? 0;
    if (paid > 1) yield `order ${id} was paid ${paid} times without a task`;
    if ((status === 'PAGO') !== paid > 0) yield `order ${id} is ${status} with ${paid} payments`;
    if (!isConsistent(status, charge?.status)) {
      yield `order ${id} is ${status}, its charge ${charge?.status ?? 'does not exist'}`;
    }
    if (charge && toCents(charge.valor) !== toCents(valor)) {
      yield `order ${id} is of ${valor}, its charge of ${charge.valor}`;
    }
    yield* compareMoney(order, charge, received.get(txid) ?? []);
  }
  for (const txid of charges.keys()) yield `charge ${txid} has no order`;
}

function groupByTxid<Payment extends { readonly txid: string }>(
  payments: readonly Payment[],
): ReadonlyMap<string, readonly Payment[]> {
  const groups = new Map<string, Payment[]>();
  for (const payment of payments) {
    groups.set(payment.txid, [...(groups.get(payment.txid) ?? []), payment]);
  }
  return groups;
}

/** Compares an order with the money that was received for its charge. */
function* compareMoney(
  { id, status, valor }: ShopOrder,
  charge: BankCharge | undefined,
  payments: readonly BankPayment[],
): Generator<string> {
  if (UNKNOWN.includes(status)) return; // It is counted as unsettled.
  const kept =
    sum(payments.map((payment) => payment.valor)) -
    sum(payments.flatMap(({ devolvido }) => devolvido));
  const due = status === 'PAGO' ? toCents(valor) : 0n;
  if (kept !== due) yield `order ${id} of ${valor} is ${status}, and ${kept} cents are kept for it`;
  const isPaid = payments.some((payment) => toCents(payment.valor) === toCents(valor));
  if (charge?.status === 'CONCLUIDA' && isPaid && status !== 'PAGO') {
    yield `order ${id} is ${status}, though a payment of ${valor} concluded its charge`;
  }
}

/** Returns whether a settled order and its charge say the same. */
function isConsistent(status: string, charge: string | undefined): boolean {
  if (UNKNOWN.includes(status)) return true; // It is counted as unsettled.
  if (charge === 'CONCLUIDA') return WITH_MONEY.includes(status);
  if (charge === 'ATIVA')
    return status === 'PENDENTE' || status === 'EM_ANALISE' || status === 'DEVOLVIDO';
  return ['CANCELADO', 'EXPIRADO', 'EM_ANALISE', 'DEVOLVIDO'].includes(status);
}
