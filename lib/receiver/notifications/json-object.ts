import { isDeeper } from '../../contract/validation/index.js';

export type JsonObject = Record<string, unknown>;

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Much deeper than any notification, and shallow enough for whoever walks it. */
const MAX_DEPTH = 64;

/**
 * Data from JSON text; throws a SyntaxError, also on data that is nested too deep. A field named `__proto__` is dropped
 * rather than refused: it never is part of a notification, but a payer may write the word in a text that is.
 */
export function parseJson(text: string): unknown {
  const suspicious = text.includes('__proto__') || text.includes('\\u00');
  const data: unknown = JSON.parse(
    text,
    suspicious
      ? (name: string, value: unknown) => (name === '__proto__' ? undefined : value)
      : undefined,
  );
  if (isDeeper(data, MAX_DEPTH)) throw new SyntaxError('nested too deep');
  return data;
}
