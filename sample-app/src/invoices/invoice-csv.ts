import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import Papa from 'papaparse';
import { mustQuote } from '../lists/csv.js';
import { CreateInvoiceDto } from './create-invoice.dto.js';

/** Maximum number of invoices in a file. */
export const MAX_ROWS = 1000;

const REQUIRED = ['nome', 'cpfCnpj', 'valor', 'vencimento', 'descricao'] as const;
const OPTIONAL = [
  'diasAposVencimento',
  'multaPercentual',
  'jurosPercentualMes',
  'descontoPercentual',
  'descontoAte',
] as const;
const COLUMNS = [...REQUIRED, ...OPTIONAL];
type Column = (typeof COLUMNS)[number];

const AMOUNTS: readonly Column[] = [
  'valor',
  'multaPercentual',
  'jurosPercentualMes',
  'descontoPercentual',
];
const DATES: readonly Column[] = ['vencimento', 'descontoAte'];

/** A problem of a file. Texts are in Portuguese. */
export interface CsvError {
  /** Line in the file; the header is line 1. */
  readonly linha: number;
  /** The column; `null` for the whole line. */
  readonly campo: string | null;
  readonly mensagem: string;
}

/** A valid row. */
export interface CsvRow {
  readonly linha: number;
  readonly fatura: CreateInvoiceDto;
}

/** All rows, or all problems. */
export type ParsedCsv =
  { readonly linhas: readonly CsvRow[] } | { readonly erros: readonly CsvError[] };

/**
 * Reads invoices from CSV: a header, then one invoice per row, separated by `;` or `,`. Amounts have a decimal comma or
 * point, dates are `DD/MM/AAAA` or `AAAA-MM-DD`. Every row is checked before any problem is returned.
 */
export function parseInvoiceCsv(content: string): ParsedCsv {
  const text = content.replace(/^\uFEFF/, '');
  if (text.includes('\uFFFD') || text.includes('\0')) {
    return refuse(1, 'o arquivo deve estar em UTF-8');
  }
  const { data } = Papa.parse<string[]>(text, { delimiter: findDelimiter(text) });
  const [header = [], ...lines] = data.map((cells) => cells.map((cell) => cell.trim()));
  const columns = header.map((name) =>
    COLUMNS.find((own) => own.toLowerCase() === name.toLowerCase()),
  );
  const wrong = checkHeader(header, columns);
  if (wrong !== undefined) return refuse(1, wrong);
  const rows = lines
    .map((cells, index) => ({ cells, linha: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (rows.length === 0) return refuse(1, 'o arquivo não tem faturas');
  if (rows.length > MAX_ROWS) {
    return refuse(MAX_ROWS + 2, `o arquivo deve ter no máximo ${MAX_ROWS} faturas`);
  }
  return checkRows(rows, columns);
}

/** The header and an example, for people to fill in. */
export function buildTemplate(vencimento: string, descontoAte: string): string {
  const example = ['Maria da Silva', '529.982.247-25', '150,00', toBrazilianDate(vencimento)];
  const terms = ['Mensalidade', '30', '2,00', '1,00', '5,00', toBrazilianDate(descontoAte)];
  return toCsv([COLUMNS, [...example, ...terms]]);
}

/** Writes CSV that Excel in Portuguese opens: with BOM, separated by `;`, and without cells that it would run as formulas. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${Papa.unparse(
    rows.map((row) => [...row]),
    { delimiter: ';', escapeFormulae: true, quotes: (cell) => mustQuote(String(cell)) },
  )}\r\n`;
}

interface Line {
  readonly cells: readonly string[];
  readonly linha: number;
}

function checkRows(rows: readonly Line[], columns: readonly (Column | undefined)[]): ParsedCsv {
  const linhas: CsvRow[] = [];
  const erros: CsvError[] = [];
  for (const { cells, linha } of rows) {
    if (cells.length !== columns.length) {
      const mensagem = `a linha tem ${cells.length} colunas e o cabeçalho ${columns.length}`;
      erros.push({ linha, campo: null, mensagem });
      continue;
    }
    const fatura = plainToInstance(CreateInvoiceDto, toFields(cells, columns));
    const problems = validateSync(fatura);
    if (problems.length === 0) linhas.push({ linha, fatura });
    for (const { property, constraints = {} } of problems) {
      const [mensagem = 'valor inválido'] = Object.values(constraints);
      erros.push({ linha, campo: property, mensagem });
    }
  }
  return erros.length > 0 ? { erros } : { linhas };
}

function toFields(
  cells: readonly string[],
  columns: readonly (Column | undefined)[],
): Partial<Record<Column, string | number>> {
  const fields: Partial<Record<Column, string | number>> = {};
  for (const [index, name] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (name !== undefined && cell !== '') fields[name] = readCell(name, cell);
  }
  return fields;
}

function readCell(name: Column, cell: string): string | number {
  if (AMOUNTS.includes(name)) return readAmount(cell);
  if (DATES.includes(name)) return readDate(cell);
  // Text that is no integer stays as it is, and is refused.
  if (name === 'diasAposVencimento') return /^\d{1,5}$/.test(cell) ? Number(cell) : cell;
  return cell;
}

/** Returns `1.234,50`, `1234.5`, `R$ 12` or `2%` as decimal text. Other text stays as it is, and is refused. */
function readAmount(cell: string): string {
  const text = cell.replace(/^R\$\s*/i, '').replace(/\s*%$/, '');
  const brazilian = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(text);
  const [, whole, cents = ''] = brazilian ?? /^(\d+)\.(\d{1,2})$/.exec(text) ?? [];
  return whole === undefined ? cell : `${whole.replaceAll('.', '')}.${cents.padEnd(2, '0')}`;
}

function readDate(cell: string): string {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(cell) ?? [];
  return day === undefined ? cell : `${String(year)}-${String(month)}-${day}`;
}

function toBrazilianDate(day: string): string {
  return day.split('-').reverse().join('/');
}

/** Amounts may contain commas, so the header decides. */
function findDelimiter(text: string): ';' | ',' {
  const [header = ''] = text.split(/\r?\n/, 1);
  return header.includes(';') ? ';' : ',';
}

function checkHeader(
  header: readonly string[],
  columns: readonly (Column | undefined)[],
): string | undefined {
  const missing = REQUIRED.filter((name) => !columns.includes(name));
  if (missing.length > 0) return `faltam no cabeçalho: ${missing.join(', ')}`;
  const unknown = header.filter((_, index) => columns[index] === undefined);
  if (unknown.length > 0) return `colunas desconhecidas: ${unknown.join(', ')}`;
  return new Set(columns).size < columns.length ? 'o cabeçalho repete uma coluna' : undefined;
}

function refuse(linha: number, mensagem: string): ParsedCsv {
  return { erros: [{ linha, campo: null, mensagem }] };
}
