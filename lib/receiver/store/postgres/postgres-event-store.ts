import { randomUUID } from 'node:crypto';
import { LeaseKeeper } from '../lease-keeper.js';
import { leaseTimes } from '../lease.options.js';
import type { LeaseTimes, PixLeaseOptions } from '../lease.options.js';
import type { PixEventState, PixEventStore } from '../pix-event-store.js';
import { take } from '../take.js';
import { within } from '../within.js';
import type { PostgresDatabase } from './postgres-database.js';
import { postgresEventStoreSchema } from './schema.js';
import { postgresStatements } from './statements.js';
import type { PostgresStatements } from './statements.js';

export interface PostgresEventStoreOptions extends PixLeaseOptions {
  /** The table, with its schema or without. Default: `pix_webhook_events`. */
  table?: string | undefined;
}

const PURGE_EVERY = 60 * 60 * 1000;

/**
 * Remembers handled events in PostgreSQL 12 or later, for any number of processes. The work of a process that dies is
 * free again when its lease ends. Completed events are deleted after {@link PixLeaseOptions.ttl}, by the way.
 *
 * Handlers that hold all connections of the pool for longer than the lease keep it from being renewed: give the store a
 * pool of its own then.
 *
 * @example
 * ```ts
 * pool.on('error', (error) => logger.error(error.message)); // or a restart of PostgreSQL ends the process
 * const store = new PostgresEventStore(pool); // a Pool of `pg`
 * await store.migrate(); // or postgresEventStoreSchema() in a migration of your own
 * ```
 */
export class PostgresEventStore implements PixEventStore {
  readonly #database: PostgresDatabase;
  readonly #table: string;
  readonly #statements: PostgresStatements;
  readonly #times: LeaseTimes;
  readonly #leases: LeaseKeeper;
  /** Tells this process' leases from others'. */
  readonly #owner = randomUUID();
  #purgedAt = performance.now();

  /** @throws ConfigurationError on a bad table name, lease or ttl */
  constructor(database: PostgresDatabase, options: PostgresEventStoreOptions = {}) {
    this.#database = database;
    this.#table = options.table ?? 'pix_webhook_events';
    this.#statements = postgresStatements(this.#table);
    this.#times = leaseTimes('PostgresEventStore', options);
    this.#leases = new LeaseKeeper(this.#times.lease, (keys) =>
      this.#query(this.#statements.renew, [keys, this.#owner, this.#times.lease]),
    );
  }

  /** Makes the table when it is not there yet. Several processes may do so at once. */
  async migrate(): Promise<void> {
    await this.#database.query(postgresEventStoreSchema(this.#table));
  }

  async begin(key: string): Promise<PixEventState> {
    this.#purgeByTheWay();
    const state = await take(this.#times.timeout, 'PostgreSQL', this.#take(key), () =>
      this.#release(key),
    );
    if (state === 'new') this.#leases.hold(key);
    return state;
  }

  async complete(key: string): Promise<void> {
    this.#leases.release(key);
    const completed = this.#query(this.#statements.complete, [key]);
    await within(this.#times.timeout, 'PostgreSQL', completed);
  }

  async fail(key: string): Promise<void> {
    this.#leases.release(key);
    await within(this.#times.timeout, 'PostgreSQL', this.#release(key));
  }

  /**
   * Deletes the events that were completed longer ago than `ttl`. It happens once an hour by itself.
   *
   * @returns how many
   */
  async purge(): Promise<number> {
    const [row] = await this.#query(this.#statements.purge, [this.#times.ttl]);
    return Number((row as { purged: number | string }).purged);
  }

  async #take(key: string): Promise<PixEventState> {
    const [row] = await this.#query(this.#statements.begin, [key, this.#owner, this.#times.lease]);
    const { taken, done } = row as { taken: boolean; done: boolean | null };
    if (taken) return 'new';
    return done === true ? 'done' : 'running';
  }

  #release(key: string): Promise<unknown> {
    return this.#query(this.#statements.release, [key, this.#owner]);
  }

  #purgeByTheWay(): void {
    const now = performance.now();
    if (now - this.#purgedAt < PURGE_EVERY) return;
    this.#purgedAt = now;
    // Nobody waits for it, and it comes again.
    this.purge().catch(() => undefined);
  }

  async #query(statement: string, values: unknown[]): Promise<unknown[]> {
    const { rows } = await this.#database.query(statement, values);
    return rows;
  }
}
