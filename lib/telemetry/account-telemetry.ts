import type { PixAccountLabels, PixCallActivity } from './activities.js';
import type { PixRequestInfo, PixResponseInfo } from './hooks.js';
import type { PixTelemetry } from './pix-telemetry.js';

/** Writes the log lines of an account's calls. Its methods never throw. */
export interface CallLog {
  /** A call ended. @param error what it threw; `undefined` after a success */
  ended(call: PixCallActivity, durationMs: number, error: unknown): void;
  /** A request is sent again. @param cause why the previous one failed */
  repeated(call: PixCallActivity, number: number, cause: unknown): void;
  /** Whether it writes a line for a call with `differences`. */
  readonly writesDifferences: boolean;
}

/** The observers of an account. Absent ones cost nothing. */
export interface AccountTelemetry {
  readonly account: PixAccountLabels;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
  readonly telemetry?: PixTelemetry | undefined;
  readonly log?: CallLog | undefined;
  /** Never throws; as {@link onResponse}. */
  readonly onRequest?: ((request: PixRequestInfo) => void) | undefined;
  readonly onResponse?: ((response: PixResponseInfo) => void) | undefined;
  /** Headers of a response that are safe to show, in addition to common ones. */
  readonly safeHeaders: readonly string[];
}
