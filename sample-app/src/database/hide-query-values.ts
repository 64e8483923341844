import { DrizzleQueryError } from 'drizzle-orm';

/** Values of a failed query in the text of its error, which may be a stack. */
const VALUES = /(Failed query: [^]*?)\nparams: [^]*?(?=\n {4}at |$)/g;

/** Class 22 of PostgreSQL: the messages quote a value, unlike those of other classes. */
const DATA_EXCEPTION = '22';

/**
 * Returns an error or its text for the log: of a failed query it keeps the statement and the reason, and omits the values,
 * such as names, tax ids and hashes of passwords. Anything else is returned as it is.
 */
export function hideQueryValues(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(VALUES, '$1');
  if (!(value instanceof Error) || !hasQueryError(value)) return value;
  const safe = new Error(String(hideQueryValues(value.message)));
  safe.name = value.name;
  safe.stack = String(hideQueryValues(value.stack ?? value.message));
  const cause =
    value instanceof DrizzleQueryError ? describeCause(value.cause) : hideQueryValues(value.cause);
  return Object.assign(safe, { cause });
}

/** PostgreSQL puts the values of a row into `detail` and `where`, so only these fields are kept. */
function describeCause(cause: unknown): string {
  const { code = '', message = '' } = (cause ?? {}) as { code?: string; message?: string };
  return code.startsWith(DATA_EXCEPTION) ? code : [code, message].filter(Boolean).join(' ');
}

function hasQueryError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof DrizzleQueryError || hasQueryError(error.cause);
}
