import type { PixRuntime } from './runtime.js';

/** What an {@link Outage} reports, once each. */
export interface OutageReport {
  /** The first failure after the service worked. */
  down(error: unknown): void;
  /** The first answer after a failure. */
  back(): void;
}

/** How long a service that failed is left alone before it is tried again. */
const PAUSE_MS = 5000;

/**
 * Whether an optional service, such as a shared token store, is down. While it is, one operation every five seconds
 * tries it and the others do without it, so that an outage does not slow every call down.
 */
export class Outage {
  /** When the service may be tried again; `undefined` while it works. */
  #nextTry: number | undefined;

  constructor(
    private readonly runtime: PixRuntime,
    private readonly report: OutageReport,
  ) {}

  /** Whether to use the service now. During an outage `true` is the permission for one try. */
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
