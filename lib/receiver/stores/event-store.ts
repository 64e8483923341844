// What a receiver expects of a store of events, and the one in memory.

import type { Logger } from '@nestjs/common';
import { ConfigurationError } from '../../errors/index.js';
import { checkOptions, must, withMethods, defineOptions } from '../../options/index.js';
import { DAY_SECONDS, type PixRuntime, remember, systemRuntime } from '../../runtime/index.js';

/**
 * - `new`: never seen, failed before, or abandoned by a process that has died. The caller now holds
 * it.
 * - `running`: another caller holds it.
 * - `done`: it is completed.
 */
export type PixEventState = 'new' | 'running' | 'done';

/** The detailed result of {@link PixEventStore.begin}. */
export interface PixEventClaim {
  readonly state: PixEventState;
  /** With `new`: a positive integer, greater than that of every earlier claim of the same key. */
  readonly fence?: number | undefined;
  /** With `new`: aborts when the lease is lost, or could not be renewed before its end. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the store has the key with a different digest. */
  readonly conflicting?: boolean | undefined;
  /** Whether the store has a record of an earlier claim of this key. */
  readonly known?: boolean | undefined;
}

/**
 * Records which handler has completed which event. In memory by default; with a store in a database
 * or Redis, several processes can share the work.
 *
 * A key identifies one handler's work on one event, so a handler that succeeded does not run again
 * if another handler of the same event failed. It contains no personal data.
 *
 * Delivery is at least once: `begin` is recorded before the handler runs and `complete` after it.
 * If the process crashes in between, the handler runs again at the provider's next delivery, unless
 * the handler completes the event in its own transaction ({@link PixEventStore.completeIn}). A
 * persistent store must release the keys of a dead process (a lease, renewed while the handler
 * runs), and its `begin` must be atomic: exactly one of several concurrent callers gets `new`.
 *
 * A store may return only the state from `begin`, accept only one argument, and omit the optional
 * methods. The receiver then works without fencing, detection of contradictory deliveries and
 * completion in a transaction.
 */
export interface PixEventStore {
  /**
   * Whether concurrent calls share round trips to the server. The receiver then claims all events
   * of a notification at once; otherwise it uses the store for at most
   * `PixWebhookReceiverOptions.concurrency` of them at a time. Default: false.
   */
  readonly batches?: boolean | undefined;
  /**
   * Takes the key if it is free. Returns the state in which it was found.
   *
   * @param digest of the event's content, to be stored with the key and replaced when the key is
   * taken again. The stores of this library return a {@link PixEventClaim} if it is given, and only
   * the state otherwise.
   */
  begin(
    key: string,
    digest?: string,
  ): PixEventState | PixEventClaim | Promise<PixEventState | PixEventClaim>;
  /**
   * Marks the key as `done` after the handler succeeded, for as long as the provider may repeat the
   * event.
   *
   * @param fence of the claim, if there was one
   */
  complete(key: string, fence?: number): void | Promise<void>;
  /**
   * Releases the key after the handler failed. Has no effect if another caller has taken the key
   * since.
   */
  fail(key: string, fence?: number): void | Promise<void>;
  /**
   * Completes the key within the caller's transaction, so that the completion and the handler's own
   * changes are committed together or not at all. Rejects, and thereby rolls the transaction back,
   * if the claim was lost.
   */
  completeIn?(transaction: PixTransaction, key: string, fence: number): Promise<void>;
  /**
   * Opens a transaction, completes the key and runs `work` in it, and commits. Resolves to the
   * result of `work` once the commit is certain. Rejects if the transaction is rolled back, if the
   * claim was lost, and if it is unknown whether the commit had an effect.
   */
  transaction?<T>(
    key: string,
    fence: number,
    work: (client: PixTransactionClient) => Promise<T>,
  ): Promise<T>;
  /**
   * Whether the key is `done`. Called after the handler used {@link completeIn}, to verify that its
   * transaction committed.
   */
  isComplete?(key: string): boolean | Promise<boolean>;
  /**
   * Returns the instant since which the store remembers every completed event. The receiver uses it
   * for notifications that a refund causes: a Pix that is older, contains a refund and is unknown
   * to the store counts as handled before.
   */
  remembersSince?(): Date;
}

/**
 * A client of `pg` or PGlite within `BEGIN`, or TypeORM's `EntityManager` or `QueryRunner` within a
 * transaction.
 */
export interface PixQueryTransaction {
  query(text: string): PromiseLike<unknown>;
}

/** The `tx` of Drizzle's `db.transaction()`. */
export interface PixExecuteTransaction {
  execute(text: string): PromiseLike<unknown>;
}

/** The `tx` of Prisma's interactive `$transaction()`. */
export interface PixPrismaTransaction {
  $queryRawUnsafe(text: string): PromiseLike<unknown>;
}

/** An open transaction of PostgreSQL, as common libraries provide it. */
export type PixTransaction = PixQueryTransaction | PixExecuteTransaction | PixPrismaTransaction;

/**
 * The connection of `context.transaction()`: a client of `pg`, or the transaction of PGlite. Do not
 * end the transaction and do not release the client.
 */
export interface PixTransactionClient {
  /**
   * Runs a statement.
   *
   * @param values the values of its parameters (`$1`)
   */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as in pg
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** Runs one statement without parameters. Resolves to its rows. */
export type RunStatement = (text: string) => Promise<readonly unknown[]>;

/**
 * Returns a function that runs a statement in a transaction. Drizzle's `tx` also has a `query`,
 * which is not a function.
 *
 * @param owner the method that requires the transaction
 * @throws ConfigurationError if the value is not a supported transaction
 */
export function statementRunner(transaction: PixTransaction, owner = 'The method'): RunStatement {
  const { query, $queryRawUnsafe, execute } = transaction as Partial<
    PixQueryTransaction & PixPrismaTransaction & PixExecuteTransaction
  >;
  const method = [query, $queryRawUnsafe, execute].find((each) => typeof each === 'function');
  if (!method) {
    throw new ConfigurationError(
      `${owner} requires an open transaction: a client of pg, the tx of Drizzle or Prisma, or the EntityManager of TypeORM.`,
    );
  }
  return async (text) => readRows(await method.call(transaction, text));
}

/**
 * Reads `{ rows }` of pg, PGlite and Drizzle, or the plain list of TypeORM, Prisma and postgres.js.
 */
function readRows(result: unknown): readonly unknown[] {
  if (Array.isArray(result)) return result;
  const { rows } = result as { rows?: unknown };
  return Array.isArray(rows) ? rows : [];
}

/**
 * Another process has taken over the event, or may have: the reason of an aborted `context.signal`.
 */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(key: string, reason: string) {
    super(`The lease of ${key} is lost: ${reason}.`);
  }
}

/** The rule of an option that is a `PixEventStore`. */
export const storeRule = withMethods(
  'a store with the methods begin, complete and fail, such as a PostgresEventStore',
  ['begin', 'complete', 'fail'],
  ['completeIn', 'transaction', 'isComplete', 'remembersSince'],
);

export interface InMemoryEventStoreOptions {
  /** How long a completed key is stored, in seconds. Default: 7 days. */
  ttl?: number | undefined;
  /** How many completed keys are stored; the oldest is deleted first. Default: 100,000. */
  maxEntries?: number | undefined;
}

const notNegative = (unit: string) =>
  must(`${unit}, 0 or more`, (value) => typeof value === 'number' && value >= 0);

const table = defineOptions<InMemoryEventStoreOptions>()({
  ttl: { rule: notNegative('a number of seconds'), default: 7 * DAY_SECONDS },
  maxEntries: { rule: notNegative('a number'), default: 100_000 },
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
  /** From the oldest entry on. A new iterator would pass every entry that was deleted. */
  readonly #byAge = this.#done.entries();
  /** The entry that it has reached. */
  #oldest: readonly [string, Done] | undefined;
  readonly #ttl: number;
  readonly #maxEntries: number;
  readonly #runtime: PixRuntime;
  #fence = 0;
  #remembersSince: number;

  /** @throws ConfigurationError that lists the problems of the options */
  constructor(
    options: InMemoryEventStoreOptions = {},
    /** @internal */
    runtime: PixRuntime = systemRuntime,
  ) {
    checkOptions('InMemoryEventStore', options, table.rule);
    const { ttl, maxEntries } = table.resolve(options);
    this.#ttl = ttl * 1000;
    this.#maxEntries = maxEntries;
    this.#runtime = runtime;
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
    const expiresAt = this.#runtime.elapsed() + this.#ttl;
    this.#running.delete(key);
    this.#done.delete(key);
    this.#done.set(key, { expiresAt, completedAt: this.#runtime.now(), digest });
    this.#deleteOld();
  }

  fail(key: string): void {
    const digest = this.#running.get(key);
    if (digest === undefined) return;
    this.#running.delete(key);
    remember(this.#failed, key, digest, this.#maxEntries);
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
    const now = this.#runtime.elapsed();
    while (this.#done.size > 0) {
      this.#oldest ??= (this.#byAge.next() as IteratorYieldResult<[string, Done]>).value;
      const [key, done] = this.#oldest;
      if (done.expiresAt > now && this.#done.size <= this.#maxEntries) return;
      this.#oldest = undefined;
      // Completed again since, it is a newer entry.
      if (this.#done.get(key) !== done) continue;
      this.#done.delete(key);
      this.#remembersSince = Math.max(this.#remembersSince, done.completedAt);
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
