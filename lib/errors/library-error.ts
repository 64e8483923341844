import { isErrorLike } from './error-like.js';
import { redactValue } from './redact-value.js';
import { redact } from './redact.js';
import { safeCause } from './safe-cause.js';

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
      ...(this.cause === undefined ? {} : { cause: causeToJSON(this.cause) }),
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
      ...(this.cause === undefined ? {} : { cause: safeCause(this.cause) }),
    };
    return `${this.stack ?? `${this.name}: ${this.message}`} ${inspect(shown, options)}`;
  }
}

function causeToJSON(cause: unknown): unknown {
  return isErrorLike(cause)
    ? { name: cause.name, message: redact(cause.message) }
    : redactValue(cause);
}
