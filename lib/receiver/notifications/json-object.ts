import { MAX_BODY_DEPTH } from '../../contract/index.js';
import { isDeeper } from '../../errors/index.js';

export type JsonObject = Record<string, unknown>;

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/**
 * Parses JSON text. Drops fields named `__proto__` instead of refusing them: they are never part of
 * a notification, but a payer may write the word in a text that is.
 *
 * @throws SyntaxError on invalid JSON, or on data that is nested too deeply
 */
export function parseJson(text: string): unknown {
  const suspicious = text.includes('__proto__') || text.includes('\\u00');
  const data: unknown = JSON.parse(
    text,
    suspicious
      ? (name: string, value: unknown) => (name === '__proto__' ? undefined : value)
      : undefined,
  );
  if (isDeeper(data, MAX_BODY_DEPTH)) throw new SyntaxError('nested too deeply');
  return data;
}
