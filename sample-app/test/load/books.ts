/** A charge at the bank, as its API returns it. */
export interface BankCharge {
  readonly txid: string;
  readonly status: string;
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

/** What bank and shop say about the same money, in cents. */
export interface Balance {
  readonly bank: { readonly received: bigint; readonly refunded: bigint };
  readonly shop: { readonly received: bigint; readonly refunded: bigint };
  /** What the bank has and the shop does not. */
  readonly difference: bigint;
  /** Orders of the shop by status. */
  readonly orders: ReadonlyMap<string, number>;
  /** Orders and refunds whose outcome the shop does not know. */
  readonly unsettled: number;
  /** Contradictions, one line each. */
  readonly problems: readonly string[];
}

const UNKNOWN = ['CRIANDO', 'CANCELANDO', 'DEVOLVENDO'];
const WITH_MONEY = ['PAGO', 'EM_ANALISE', 'DEVOLVENDO', 'DEVOLVIDO'];

/** Compares the books of the bank and of the shop. */
export function balance(bank: Bank, shop: Shop): Balance {
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
    orders: countByStatus(shop.orders),
    unsettled:
      shop.orders.filter(({ status }) => UNKNOWN.includes(status)).length +
      shop.payments.filter(({ tarefa }) => tarefa === 'DEVOLVENDO').length,
    problems: [...comparePayments(bank, shop), ...compareOrders(bank, shop)],
  };
}

export function isBalanced({ difference, unsettled, problems }: Balance): boolean {
  return difference === 0n && unsettled === 0 && problems.length === 0;
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
    } else if (sum(payment.devolvido) !== sum(devolvido)) {
      yield `payment ${endToEndId}: the bank refunded ${devolvido.join(' + ') || '0.00'}, the shop says ${payment.devolvido.join(' + ') || '0.00'}`;
    }
  }
  for (const endToEndId of recorded.keys()) yield `payment ${endToEndId} is not at the bank`;
}

function* compareOrders(bank: Bank, shop: Shop): Generator<string> {
  const charges = new Map(bank.charges.map(({ txid, status }) => [txid, status]));
  const applied = new Map<string, number>();
  for (const { txid, tarefa } of shop.payments) {
    if (tarefa === null) applied.set(txid, (applied.get(txid) ?? 0) + 1);
  }
  for (const { id, txid, status } of shop.orders) {
    const charge = charges.get(txid);
    charges.delete(txid);
    const paid = applied.get(txid) ?? 0;
    if (paid > 1) yield `order ${id} was paid ${paid} times without a task`;
    if ((status === 'PAGO') !== paid > 0) yield `order ${id} is ${status} with ${paid} payments`;
    if (!isConsistent(status, charge)) {
      yield `order ${id} is ${status}, its charge ${charge ?? 'does not exist'}`;
    }
  }
  for (const txid of charges.keys()) yield `charge ${txid} has no order`;
}

/** Returns whether a settled order and its charge say the same. */
function isConsistent(status: string, charge: string | undefined): boolean {
  if (UNKNOWN.includes(status)) return true; // It is counted as unsettled.
  if (charge === 'CONCLUIDA') return WITH_MONEY.includes(status);
  if (charge === 'ATIVA')
    return status === 'PENDENTE' || status === 'EM_ANALISE' || status === 'DEVOLVIDO';
  return ['CANCELADO', 'EXPIRADO', 'EM_ANALISE', 'DEVOLVIDO'].includes(status);
}
