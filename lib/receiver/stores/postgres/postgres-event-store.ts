import { randomUUID } from 'node:crypto';
import { objectOf, text } from '../../../options/index.js';
import { HOUR_MS, type PixRuntime, systemRuntime, within } from '../../../runtime/index.js';
import { Batcher, ONE_AT_A_TIME } from '../batcher.js';
import { checkStore } from '../check-store.js';
import { LeaseKeeper, type HeldLease, type Renewals } from '../lease-keeper.js';
import { leaseShape, leaseTimes, type LeaseTimes, type PixLeaseOptions } from '../lease.options.js';
import type { PixEventClaim, PixEventState, PixEventStore } from '../pix-event-store.js';
import {
  statementRunner,
  type PixTransaction,
  type PixTransactionClient,
} from '../pix-transaction.js';
import { take, type Taken } from '../take.js';
import { completeClaim, completeInTransaction } from './complete-in.js';
import { postgresRule, type PostgresDatabase } from './postgres-database.js';
import { PostgresEventTable } from './postgres-event-table.js';
import { CommitUnknownError, runTransaction, type EndedTransaction } from './run-transaction.js';
import { postgresEventStoreSchema } from './schema.js';

export interface PostgresEventStoreOptions extends PixLeaseOptions {
  /** The table, with or without its schema. Default: `pix_webhook_events`. */
  table?: string | undefined;
}

const optionsRule = objectOf<PostgresEventStoreOptions>({ ...leaseShape, table: text });

const PURGE_EVERY = HOUR_MS;

/**
 * Records handled events in PostgreSQL 12 or later, for any number of processes. When a process
 * ends, its events are released at the end of their lease. Completed events are deleted after
 * {@link PixLeaseOptions.ttl}, once an hour.
 *
 * Concurrent events share statements, so the store needs few connections. If handlers use all
 * connections of the pool for longer than the lease, it cannot be renewed: give the store its own
 * pool then.
 *
 * Supports {@link PixEventContext.transaction} with a `Pool` of `pg` or a PGlite, and
 * {@link PixEventContext.completeIn}.
 *
 * @example
 * ```ts
 * pool.on('error', (error) => logger.error(error.message)); // or a restart of PostgreSQL ends the process
 * const store = new PostgresEventStore(pool); // a Pool of `pg`
 * await store.migrate(); // or postgresEventStoreSchema() in a migration of your own
 * ```
 */
export class PostgresEventStore implements PixEventStore {
  readonly batches = true;
  readonly #database: PostgresDatabase;
  readonly #tableName: string;
  readonly #table: PostgresEventTable;
  readonly #times: LeaseTimes;
  readonly #runtime: PixRuntime;
  readonly #leases: LeaseKeeper;
  readonly #claims: Batcher<{ key: string; digest: string }, Taken>;
  readonly #completions: Batcher<HeldLease, boolean>;
  readonly #checks: Batcher<string, boolean>;
  /** Identifies the leases of this process. */
  readonly #owner = randomUUID();
  #purgedAt: number;

  /** @throws ConfigurationError that lists the problems of the database and the options */
  constructor(
    database: PostgresDatabase,
    options: PostgresEventStoreOptions = {},
    /** @internal */
    runtime: PixRuntime = systemRuntime,
  ) {
    const client = { client: database, rule: postgresRule };
    checkStore('PostgresEventStore', client, options, optionsRule);
    this.#database = database;
    this.#tableName = options.table ?? 'pix_webhook_events';
    this.#times = leaseTimes('PostgresEventStore', options);
    this.#runtime = runtime;
    this.#purgedAt = runtime.elapsed();
    const { lease } = this.#times;
    this.#table = new PostgresEventTable(database, this.#tableName, this.#owner, lease);
    this.#leases = new LeaseKeeper(lease, (leases) => this.#renew(leases), runtime);
    const common = { ...ONE_AT_A_TIME, isItemsFault: isDataError, runtime };
    this.#claims = new Batcher({ ...common, send: (items) => this.#table.claim(items) });
    this.#completions = new Batcher({ ...common, send: (items) => this.#table.complete(items) });
    this.#checks = new Batcher({ ...common, send: (keys) => this.#table.completed(keys) });
  }

  /** Creates the table, or adds missing columns. Safe to call from several processes at once. */
  async migrate(): Promise<void> {
    await this.#database.query(postgresEventStoreSchema(this.#tableName));
  }

  begin(key: string): Promise<PixEventState>;
  begin(key: string, digest: string): Promise<PixEventClaim>;
  async begin(key: string, digest?: string): Promise<PixEventState | PixEventClaim> {
    const claim = await this.#claim(key, digest);
    return digest === undefined ? claim.state : claim;
  }

  async complete(key: string, fence = this.#leases.getFence(key)): Promise<void> {
    this.#leases.release(key);
    await this.#within(this.#complete(key, fence));
  }

  async fail(key: string, fence = this.#leases.getFence(key)): Promise<void> {
    this.#leases.release(key);
    await this.#within(this.#table.release(key, fence));
  }

  /**
   * Completes the key in the caller's transaction. Prefer `context.completeIn()`, which supplies
   * key and fence.
   *
   * @throws ConfigurationError if the client is not in a transaction
   * @throws LeaseLostError if another process has taken or completed the event
   */
  async completeIn(transaction: PixTransaction, key: string, fence: number): Promise<void> {
    this.#leases.completing(key);
    await completeInTransaction(transaction, this.#tableName, { key, owner: this.#owner, fence });
  }

  /**
   * Completes the key and runs `work` in a transaction on a connection of its own. Prefer
   * `context.transaction()`, which supplies key and fence.
   *
   * @throws ConfigurationError if the database is neither a `Pool` of `pg` nor a PGlite
   * @throws LeaseLostError if another process has taken or completed the event
   * @throws CommitUnknownError if the response to the commit is lost and the event cannot be read
   */
  async transaction<T>(
    key: string,
    fence: number,
    work: (client: PixTransactionClient) => Promise<T>,
  ): Promise<T> {
    const { lease, timeout } = this.#times;
    const limits = {
      // A renewal may be a third of the lease old when the process freezes.
      idle: Math.ceil(lease / 2),
      connect: <R>(connecting: Promise<R>) => within(this.#runtime, lease, SERVER, connecting),
      respond: <R>(response: Promise<R>) => within(this.#runtime, timeout, SERVER, response),
    };
    this.#leases.completing(key);
    const claim = { key, owner: this.#owner, fence };
    const ended = await runTransaction(this.#database, limits, async (client) => {
      await limits.respond(completeClaim(statementRunner(client), this.#tableName, claim));
      return work(client);
    });
    if (!ended.isConfirmed) await this.#readBack({ key, fence }, ended);
    this.#leases.release(key);
    return ended.result;
  }

  async isComplete(key: string): Promise<boolean> {
    const isComplete = await this.#within(this.#checks.add(key));
    if (isComplete) this.#leases.release(key);
    return isComplete;
  }

  remembersSince(): Date {
    return new Date(this.#runtime.now() - this.#times.ttl);
  }

  /**
   * Deletes the events that were completed longer ago than `ttl`. Runs automatically once an hour.
   *
   * @returns how many events were deleted
   */
  purge(): Promise<number> {
    return this.#table.purge(this.#times.ttl);
  }

  async #claim(key: string, digest?: string): Promise<PixEventClaim> {
    this.#purgeNowAndThen();
    const since = this.#runtime.elapsed();
    const limit = { milliseconds: this.#times.timeout, server: SERVER, runtime: this.#runtime };
    const asked = this.#claims.add({ key, digest: digest ?? '' });
    const taken = await take(limit, asked, (fence) => this.#table.release(key, fence));
    const conflicting = Boolean(digest && taken.digest && digest !== taken.digest);
    if (taken.state !== 'new') return { state: taken.state, conflicting, known: true };
    const { fence, known } = taken;
    return {
      state: 'new',
      fence,
      signal: this.#leases.hold(key, fence, since),
      conflicting,
      known,
    };
  }

  async #complete(key: string, fence: number | undefined): Promise<void> {
    if (fence !== undefined && (await this.#completions.add({ key, fence }))) return;
    await this.#table.completeAnyway(key);
  }

  /** @throws Error unless the event is completed, which is committed with the work */
  async #readBack(lease: HeldLease, { problem }: EndedTransaction<unknown>): Promise<void> {
    let isCommitted: boolean;
    try {
      isCommitted = await this.#within(this.#table.isOwnCompletion(lease));
    } catch (error) {
      throw new CommitUnknownError(lease.key, problem ?? error);
    }
    if (isCommitted) return;
    if (problem instanceof Error) throw problem;
    throw new Error('The transaction is rolled back: one of its statements failed.', {
      cause: problem,
    });
  }

  #renew(leases: readonly HeldLease[]): Promise<Renewals> {
    return this.#table.renew(leases);
  }

  #purgeNowAndThen(): void {
    const now = this.#runtime.elapsed();
    if (now - this.#purgedAt < PURGE_EVERY) return;
    this.#purgedAt = now;
    // Not awaited; the next run repeats it.
    this.purge().catch(() => undefined);
  }

  #within<T>(promise: Promise<T>): Promise<T> {
    return within(this.#runtime, this.#times.timeout, SERVER, promise);
  }
}

const SERVER = 'PostgreSQL';

/** SQLSTATE class 22: a value that PostgreSQL cannot store. */
function isDataError(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('22');
}
