import { isErrorLike } from './error-like.js';
import { isSecretName, MASK, redact } from './redact.js';

const MAX_DEPTH = 8;

/**
 * A copy of plain data with every text in it redacted and every field named like a secret masked.
 * What is not plain data (a Buffer, a socket) is replaced by its kind, since it can hold anything.
 */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'function' ? '[function]' : value;
  }
  if (value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return '[…]';
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  if (isErrorLike(value)) return { name: value.name, message: redact(value.message) };
  if (!isPlainObject(value)) return `[${value.constructor.name}]`;
  return redactRecord(value as Record<string, unknown>, depth);
}

/** {@link redactValue} of a record, keeping its type. */
export function redactRecord<T extends object>(record: T, depth = 0): T {
  // fromEntries defines properties, so a key named __proto__ stays data.
  return Object.fromEntries(
    Object.entries(record).map(([key, value]: [string, unknown]) => [
      key,
      isSecretName(key) && value !== null && value !== undefined
        ? MASK
        : redactValue(value, depth + 1),
    ]),
  ) as T;
}

/** True across realms, where `Object.prototype` is another object. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
