import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { TIME_ZONE } from './period.js';

/** A column of an export. */
export interface CsvColumn<View> {
  readonly titulo: string;
  /** `null` is an empty cell. */
  readonly valor: (view: View) => string | null;
}

/** Spreadsheets in Portuguese separate cells by semicolons, and read UTF-8 only with this mark. */
const SEPARATOR = ';';
const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet would evaluate as a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * Matches cells that need quotes: those with a quote, a semicolon, a tab, a line break or a comma. Some spreadsheets also
 * split at commas and tabs: without quotes, `a,=1+1` becomes a text and a formula. The decimal comma of an amount (`37,00`)
 * does not match.
 */
const SPECIAL = /[";\t\r\n]|,(?!\d+$)/;

/** Whether a cell must be quoted. */
export function mustQuote(cell: string): boolean {
  return SPECIAL.test(cell);
}

/** Streams an export: rows are read from the database as the client receives them. */
export function toCsvFile<View>(
  name: string,
  columns: readonly CsvColumn<View>[],
  views: AsyncIterable<View>,
): StreamableFile {
  const file = new StreamableFile(Readable.from(writeCsv(columns, views)), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}.csv"`,
  });
  // By default, Nest ends the response, and an incomplete file would look complete.
  return file.setErrorHandler((error, response) => {
    (response as unknown as { destroy(error: Error): void }).destroy(error);
  });
}

/** Writes the lines of an export. */
export async function* writeCsv<View>(
  columns: readonly CsvColumn<View>[],
  views: AsyncIterable<View>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + writeLine(columns.map(({ titulo }) => titulo));
  for await (const view of views) yield writeLine(columns.map(({ valor }) => valor(view) ?? ''));
}

/** Decimal text with the comma of Brazilian spreadsheets. */
export function toCsvMoney(valor: string): string {
  return valor.replace('.', ',');
}

const instants = new Intl.DateTimeFormat('pt-BR', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Date and time of São Paulo, as Brazilian spreadsheets read them. */
export function toCsvInstant(instant: string | null): string | null {
  return instant === null ? null : instants.format(new Date(instant)).replace(',', '');
}

function writeLine(cells: readonly string[]): string {
  return `${cells.map(writeCell).join(SEPARATOR)}\r\n`;
}

/** An apostrophe makes a spreadsheet show a text instead of evaluating it. */
function writeCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return mustQuote(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
