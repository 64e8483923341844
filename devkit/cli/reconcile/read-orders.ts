import { readFile } from 'node:fs/promises';
import { isObject } from 'nestjs-pix/internal';
import { isValor, PIX_TXID } from 'nestjs-pix/spec';
import Papa from 'papaparse';
import { CommandError } from '../command-error.js';
import type { CommandInput } from '../command-input.js';

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
  const text = (file === '-' ? await input.readAll() : await read(file))
    .replace(/^\uFEFF/, '')
    .trim();
  const rows = /^[[{]/.test(text) ? parseJson(text) : parseCsv(text);
  const orders = rows.map((row, index) => toOrder(row, index + 1));
  checkDistinct(orders);
  if (orders.length > 0) return orders;
  throw new CommandError('the file of --orders has no order.');
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new CommandError(`cannot read ${file} (${code}). Choose another file with --orders.`);
  }
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
    throw new CommandError(
      'the JSON of --orders must be a list of txids, or of objects with txid and valor.',
    );
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
    throw new CommandError(
      `the CSV of --orders is not valid in row ${(problem.row ?? 0) + 1}: ${problem.message}.`,
    );
  }
  if (meta.fields?.includes('valor') === true) return data;
  throw new CommandError(
    'line 1 of --orders: the header has no column valor, so that amounts cannot be compared. Name the column of the amounts valor, or remove the header from a list of txids.',
  );
}

function toOrder(item: Row, row: number): Order {
  const { txid, valor }: { txid?: unknown; valor?: unknown } =
    typeof item === 'string' ? { txid: item } : item;
  if (typeof txid !== 'string' || !PIX_TXID.test(txid.trim())) {
    throw new CommandError(`row ${row} of --orders: txid must be 1 to 35 letters or digits.`);
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
  throw new CommandError(`row ${row} of --orders: valor must be text such as 37.00 or 37,00.`);
}

function checkDistinct(orders: readonly Order[]): void {
  const seen = new Set<string>();
  for (const { txid } of orders) {
    if (seen.has(txid)) throw new CommandError(`--orders contains the txid ${txid} twice.`);
    seen.add(txid);
  }
}
