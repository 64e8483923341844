import type { PixAccountLabels, PixActivity, PixEventCount } from './activities.js';

/** The current readings of an account. */
export interface PixAccountReadings {
  /** Whole days until the client certificate expires; `undefined` without a certificate. */
  readonly certificateDaysLeft: number | undefined;
  /** The number of calls in flight. */
  readonly inFlight: number;
  /** The repeats that are left; `undefined` if calls are not repeated or the number is not limited. */
  readonly retryBudgetLeft: number | undefined;
}

/** The current readings of a ledger. */
export interface PixLedgerReadings {
  readonly unsettled: number;
  /** In seconds. */
  readonly oldestUnsettled: number;
  readonly tasks: number;
  /** The difference to the bank in the last books of each account, in BRL. */
  readonly differences: ReadonlyMap<string, number>;
}

/**
 * Observes client and receiver. `openTelemetry()` of `nestjs-pix/opentelemetry` implements it. An
 * implementation must not throw, and must not change what the work returns or throws.
 */
export interface PixTelemetry {
  /**
   * Runs the work once and returns its promise. Work within it, such as the attempts of a call, runs
   * in its asynchronous context.
   */
  observe<T>(activity: PixActivity, work: () => Promise<T>): Promise<T>;
  /** Counts an event that the receiver has passed on. */
  countEvent(event: PixEventCount): void;
  /** Returns the current trace context as fields for the queue; `undefined` without one. */
  injectTrace(): Record<string, string> | undefined;
  /**
   * Reads an account when metrics are collected.
   *
   * @param readings must be referenced weakly: an account that nobody uses disappears
   * @returns ends it
   */
  watchAccount(account: PixAccountLabels, readings: PixAccountReadings): () => void;
  /**
   * Reads a ledger when metrics are collected.
   *
   * @returns ends it
   */
  watchLedger?(account: string, read: () => Promise<PixLedgerReadings>): () => void;
}

/** Injection token of the `PixTelemetry` of an application; the same for every copy of the library. */
export const PIX_TELEMETRY = Symbol.for('nestjs-pix.telemetry');

/** Runs work with an observer, or without one. */
export function observe<T>(
  telemetry: PixTelemetry | undefined,
  activity: PixActivity,
  work: () => Promise<T>,
): Promise<T> {
  return telemetry ? telemetry.observe(activity, work) : work();
}
