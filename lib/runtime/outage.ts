import type { PixRuntime } from './runtime.js';

/** The reports of an {@link Outage}, each made once. */
export interface OutageReport {
  /** The first failure after the service worked. */
  down(error: unknown): void;
  /** The first success after a failure. */
  back(): void;
}

/** How long a failed service is not used before it is tried again, in milliseconds. */
const PAUSE_MS = 5000;

/**
 * Tracks whether an optional service, such as a shared token store, is unavailable. During an
 * outage, one operation every five seconds tries the service and all others skip it, so that an
 * outage does not slow down every call.
 */
export class Outage {
  /** When the service may be tried again; `undefined` while it works. */
  #nextTry: number | undefined;

  constructor(
    private readonly runtime: PixRuntime,
    private readonly report: OutageReport,
  ) {}

  /** Whether to use the service now. During an outage, `true` permits one attempt. */
  mayTry(): boolean {
    if (this.#nextTry === undefined) return true;
    const now = this.runtime.elapsed();
    if (now < this.#nextTry) return false;
    this.#nextTry = now + PAUSE_MS;
    return true;
  }

  failed(error: unknown): void {
    const isNew = this.#nextTry === undefined;
    this.#nextTry = this.runtime.elapsed() + PAUSE_MS;
    if (isNew) this.report.down(error);
  }

  answered(): void {
    if (this.#nextTry === undefined) return;
    this.#nextTry = undefined;
    this.report.back();
  }
}
