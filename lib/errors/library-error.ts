// The base class of the errors: what they print, and what they keep to themselves.

import { isErrorLike, getLineage, type ErrorLike } from './error-like.js';
import { getScope, inScope, redact, isSecretName, MASK } from './redact.js';

interface InspectOptions {
  readonly depth?: number | null;
}
type Inspect = (value: unknown, options: InspectOptions) => string;

/**
 * Base class of all errors of the library. Prints only its own enumerable fields, which contain no
 * secrets, and a cause without requests, headers or keys. Not exported by name: applications use
 * the two error families.
 */
export abstract class LibraryError extends Error {
  /** Stable identifier of the class, for programs and dashboards: `PIX_TIMEOUT`. */
  declare readonly code: string;

  /** Printing it later masks the secrets of the same account. */
  readonly #scope = getScope();

  /** @param message already redacted */
  protected constructor(message: string, cause: unknown) {
    super(message, cause === undefined ? undefined : { cause: safeCause(cause) });
  }

  /** Returns the fields that are printed in addition to name, code, message and cause. */
  protected printable(): Record<string, unknown> {
    return Object.fromEntries(Object.entries(this));
  }

  /**
   * Returns the error for `JSON.stringify` and structured logs. The cause is reduced to its name
   * and message.
   */
  toJSON(): Record<string, unknown> {
    return {
      name: this.name,
      code: this.code,
      message: this.message,
      ...this.printable(),
      ...(this.cause === undefined
        ? {}
        : { cause: inScope(this.#scope, () => causeToJSON(this.cause)) }),
    };
  }

  /** Returns the text for `console.log` and `util.inspect`: stack, code, fields and cause. */
  [Symbol.for('nodejs.util.inspect.custom')](
    depth: number,
    options: InspectOptions,
    inspect: Inspect,
  ): string {
    if (depth < 0) return `[${this.name}: ${this.message}]`;
    const known = Object.entries(this.printable()).filter(([, value]) => value !== undefined);
    const shown = {
      code: this.code,
      ...Object.fromEntries(known),
      ...(this.cause === undefined
        ? {}
        : { cause: inScope(this.#scope, () => safeCause(this.cause)) }),
    };
    return `${this.stack ?? `${this.name}: ${this.message}`} ${inspect(shown, options)}`;
  }
}

function causeToJSON(cause: unknown): unknown {
  return isErrorLike(cause)
    ? { name: cause.name, message: redact(cause.message) }
    : redactValue(cause);
}

/** Errors with frames: several callers may wait for the same token request, and so share its error. */
const extended = new WeakSet<object>();

/**
 * Adds the functions that wait for the one that calls this to the stack of an error, so that it shows
 * which code of the application made the call. An error that is created in an event of a socket has none
 * of them.
 *
 * Call it in the `catch` of an async function; a call that succeeds costs nothing.
 *
 * @returns the same error
 */
export function addCallerFrames(error: unknown): unknown {
  if (!isErrorLike(error) || extended.has(error)) return error;
  extended.add(error);
  const known = String(error.stack);
  const missing = listWaiting().filter((frame) => !known.includes(frame.trim()));
  if (missing.length > 0) hide(error, 'stack', [known, ...missing].join('\n'));
  return error;
}

/** Lists the frames of the functions that wait for the caller of {@link addCallerFrames}. */
function listWaiting(): string[] {
  const here: { stack?: string } = {};
  Error.captureStackTrace(here, addCallerFrames);
  const frames = (here.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return frames.slice(1).filter((frame) => !frame.includes('node:internal/'));
}

/** The fields that an object of an account shows when it is printed. */
export interface AccountView {
  readonly provider: string;
  readonly environment?: string;
  readonly clientId?: string;
}

/**
 * An object that works for one account. When it is printed (`console.log`, `util.inspect`,
 * `JSON.stringify`), it shows only which account it is: no token, header, address or key.
 */
export abstract class AccountObject {
  /** Returns the fields to show. */
  protected abstract accountView(): AccountView;

  toJSON(): AccountView {
    return this.accountView();
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    const view = Object.entries(this.accountView()).map(([name, value]) => `${name}: ${value}`);
    return `${this.constructor.name} { ${view.join(', ')} }`;
  }
}

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
const FACTS = 'code errno syscall hostname host address port reason library'.split(' ');
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
      const safe = errors.map((item) => safeCause(item, depth + 1));
      hide(copy, 'errors', safe);
    }
  }
  return copy;
}

function hide(error: object, key: string, value: unknown): void {
  Object.defineProperty(error, key, { value, configurable: true, writable: true });
}
