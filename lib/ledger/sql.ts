/**
 * Text of SQL. Statements of the ledger have no parameters, because libraries pass them differently
 * in a transaction; {@link sql} writes each value so that no part of it is interpreted as SQL.
 */
export class Sql {
  constructor(readonly text: string) {}
}

/** What {@link sql} writes as a value: objects as jsonb, lists of text as text[]. */
export type SqlValue =
  Sql | string | number | boolean | Date | readonly string[] | object | null | undefined;

/** Builds a statement. Text is written as hexadecimal digits of its UTF-8 bytes. */
export function sql(parts: TemplateStringsArray, ...values: readonly SqlValue[]): Sql {
  const text = parts.reduce((before, part, at) => before + toLiteral(values[at - 1]) + part);
  return new Sql(text);
}

function toLiteral(value: SqlValue): string {
  if (value instanceof Sql) return value.text;
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'string') {
    return `convert_from(decode('${Buffer.from(value).toString('hex')}', 'hex'), 'UTF8')`;
  }
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return `'${value.toISOString()}'::timestamptz`;
  if (Array.isArray(value))
    return `ARRAY[${value.map((each) => toLiteral(String(each))).join()}]::text[]`;
  return `${toLiteral(JSON.stringify(value))}::jsonb`;
}

/** The name of a column, or another text that is SQL. */
export function raw(text: string): Sql {
  return new Sql(text);
}

/** Seconds as an interval of the server's clock; the clocks of the processes may differ. */
export function seconds(count: number): Sql {
  return new Sql(`make_interval(secs => ${count})`);
}

/** Statements or values with commas between them. */
export function joined(parts: readonly Sql[]): Sql {
  return new Sql(parts.map(({ text }) => text).join(', '));
}

/** The pause before attempt number `count`, which doubles up to `most` seconds. */
export function pause(count: number, most = 15): Sql {
  return seconds(Math.min(most, 0.25 * 2 ** Math.min(count, 30)));
}
