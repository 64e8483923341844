// Compares received Pix with the orders of a file.
import { formatValor, parseValor, type Pix } from 'nestjs-pix';
import { isObject } from 'nestjs-pix/internal';
import { isCalendarDate, isInstant, isValor, PIX_TXID } from 'nestjs-pix/spec';
import Papa from 'papaparse';
import type { AccountSelection } from './account.js';
import { CommandError, readOptionFile, type CommandContext, type CommandInput } from './command.js';
import { redactReport, renderJson } from './report.js';
import { escapeLine } from './terminal-text.js';
import type { Texts } from './texts/en.js';
import { withAccount } from './with-account.js';

/** The options of `nestjs-pix reconcile`. */
export interface ReconcileCommandOptions extends AccountSelection {
  readonly from: string;
  readonly to?: string;
  readonly orders?: string;
  readonly json?: true;
}

/** Exit code if an order and the bank differ. */
const DIFFERENCES = 2;

/**
 * Lists received Pix and compares them with orders. Sends only reads.
 *
 * @throws CommandError if an option is wrong, a read fails or the list is incomplete, or, after the report, there are
 * differences
 */
export async function reconcile(
  options: ReconcileCommandOptions,
  context: CommandContext,
): Promise<void> {
  const { console, input, texts } = context;
  const period = readPeriod(options.from, options.to, Date.now());
  const orders = options.orders === undefined ? undefined : await readOrders(options.orders, input);
  const received = await withAccount(options, context, async ({ client }) => {
    // By id: a Pix between two parts of the period is listed twice.
    const all = new Map<string, Pix>();
    const list = client.recebidos.iterate(period, { splitPeriods: true });
    for await (const pix of list) all.set(pix.endToEndId, pix);
    return [...all.values()];
  });
  const comparison: Comparison = orders
    ? compareOrders(orders, received)
    : { orders: [], unknown: [], totals: computeTotals(received) };
  const report = redactReport({ period, ...comparison });
  console.out(options.json === true ? renderJson(report) : toText(report, texts.reconcile));
  // The report is the message.
  if (hasDifferences(comparison)) throw new CommandError('', DIFFERENCES);
}

function hasDifferences({ orders, unknown }: Comparison): boolean {
  return (
    unknown.length > 0 || orders.some(({ status }) => status !== 'paid' && status !== 'received')
  );
}

type ReconcileReport = Comparison & { readonly period: ReconcilePeriod };

/** Renders one line for each order and each Pix without an order, and the sums. */
function toText(report: ReconcileReport, texts: Texts['reconcile']): string {
  const { period, orders, unknown, totals } = report;
  const width = Math.max(...Object.values(texts.statuses).map((text) => text.length)) + 2;
  const rows = orders.map(({ txid, status, received, refunded, expected, endToEndIds }) => {
    const label = texts.statuses[status].padEnd(width);
    const more = [
      ...(status === 'wrong-amount' ? [`${texts.expected} ${expected ?? ''}`] : []),
      ...(refunded === '0.00' ? [] : [`${texts.refunded.toLowerCase()} ${refunded}`]),
      ...endToEndIds,
    ];
    return `${label}${txid}  ${received}  ${more.join(', ')}`.trimEnd();
  });
  const others = unknown.map(
    ({ endToEndId, txid, valor, horario }) =>
      `${texts.unknown.padEnd(width)}${txid ?? '-'}  ${valor}  ${endToEndId}, ${horario}`,
  );
  return [
    ...[...rows, ...others].map(escapeLine),
    ...(rows.length + others.length > 0 ? [''] : []),
    `${texts.period}: ${period.inicio} – ${period.fim}`,
    `${texts.received}: ${totals.received} (${totals.count} Pix)`,
    `${texts.refunded}: ${totals.refunded}`,
    '',
  ].join('\n');
}

/** A period of the time of Brasília, which has had no daylight saving time since 2019. */
export interface ReconcilePeriod {
  readonly inicio: string;
  readonly fim: string;
}

const OFFSET = '-03:00';

/**
 * Reads the period of the options.
 *
 * @param now milliseconds since the epoch
 * @throws CommandError that names the option
 */
export function readPeriod(from: string, to: string | undefined, now: number): ReconcilePeriod {
  const inicio = toInstant('--from', from, '00:00:00');
  // To the end of the day: 23:59:59 would leave out the milliseconds after it.
  const last = to === undefined ? now : Date.parse(toInstant('--to', to, '24:00:00'));
  // Banks refuse a period that ends in the future.
  const fim = toSeconds(Math.min(last, now));
  if (Date.parse(inicio) < Date.parse(fim)) return { inicio, fim };
  throw new CommandError((say) => say.order);
}

function toInstant(option: string, text: string, time: string): string {
  if (isCalendarDate(text)) return toSeconds(Date.parse(`${text}T${time}${OFFSET}`));
  if (isInstant(text)) return toSeconds(Date.parse(text));
  throw new CommandError((say) => say.instant(option));
}

function toSeconds(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** An order of the shop. */
export interface Order {
  readonly txid: string;
  /** Decimal text; absent if the file is a list of txids. */
  readonly valor?: string;
}

/**
 * Reads orders from CSV with the columns txid and valor, JSON, or a list of txids.
 *
 * @param file `-` reads the standard input
 * @throws CommandError that names the line and the solution
 */
export async function readOrders(file: string, input: CommandInput): Promise<readonly Order[]> {
  const text = (file === '-' ? await input.readAll() : await readOptionFile('--orders', file))
    .replace(/^\uFEFF/, '')
    .trim();
  const rows = /^[[{]/.test(text) ? parseJson(text) : parseCsv(text);
  const orders = rows.map((row, index) => toOrder(row, index + 1));
  checkDistinct(orders);
  if (orders.length > 0) return orders;
  throw new CommandError((say) => say.noOrder);
}

/** An object or a row of CSV, or only a txid. */
type Row = Readonly<Record<string, unknown>> | string;

function parseJson(text: string): Row[] {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) throw new SyntaxError();
    return value.map((item: unknown) =>
      isObject(item) || typeof item === 'string' ? (item as Row) : {},
    );
  } catch {
    throw new CommandError((say) => say.ordersJson);
  }
}

function parseCsv(text: string): Row[] {
  const [header = ''] = text.split(/\r?\n/, 1);
  if (!/(^|[",;\t])txid($|[",;\t])/i.test(header)) {
    return text.split(/\r?\n/).filter((line) => line.trim() !== '');
  }
  const { data, errors, meta } = Papa.parse<Row>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t'],
    transformHeader: (name) => name.trim().toLowerCase(),
  });
  // A file with one column has no delimiter.
  const problem = errors.find(({ type }) => type !== 'Delimiter');
  if (problem) {
    const { row = 0, message } = problem;
    throw new CommandError((say) => say.ordersCsv(row + 1, message));
  }
  if (meta.fields?.includes('valor') === true) return data;
  throw new CommandError((say) => say.noValorColumn);
}

function toOrder(item: Row, row: number): Order {
  const { txid, valor }: { txid?: unknown; valor?: unknown } =
    typeof item === 'string' ? { txid: item } : item;
  if (typeof txid !== 'string' || !PIX_TXID.test(txid.trim())) {
    throw new CommandError((say) => say.orderTxid(row));
  }
  if (typeof item === 'string') return { txid: txid.trim() };
  return { txid: txid.trim(), valor: toValor(valor, row) };
}

/** Converts `37.00`, `37,00`, `1.234,56` and `37`. A point before three digits could mean both, and is refused. */
function toValor(given: unknown, row: number): string {
  const text = typeof given === 'string' ? given.trim().replace(/^R\$\s*/, '') : '';
  const brazilian = /^(?:\d{1,3}(?:\.\d{3})+|\d{1,10}),(\d{2})$/.test(text);
  const plain = brazilian ? text.replaceAll('.', '').replace(',', '.') : text;
  const valor = /^\d{1,10}$/.test(plain) ? `${plain}.00` : plain;
  if (isValor(valor)) return valor;
  throw new CommandError((say) => say.orderValor(row));
}

function checkDistinct(orders: readonly Order[]): void {
  const seen = new Set<string>();
  for (const { txid } of orders) {
    if (seen.has(txid)) throw new CommandError((say) => say.orderTwice(txid));
    seen.add(txid);
  }
}

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
function computeTotals(received: readonly Pix[]): Totals {
  return {
    count: received.length,
    received: toAmount(received.reduce((sum, { valor }) => sum + parseValor(valor), 0n)),
    refunded: toAmount(received.reduce((sum, pix) => sum + sumRefunds(pix), 0n)),
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

function toAmount(centavos: bigint): string {
  return formatValor({ centavos });
}

function toUnknown({ endToEndId, txid, valor, horario }: Pix): UnknownPix {
  return { endToEndId, ...(txid !== undefined && { txid }), valor, horario };
}
