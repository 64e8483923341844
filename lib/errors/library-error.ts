import { isErrorLike } from './error-like.js';
import { redactValue, safeCause } from './redact-value.js';
import { getScope, inScope, redact } from './redact.js';

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
  if (missing.length > 0) {
    const stack = [known, ...missing].join('\n');
    Object.defineProperty(error, 'stack', { value: stack, configurable: true, writable: true });
  }
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
