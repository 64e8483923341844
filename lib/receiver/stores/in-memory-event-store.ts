import type { Logger } from '@nestjs/common';
import { anyFunction, must, objectOf, OptionChecker } from '../../options/index.js';
import { DAY_SECONDS, type PixRuntime, systemRuntime } from '../../runtime/index.js';
import type { PixEventClaim, PixEventState, PixEventStore } from './event-store.js';

export interface InMemoryEventStoreOptions {
  /** How long a completed key is stored, in seconds. Default: 7 days. */
  ttl?: number | undefined;
  /** How many completed keys are stored; the oldest is deleted first. Default: 100,000. */
  maxEntries?: number | undefined;
  /** Returns monotonic milliseconds. Default: the clock of the process. */
  now?: (() => number) | undefined;
}

const notNegative = (unit: string) =>
  must(`${unit}, 0 or more`, (value) => typeof value === 'number' && value >= 0);

const optionsRule = objectOf<InMemoryEventStoreOptions>({
  ttl: notNegative('a number of seconds'),
  maxEntries: notNegative('a number'),
  now: anyFunction,
});

interface Done {
  readonly expiresAt: number;
  /** When it was completed, in milliseconds since the epoch. */
  readonly completedAt: number;
  readonly digest: string;
}

/**
 * The default {@link PixEventStore}: it records only what this process has handled since it
 * started. For development, and for a single process whose handlers may run again after a restart.
 * In production use a `PostgresEventStore` or a `RedisEventStore`; otherwise the receiver logs a
 * warning.
 */
export class InMemoryEventStore implements PixEventStore {
  readonly batches = true;
  readonly #running = new Map<string, string>();
  /** Digests of events that failed and were not completed since. */
  readonly #failed = new Map<string, string>();
  /** All entries have the same lifetime, so the insertion order is the order of expiry. */
  readonly #done = new Map<string, Done>();
  readonly #ttl: number;
  readonly #maxEntries: number;
  readonly #runtime: PixRuntime;
  readonly #elapsed: () => number;
  /** When the oldest completed key expires. */
  #nextExpiry = Infinity;
  #fence = 0;
  #remembersSince: number;

  /** @throws ConfigurationError that lists the problems of the options */
  constructor(
    options: InMemoryEventStoreOptions = {},
    /** @internal */
    runtime: PixRuntime = systemRuntime,
  ) {
    const checker = new OptionChecker('InMemoryEventStore');
    checker.shape(options, optionsRule);
    checker.throwIfAny();
    this.#ttl = (options.ttl ?? 7 * DAY_SECONDS) * 1000;
    this.#maxEntries = options.maxEntries ?? 100_000;
    this.#runtime = runtime;
    this.#elapsed = options.now ?? (() => runtime.elapsed());
    this.#remembersSince = runtime.now();
  }

  begin(key: string): PixEventState;
  begin(key: string, digest: string): PixEventClaim;
  begin(key: string, digest?: string): PixEventState | PixEventClaim {
    const claim = this.#claim(key, digest ?? '');
    return digest === undefined ? claim.state : claim;
  }
  complete(key: string): void {
    const digest = this.#running.get(key) ?? '';
    const expiresAt = this.#elapsed() + this.#ttl;
    this.#running.delete(key);
    this.#done.delete(key);
    this.#done.set(key, { expiresAt, completedAt: this.#runtime.now(), digest });
    this.#nextExpiry = Math.min(this.#nextExpiry, expiresAt);
    this.#deleteOld();
  }

  fail(key: string): void {
    const digest = this.#running.get(key);
    if (digest === undefined) return;
    this.#running.delete(key);
    this.#failed.set(key, digest);
    for (const oldest of this.#failed.keys()) {
      if (this.#failed.size <= this.#maxEntries) return;
      this.#failed.delete(oldest);
    }
  }

  /**
   * Returns the start of the process, or the instant at which the last of the deleted keys was
   * completed.
   */
  remembersSince(): Date {
    return new Date(this.#remembersSince);
  }

  #claim(key: string, digest: string): PixEventClaim {
    this.#deleteOld();
    const done = this.#done.get(key);
    const before = done?.digest ?? this.#running.get(key) ?? this.#failed.get(key);
    const conflicting = Boolean(digest && before && digest !== before);
    if (done) return { state: 'done', conflicting, known: true };
    if (this.#running.has(key)) return { state: 'running', conflicting, known: true };
    this.#failed.delete(key);
    this.#running.set(key, digest);
    // In microseconds since the epoch, so that it also grows across restarts.
    this.#fence = Math.max(this.#fence + 1, Math.floor(this.#runtime.now() * 1000));
    return { state: 'new', fence: this.#fence, conflicting, known: before !== undefined };
  }

  #deleteOld(): void {
    const now = this.#elapsed();
    if (now < this.#nextExpiry && this.#done.size <= this.#maxEntries) return;
    this.#nextExpiry = Infinity;
    for (const [key, { expiresAt, completedAt }] of this.#done) {
      if (expiresAt > now && this.#done.size <= this.#maxEntries) {
        this.#nextExpiry = expiresAt;
        return;
      }
      this.#done.delete(key);
      this.#remembersSince = Math.max(this.#remembersSince, completedAt);
    }
  }
}

/**
 * Warns in production that the in-memory store loses its records when the process ends.
 */
export function warnAboutInMemoryStore(
  store: PixEventStore,
  logger: Pick<Logger, 'warn'>,
  environment = process.env.NODE_ENV,
): void {
  if (environment !== 'production' || !(store instanceof InMemoryEventStore)) return;
  logger.warn(
    'The in-memory event store loses its records on every restart, so a repeated notification runs ' +
      'its handlers again, and it is not shared between processes: set `store` to a PostgresEventStore or a RedisEventStore',
  );
}
