import { getLineage } from './brand.js';
import { isErrorLike, type ErrorLike } from './error-like.js';
import { redactValue } from './redact-value.js';
import { redact } from './redact.js';

const MAX_DEPTH = 5;

/** Properties of Node.js errors that contain no request, header or key. */
const FACTS = [
  'code',
  'errno',
  'syscall',
  'hostname',
  'host',
  'address',
  'port',
  'reason',
  'library',
];
const KNOWN = new Set<PropertyKey>(['name', 'message', 'stack', 'cause', 'errors', ...FACTS]);

/**
 * Returns a cause that is safe to print. An error with only safe properties is returned unchanged.
 * Any other error (an HTTP client's error contains the request with its headers and the agent with
 * its keys) is replaced by a redacted copy of its name, message, stack and {@link FACTS}.
 * @internal
 */
export function safeCause(cause: unknown, depth = 0): unknown {
  if (!isErrorLike(cause)) return redactValue(cause);
  if (isSafe(cause, depth)) return cause;
  return copyError(cause, depth);
}

function isSafe(error: ErrorLike, depth: number): boolean {
  if (getLineage(error) !== undefined) return true;
  if (depth >= MAX_DEPTH || !hasSafeTexts(error)) return false;
  return Reflect.ownKeys(error).every((key) => {
    if (typeof key === 'symbol') return !Object.prototype.propertyIsEnumerable.call(error, key);
    if (!KNOWN.has(key)) return false;
    const value: unknown = Reflect.get(error, key);
    return key === 'errors' && Array.isArray(value)
      ? value.every((item) => safeCause(item, depth + 1) === item)
      : safeCause(value, depth + 1) === value;
  });
}

/** Whether the texts need no redaction, also those that the error inherits. */
function hasSafeTexts({ name, message, stack }: ErrorLike): boolean {
  return [name, message, String(stack)].every((text) => redact(text) === text);
}

function copyError(error: ErrorLike, depth: number): Error {
  const copy = new Error(redact(error.message));
  hide(copy, 'name', redact(error.name));
  hide(copy, 'stack', redact(String(error.stack)));
  for (const fact of FACTS) {
    const value: unknown = Reflect.get(error, fact);
    if (typeof value === 'string') Reflect.set(copy, fact, redact(value));
    else if (typeof value === 'number') Reflect.set(copy, fact, redactValue(value));
  }
  if (depth < MAX_DEPTH) {
    if (error.cause !== undefined) hide(copy, 'cause', safeCause(error.cause, depth + 1));
    const errors: unknown = Reflect.get(error, 'errors');
    if (Array.isArray(errors)) {
      hide(
        copy,
        'errors',
        errors.map((item) => safeCause(item, depth + 1)),
      );
    }
  }
  return copy;
}

function hide(error: Error, key: string, value: unknown): void {
  Object.defineProperty(error, key, { value, configurable: true, writable: true });
}
