import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { PixRequestOptions } from 'nestjs-pix';
import { shopAttributes, shopMetrics } from '../metrics/shop-metrics.js';
import { forEachConcurrently } from './for-each-concurrently.js';

/** How a run ended; `busy`: another process was settling. */
type RunOutcome = 'done' | 'busy' | 'failed' | 'stopped';

/** Milliseconds until the next attempt for what could not be settled. */
const RECHECK_DELAY = 30_000;

/** Milliseconds until the next run in any case: another process may have stopped in the middle of something. */
const LONGEST_DELAY = 60_000;

/** Milliseconds until the next run while another process is settling. */
const BUSY_DELAY = 5_000;

/** Time limit of one request to the bank, in seconds. */
const REQUEST_DEADLINE = 10;

/**
 * Settles rows whose state must be read from the bank.
 *
 * It runs at the start, every minute, at the next instant in the database and, while a row cannot be settled, after 30
 * seconds. Runs do not overlap. All processes of the shop take part, one at a time.
 */
export abstract class Settlement implements OnApplicationBootstrap, OnModuleDestroy {
  protected readonly logger = new Logger(this.constructor.name);
  readonly #stopped = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Infinity;
  #running: Promise<void> = Promise.resolve();

  /** @param kind what is settled, for metrics and the log */
  protected constructor(private readonly kind: 'orders' | 'invoices' | 'subscriptions' | 'audit') {}

  /** Runs `settle` unless another process is settling. Returns whether it ran. */
  protected abstract settleExclusively(settle: () => Promise<void>): Promise<boolean>;

  /** Settles what is due at `now`. */
  protected abstract settleDue(now: Date): Promise<void>;

  /** Finds the instants at which something becomes due next. One that is not after `now` is tried again after 30 seconds. */
  protected abstract findNextDue(now: Date): Promise<readonly (Date | undefined)[]>;

  /** Does not wait for the first run, so that the shop starts even if the bank is unavailable. */
  onApplicationBootstrap(): void {
    this.wakeNow();
  }

  async onModuleDestroy(): Promise<void> {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Settles what can be settled now, after a run in progress, and schedules the next run. Never rejects. */
  sweep(): Promise<void> {
    this.#running = this.#running.then(async () => {
      this.wakeAt(new Date(Date.now() + LONGEST_DELAY));
      const outcome = await this.#run(new Date());
      shopMetrics().settlementRuns.add(1, {
        [shopAttributes.settlement]: this.kind,
        [shopAttributes.outcome]: outcome,
      });
    });
    return this.#running;
  }

  /** Schedules a run immediately. */
  wakeNow(): void {
    this.wakeAt(new Date());
  }

  /** Schedules a run after 30 seconds, unless an earlier one is scheduled. */
  wakeSoon(): void {
    this.wakeAt(new Date(Date.now() + RECHECK_DELAY));
  }

  /** Schedules a run at `instant`, unless an earlier one is scheduled. */
  wakeAt(instant: Date): void {
    if (this.#isStopped() || instant.getTime() >= this.#wakesAt) return;
    clearTimeout(this.#timer);
    this.#wakesAt = instant.getTime();
    const delay = Math.min(Math.max(this.#wakesAt - Date.now(), 0), LONGEST_DELAY);
    this.#timer = setTimeout(() => {
      this.#wakesAt = Infinity;
      void this.sweep();
    }, delay);
    this.#timer.unref();
  }

  /** Options of each request to the bank: it ends with the application. */
  protected get request(): PixRequestOptions {
    return { signal: this.#stopped.signal, deadline: REQUEST_DEADLINE };
  }

  /**
   * Settles rows, up to 4 at a time, until the application stops. A failure is logged and does not affect the others.
   *
   * @param name how the log names a row
   */
  protected async settleEach<Row>(
    rows: readonly Row[],
    settle: (row: Row) => Promise<void>,
    name: (row: Row) => string,
  ): Promise<void> {
    await forEachConcurrently(rows, async (row) => {
      if (this.#isStopped()) return;
      try {
        await settle(row);
      } catch (error) {
        if (this.#isStopped()) return;
        shopMetrics().settlementFailures.add(1, { [shopAttributes.settlement]: this.kind });
        this.logger.error(`${name(row)} could not be settled; trying again`, error);
      }
    });
  }

  async #run(now: Date): Promise<RunOutcome> {
    try {
      const ran = await this.settleExclusively(() => this.settleDue(now));
      if (!ran) this.wakeAt(new Date(Date.now() + BUSY_DELAY));
      for (const next of await this.findNextDue(now)) {
        if (!next) continue;
        if (next <= now) this.wakeSoon();
        else this.wakeAt(next);
      }
      return ran ? 'done' : 'busy';
    } catch (error) {
      if (this.#isStopped()) return 'stopped';
      this.logger.error(`Settling ${this.kind} failed; trying again`, error);
      this.wakeSoon();
      return 'failed';
    }
  }

  #isStopped(): boolean {
    return this.#stopped.signal.aborted;
  }
}
