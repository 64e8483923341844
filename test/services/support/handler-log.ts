import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import {
  PostgresEventStore,
  RedisEventStore,
  type PixEventStore,
} from '../../../lib/receiver/index.js';
import { deleteKeys, openPostgres, openRedis } from './servers.js';

export type Kind = 'PostgreSQL' | 'Redis';

/** Seconds. */
const LEASE = 4;

/** Records what handlers did next to the store; outlives the tested processes. */
export interface HandlerLog {
  readonly store: PixEventStore;
  /** Records that a handler ran. Its effect is idempotent, as the library requires. */
  ran(eventKey: string): Promise<void>;
  /** Number of runs by event key. */
  runs(): Promise<Map<string, number>>;
  effects(): Promise<number>;
  /** Number of completions by event key; a process killed right after a completion may leave it uncounted. */
  completions(): Promise<Map<string, number>>;
  /** Event keys that were claimed and are not completed. */
  unfinished(): Promise<Set<string>>;
  /** Number of completed events. */
  done(): Promise<number>;
  prepare(): Promise<void>;
  remove(): Promise<void>;
  close(): Promise<void>;
}

/** Store keys are event keys followed by the handler id. */
const toEventKey = (key: string) => key.replace(/@.*$/, '');

const isDone = (value: string | null) => value?.startsWith('done') === true;

export async function openHandlerLog(kind: Kind, name: string): Promise<HandlerLog> {
  return kind === 'PostgreSQL'
    ? new PostgresHandlerLog(await openPostgres(16), name)
    : new RedisHandlerLog(await openRedis(), name);
}

class PostgresHandlerLog implements HandlerLog {
  readonly store: PostgresEventStore;

  constructor(
    private readonly pool: Pool,
    private readonly name: string,
  ) {
    this.store = new PostgresEventStore(pool, { table: `${name}.events`, lease: LEASE });
  }

  /** Counts completions in the database, so that each one is counted exactly once. */
  async prepare(): Promise<void> {
    const { name } = this;
    await this.pool.query(`CREATE SCHEMA ${name}`);
    await this.store.migrate();
    await this.pool.query(`
      CREATE TABLE ${name}.runs (event text NOT NULL);
      CREATE TABLE ${name}.effects (event text PRIMARY KEY);
      CREATE TABLE ${name}.completions (key text NOT NULL);
      CREATE FUNCTION ${name}.completed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO ${name}.completions VALUES (new.key); RETURN NULL; END $$;
      CREATE TRIGGER completed AFTER UPDATE ON ${name}.events FOR EACH ROW
        WHEN (new.completed_at IS NOT NULL) EXECUTE FUNCTION ${name}.completed();
    `);
  }

  async ran(eventKey: string): Promise<void> {
    await this.pool.query(
      `WITH run AS (INSERT INTO ${this.name}.runs VALUES ($1))
       INSERT INTO ${this.name}.effects VALUES ($1) ON CONFLICT DO NOTHING`,
      [eventKey],
    );
  }

  runs() {
    return this.counts(`SELECT event AS key, count(*)::int FROM ${this.name}.runs GROUP BY 1`);
  }

  completions() {
    return this.counts(`SELECT key, count(*)::int FROM ${this.name}.completions GROUP BY 1`);
  }

  effects() {
    return this.count(`SELECT count(*)::int FROM ${this.name}.effects`);
  }

  done() {
    return this.count(
      `SELECT count(*)::int FROM ${this.name}.events WHERE completed_at IS NOT NULL`,
    );
  }

  async unfinished(): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ key: string }>(
      `SELECT key FROM ${this.name}.events WHERE completed_at IS NULL`,
    );
    return new Set(rows.map(({ key }) => toEventKey(key)));
  }

  async remove(): Promise<void> {
    await this.pool.query(`DROP SCHEMA ${this.name} CASCADE`);
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  private async count(statement: string): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(statement);
    return rows[0]!.count;
  }

  private async counts(statement: string): Promise<Map<string, number>> {
    const { rows } = await this.pool.query<{ key: string; count: number }>(statement);
    return new Map(rows.map(({ key, count }) => [toEventKey(key), count]));
  }
}

class RedisHandlerLog implements HandlerLog {
  readonly store: PixEventStore;
  private readonly prefix: string;

  constructor(
    private readonly redis: Redis,
    private readonly name: string,
  ) {
    this.prefix = `${name}:event:`;
    const inner = new RedisEventStore(redis, { prefix: this.prefix, lease: LEASE });
    this.store = {
      begin: (key, digest = '') => inner.begin(key, digest),
      fail: (key, fence) => inner.fail(key, fence),
      complete: async (key) => {
        await inner.complete(key);
        await redis.hincrby(`${name}:completions`, toEventKey(key), 1);
      },
    };
  }

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  async ran(eventKey: string): Promise<void> {
    await this.redis
      .multi()
      .hincrby(`${this.name}:runs`, eventKey, 1)
      .sadd(`${this.name}:effects`, eventKey)
      .exec();
  }

  runs() {
    return this.counts(`${this.name}:runs`);
  }

  completions() {
    return this.counts(`${this.name}:completions`);
  }

  effects() {
    return this.redis.scard(`${this.name}:effects`);
  }

  async done(): Promise<number> {
    return (await this.states()).filter(([, state]) => isDone(state)).length;
  }

  async unfinished(): Promise<Set<string>> {
    const states = await this.states();
    return new Set(states.filter(([, state]) => !isDone(state)).map(([key]) => key));
  }

  remove(): Promise<void> {
    return deleteKeys(this.redis, `${this.name}:`);
  }

  close(): Promise<void> {
    this.redis.disconnect();
    return Promise.resolve();
  }

  private async counts(key: string): Promise<Map<string, number>> {
    const counts = Object.entries(await this.redis.hgetall(key));
    return new Map(counts.map(([event, count]) => [event, Number(count)]));
  }

  private async states(): Promise<[string, string | null][]> {
    const keys = await this.redis.keys(`${this.prefix}*`);
    const values = keys.length > 0 ? await this.redis.mget(keys) : [];
    return keys.map((key, index) => [
      toEventKey(key.slice(this.prefix.length)),
      values[index] ?? null,
    ]);
  }
}
