import { getLineage, isErrorLike, type ErrorLike } from './error-like.js';
import { isSecretName, redact } from './redact.js';
import { MASK } from './tax-ids.js';

const MAX_LEVELS = 8;
/** Limits the cost for large responses. */
const MAX_VALUES = 2000;
const MAX_CHARACTERS = 65_536;

/** The number of values and characters that may still be copied. */
interface Budget {
  values: number;
  characters: number;
}

/**
 * Fields of a pair such as `{ propriedade: 'devedor.cpf', valor: '…' }`, where one field names the
 * content of the other.
 */
const NAME_FIELDS = ['propriedade', 'campo', 'name', 'nome', 'field', 'key', 'header'];
const VALUE_FIELDS = new Set(['valor', 'value']);

/**
 * Copies plain data, with every text redacted and every field masked whose name marks it as a
 * secret or tax id. Values other than plain data (a Buffer, a socket) are replaced by their kind.
 * Omits everything beyond 2,000 values, 64 Ki characters or 8 levels.
 */
export function redactValue(value: unknown): unknown {
  return redactCopy(value, 0, { values: MAX_VALUES, characters: MAX_CHARACTERS });
}

/** Redacts a record or a list like {@link redactValue}, keeping its type. */
export function redactRecord<T extends object>(record: T): T {
  return redactValue(record) as T;
}

function redactCopy(value: unknown, depth: number, budget: Budget): unknown {
  budget.values -= 1;
  return typeof value === 'object' && value !== null
    ? copyObject(value, depth, budget)
    : copyPrimitive(value, budget);
}

function copyPrimitive(value: unknown, budget: Budget): unknown {
  if (typeof value === 'string') return redactString(value, budget);
  if (typeof value === 'number' || typeof value === 'bigint') {
    return redact(String(value)) === String(value) ? value : MASK;
  }
  return typeof value === 'function' ? '[function]' : value;
}

function copyObject(value: object, depth: number, budget: Budget): unknown {
  if (value instanceof Date) return value;
  if (depth >= MAX_LEVELS) return '[…]';
  if (Array.isArray(value)) return redactList(value, depth, budget);
  if (isErrorLike(value)) {
    return {
      name: redactString(value.name, budget),
      message: redactString(value.message, budget),
    };
  }
  if (!isPlainObject(value)) return `[${describeKind(value)}]`;
  return redactFields(value as Record<string, unknown>, depth, budget);
}

function redactString(text: string, budget: Budget): string {
  if (budget.characters <= 0) return '[…]';
  const redacted = redact(text);
  budget.characters -= redacted.length;
  return redacted;
}

function redactList(list: readonly unknown[], depth: number, budget: Budget): unknown[] {
  const copy: unknown[] = [];
  for (const [at, item] of list.entries()) {
    if (budget.values <= 0) break;
    const isMasked = isHeaderWithSecret(list[at - 1]) && item !== null && item !== undefined;
    copy.push(isMasked ? MASK : redactCopy(item, depth + 1, budget));
  }
  return copy;
}

/** Whether a list's item is a name whose value follows, as in the `rawHeaders` of Node.js. */
function isHeaderWithSecret(item: unknown): boolean {
  if (typeof item !== 'string' || item.length > 66) return false;
  const name = item.trim().replace(/\s*:$/, '');
  return /^[\w-]{1,64}$/.test(name) && isSecretName(name);
}

function redactFields(record: Record<string, unknown>, depth: number, budget: Budget): object {
  const named = NAME_FIELDS.some((field) => {
    const name = Object.hasOwn(record, field) ? record[field] : undefined;
    return typeof name === 'string' && isSensitiveName(name);
  });
  const entries: [string, unknown][] = [];
  for (const [key, value] of Object.entries(record)) {
    if (budget.values <= 0) break;
    const isSensitive = isSensitiveName(key) || (named && VALUE_FIELDS.has(key));
    const isMasked = isSensitive && value !== null && value !== undefined;
    entries.push([
      redactString(key, budget),
      isMasked ? MASK : redactCopy(value, depth + 1, budget),
    ]);
  }
  // fromEntries defines properties, so a key named __proto__ is plain data.
  return Object.fromEntries(entries);
}

function isSensitiveName(name: string): boolean {
  return isSecretName(name) || /cpf|cnpj/i.test(name);
}

function describeKind(value: object): string {
  const { constructor } = value as { constructor?: unknown };
  return typeof constructor === 'function' ? constructor.name : 'object';
}

/**
 * Whether a value is a plain object, also of another realm, whose `Object.prototype` is another
 * object.
 */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

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
