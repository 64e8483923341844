import type { PixRequestOptions } from 'nestjs-pix';
import { shopAttributes, shopMetrics } from '../metrics/shop-metrics.js';

/** How a run ended; `busy`: another process was settling. */
export type RunOutcome = 'done' | 'busy' | 'failed' | 'stopped';

/** Milliseconds until the next attempt for what could not be settled. */
const RECHECK_DELAY = 30_000;

/** Milliseconds until the next run in any case: another process may have stopped in the middle of something. */
const LONGEST_DELAY = 60_000;

/** Milliseconds until the next run while another process is settling. */
const BUSY_DELAY = 5_000;

/** Time limit of one request to the bank, in seconds. */
const REQUEST_DEADLINE = 10;

/** Runs a settlement at the start, every minute, and when asked. Runs do not overlap. */
export class SettlementTimer {
  readonly #stopped = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Infinity;
  #running: Promise<void> = Promise.resolve();

  /**
   * @param kind what is settled, for metrics
   * @param settle one run; never rejects
   */
  constructor(
    private readonly kind: 'orders' | 'invoices' | 'subscriptions',
    private readonly settle: () => Promise<RunOutcome>,
  ) {}

  #isStopped(): boolean {
    return this.signal.aborted;
  }

  /** Aborted when the application stops. */
  get signal(): AbortSignal {
    return this.#stopped.signal;
  }

  /** Options of each request to the bank: it ends with the application. */
  get request(): PixRequestOptions {
    return { signal: this.signal, deadline: REQUEST_DEADLINE };
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Runs now, after a run in progress. */
  sweep(): Promise<void> {
    this.#running = this.#running.then(async () => {
      this.wakeAt(new Date(Date.now() + LONGEST_DELAY));
      const outcome = await this.settle();
      shopMetrics().settlementRuns.add(1, {
        [shopAttributes.settlement]: this.kind,
        [shopAttributes.outcome]: outcome,
      });
    });
    return this.#running;
  }

  /** Schedules a run at `instant`, unless an earlier one is scheduled. */
  wakeAt(instant: Date): void {
    if (this.signal.aborted || instant.getTime() >= this.#wakesAt) return;
    clearTimeout(this.#timer);
    this.#wakesAt = instant.getTime();
    const delay = Math.min(Math.max(this.#wakesAt - Date.now(), 0), LONGEST_DELAY);
    this.#timer = setTimeout(() => {
      this.#wakesAt = Infinity;
      void this.sweep();
    }, delay);
    this.#timer.unref();
  }

  /** Schedules a run after 30 seconds, unless an earlier one is scheduled. */
  wakeSoon(): void {
    this.wakeAt(new Date(Date.now() + RECHECK_DELAY));
  }

  /**
   * Settles items, up to 4 at a time, until the application stops. A failure is reported and does not affect the others.
   */
  async settleEach<T>(
    items: readonly T[],
    settle: (item: T) => Promise<void>,
    report: (item: T, error: unknown) => void,
  ): Promise<void> {
    await forEachConcurrently(items, async (item) => {
      if (this.#isStopped()) return;
      try {
        await settle(item);
      } catch (error) {
        if (this.#isStopped()) return;
        shopMetrics().settlementFailures.add(1, { [shopAttributes.settlement]: this.kind });
        report(item, error);
      }
    });
  }

  /** Schedules a run after 5 seconds, in which the process that is settling may end. */
  wakeWhenFree(): void {
    this.wakeAt(new Date(Date.now() + BUSY_DELAY));
  }
}

/** Handles items with up to 4 at a time. `handle` must not reject. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  handle: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await handle(item);
  };
  await Promise.all(Array.from({ length: CONCURRENT }, work));
}

const CONCURRENT = 4;
