import { isErrorLike } from './error-like.js';
import { redactValue } from './redact-value.js';
import { redact } from './redact.js';
import { safeCause } from './safe-cause.js';

interface InspectOptions {
  readonly depth?: number | null;
}
type Inspect = (value: unknown, options: InspectOptions) => string;

/**
 * How every error of the library prints: its own enumerable fields, which hold no secret, and a
 * cause without the request, headers or keys that it may hold. Not exported by name: applications
 * tell errors by the two families.
 */
export abstract class LibraryError extends Error {
  /** Stable identifier of the class, for programs and dashboards: `PIX_TIMEOUT`. */
  declare readonly code: string;

  /** @param message already redacted */
  protected constructor(message: string, cause: unknown) {
    super(message, cause === undefined ? undefined : { cause: safeCause(cause) });
  }

  /** Fields that are printed beside name, code, message and cause. */
  protected printable(): Record<string, unknown> {
    return Object.fromEntries(Object.entries(this));
  }

  /** For `JSON.stringify` and structured logs; the cause is reduced to its name and message. */
  toJSON(): Record<string, unknown> {
    return {
      name: this.name,
      code: this.code,
      message: this.message,
      ...this.printable(),
      ...(this.cause === undefined ? {} : { cause: causeToJSON(this.cause) }),
    };
  }

  /** What `console.log` and `util.inspect` show: stack, code, fields and cause. */
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
