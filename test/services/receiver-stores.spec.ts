import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import {
  PixWebhookReceiverModule,
  PostgresEventStore,
  postgresEventStoreSchema,
  PostgresReconcilerCursor,
  RedisEventStore,
  RedisReconcilerCursor,
  type PixEventClaim,
  type PixEventStore,
  type PixLeaseOptions,
  type PixReconcilerCursor,
  type PixReconcilerDeadLetter,
} from '../../lib/receiver/index.js';
import { startApp } from '../receiver/support/app.js';
import { pix } from '../receiver/support/notifications.js';
import { Orders } from '../receiver/support/orders.js';
import { post } from '../receiver/support/post.js';
import { deleteKeys, openPostgres, openRedis, unique } from './support/servers.js';

let pool: Pool;
let redis: Redis;

beforeAll(async () => {
  pool = await openPostgres();
  redis = await openRedis();
});

afterAll(async () => {
  await pool.end();
  redis.disconnect();
});

/** A process's connection to the server. While it is cut, nothing is renewed, as if the process had ended. */
class Line {
  cut = false;
  through<T>(call: () => Promise<T>): Promise<T> {
    return this.cut ? Promise.reject(new Error('connection lost')) : call();
  }
}

interface Subject {
  /** Opens a store as another process would, with the same data. */
  open(options?: PixLeaseOptions, line?: Line): PixEventStore;
  clean(): Promise<unknown>;
}

const subjects: [string, () => Promise<Subject>][] = [
  [
    'PostgresEventStore',
    async () => {
      const table = unique('pix_events');
      await new PostgresEventStore(pool, { table }).migrate();
      return {
        open: (options, line = new Line()) => {
          const query = (text: string, values?: unknown[]) =>
            line.through(() => pool.query(text, values));
          return new PostgresEventStore({ query }, { ...options, table });
        },
        clean: () => pool.query(`DROP TABLE ${table}`),
      };
    },
  ],
  [
    'RedisEventStore',
    async () => {
      const prefix = `${unique('pix')}:`;
      return {
        open: (options, line = new Line()) => {
          const run = (script: string, keys: number, ...rest: string[]) =>
            line.through(() => redis.eval(script, keys, ...rest));
          return new RedisEventStore({ eval: run }, { ...options, prefix });
        },
        clean: () => deleteKeys(redis, prefix),
      };
    },
  ],
];

/** Repeats until the state differs; the servers' clocks cannot be changed. */
async function waitUntilNot(state: string, store: PixEventStore, key: string): Promise<string> {
  for (;;) {
    const now = await store.begin(key);
    if (now !== state) return typeof now === 'string' ? now : now.state;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe.each(subjects)('%s', (_name, make) => {
  let subject: Subject;

  beforeEach(async () => {
    subject = await make();
  });

  afterEach(() => subject.clean());

  it('returns "new" to one process, until the key is completed or failed', async () => {
    const [one, other] = [subject.open(), subject.open()];
    expect(await one.begin('a')).toBe('new');
    expect(await one.begin('a')).toBe('running');
    expect(await other.begin('a')).toBe('running');
    await one.fail('a');
    expect(await other.begin('a')).toBe('new');
    await other.complete('a');
    expect(await one.begin('a')).toBe('done');
    expect(await other.begin('a')).toBe('done');
    expect(await one.begin('b')).toBe('new');
    await one.fail('b');
  });

  it('returns "new" to one of 200 concurrent callers', async () => {
    const stores = [subject.open(), subject.open(), subject.open()];
    const callers = Array.from({ length: 200 }, (_, index) => stores[index % 3]!);
    const states = await Promise.all(callers.map(async (store) => store.begin('a')));
    expect(states.filter((state) => state === 'new')).toHaveLength(1);
    expect(states.filter((state) => state === 'running')).toHaveLength(199);
    await Promise.all(stores.map(async (store) => store.fail('a')));
  });

  it('returns "new" to one of many callers after the lease of a lost process has ended', async () => {
    const line = new Line();
    const lost = subject.open({ lease: 0.2 }, line);
    expect(await lost.begin('a')).toBe('new');
    line.cut = true;
    const others = [subject.open(), subject.open()];
    expect(await others[0]!.begin('a')).toBe('running');
    expect(await waitUntilNot('running', others[0]!, 'a')).toBe('new');
    expect(await others[1]!.begin('a')).toBe('running');
    // The lost process cannot claim the key again when it returns.
    line.cut = false;
    await lost.fail('a');
    expect(await others[1]!.begin('a')).toBe('running');
    await others[0]!.complete('a');
    expect(await others[1]!.begin('a')).toBe('done');
  });

  it('renews a lease while the process handles the key', async () => {
    const one = subject.open({ lease: 0.3 });
    const other = subject.open();
    await one.begin('a');
    const until = Date.now() + 1000;
    const states = new Set<unknown>();
    while (Date.now() < until) {
      states.add(await other.begin('a'));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect([...states]).toEqual(['running']);
    await one.complete('a');
    expect(await other.begin('a')).toBe('done');
  });

  it('completes a key whose lease was lost, because its handler succeeded', async () => {
    const line = new Line();
    const slow = subject.open({ lease: 0.1 }, line);
    await slow.begin('a');
    line.cut = true;
    const other = subject.open();
    expect(await waitUntilNot('running', other, 'a')).toBe('new');
    line.cut = false;
    await slow.complete('a');
    expect(await other.begin('a')).toBe('done');
    await other.fail('a');
    expect(await other.begin('a')).toBe('done');
  });

  it('increases the fence with each claim of a key, and stores the digest', async () => {
    const store = subject.open();
    const claims: PixEventClaim[] = [];
    for (const digest of ['x', 'x', 'y']) {
      claims.push((await store.begin('a', digest)) as PixEventClaim);
      await store.fail('a');
    }
    const fences = claims.map(({ fence }) => fence!);
    expect(fences).toEqual([...new Set(fences)].sort((a, b) => a - b));
    expect(claims.map(({ conflicting }) => conflicting)).toEqual([false, false, true]);
    expect(claims.map(({ known }) => known)).toEqual([false, true, true]);
    await store.begin('a', 'y');
    await store.complete('a');
    expect(await store.begin('a', 'y')).toMatchObject({ state: 'done', conflicting: false });
    expect(await store.begin('a', 'z')).toMatchObject({ state: 'done', conflicting: true });
  });

  it('stops renewing a key that it could not complete', async () => {
    const line = new Line();
    const store = subject.open({ lease: 0.3 }, line);
    await store.begin('a');
    line.cut = true;
    await expect(store.complete('a')).rejects.toThrow('connection lost');
    line.cut = false;
    expect(await waitUntilNot('running', subject.open(), 'a')).toBe('new');
  });

  it('removes a completed key after its ttl', async () => {
    const store = subject.open({ ttl: 0.1 });
    await store.begin('a');
    await store.complete('a');
    if (store instanceof PostgresEventStore) {
      expect(await store.begin('a')).toBe('done');
      while ((await store.purge()) === 0);
      expect(await store.begin('a')).toBe('new');
    } else expect(await waitUntilNot('done', store, 'a')).toBe('new');
    await store.fail('a');
  });
});

describe('PostgresEventStore', () => {
  it('creates its table once in a given schema when many processes start at the same time', async () => {
    const schema = unique('pix');
    await pool.query(`CREATE SCHEMA ${schema}`);
    const table = `${schema}.events`;
    const stores = Array.from({ length: 8 }, () => new PostgresEventStore(pool, { table }));
    await Promise.all(stores.map((store) => store.migrate()));
    await pool.query(postgresEventStoreSchema(table));
    expect(await stores[0]!.begin('a')).toBe('new');
    await stores[0]!.complete('a');
    const { rows } = await pool.query<{ indexdef: string }>(
      'SELECT indexdef FROM pg_indexes WHERE schemaname = $1 ORDER BY 1',
      [schema],
    );
    expect(rows).toHaveLength(3);
    await pool.query(`DROP SCHEMA ${schema} CASCADE`);
  });

  it('does not wait for a handler in progress when the table is up to date', async () => {
    const table = unique('pix_events');
    await new PostgresEventStore(pool, { table }).migrate();
    const handler = await pool.connect();
    await handler.query('BEGIN');
    await handler.query(`INSERT INTO ${table} (key) VALUES ('a')`);
    const starting = await pool.connect();
    await starting.query("SET lock_timeout = '1s'");
    const migrated = new PostgresEventStore(starting, { table }).migrate();
    await expect(migrated).resolves.toBeUndefined();
    await handler.query('COMMIT');
    handler.release();
    starting.release(true);
    await pool.query(`DROP TABLE ${table}`);
  });

  it('purges in small parts, each of which reads an index', async () => {
    const table = unique('pix_events');
    const statements: { text: string; values: unknown[] }[] = [];
    const query = (text: string, values: unknown[] = []) => {
      statements.push({ text, values });
      return pool.query(text, values);
    };
    const store = new PostgresEventStore({ query }, { table });
    await store.migrate();
    const insert = (keys: string, columns: string, values: string, count: number) =>
      pool.query(`INSERT INTO ${table} (key, ${columns})
        SELECT '${keys}' || i, ${values} FROM generate_series(1, ${count}) AS i`);
    await insert('done', 'completed_at', 'now()', 50_000);
    await insert('old', 'completed_at', `now() - interval '101 days'`, 2500);
    const begun = `now() - interval '101 days'`;
    await insert('failed', 'begun_at, lease_until', `${begun}, '-infinity'`, 10);
    await insert('died', 'begun_at, lease_until', `${begun}, ${begun}`, 10);
    await insert('held', 'begun_at, lease_until', `${begun}, now() + interval '1 hour'`, 10);
    await pool.query(`ANALYZE ${table}`);
    statements.length = 0;
    expect(await store.purge()).toBe(2520);
    expect(statements).toHaveLength(3 + 1);
    expect((await pool.query(`SELECT FROM ${table}`)).rowCount).toBe(50_010);
    for (const { text, values } of statements) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toContain('Seq Scan');
      expect(plan).toMatch(/Index (Only )?Scan using \w+_(completed|begun)_at/);
    }
    await pool.query(`DROP TABLE ${table}`);
  });

  it('works with PGlite', async () => {
    const database = new PGlite();
    const store = new PostgresEventStore(database);
    await store.migrate();
    expect(await store.begin('a')).toBe('new');
    await store.complete('a');
    expect(await store.begin('a')).toBe('done');
    await database.close();
  });
});

describe('RedisEventStore', () => {
  it('reads the values of an earlier version', async () => {
    const prefix = `${unique('pix')}:`;
    await redis.mset(`${prefix}done`, 'done', `${prefix}held`, 'an-owner');
    const store = new RedisEventStore(redis, { prefix });
    expect(await store.begin('done', 'x')).toMatchObject({ state: 'done', conflicting: false });
    expect(await store.begin('held', 'x')).toMatchObject({ state: 'running', conflicting: false });
    await store.complete('held');
    expect(await store.begin('held')).toBe('done');
    await deleteKeys(redis, prefix);
  });

  it('claims a key again that Redis lost during the handler, unless another process has it', async () => {
    const prefix = `${unique('pix')}:`;
    const store = new RedisEventStore(redis, { prefix, lease: 0.3 });
    const other = new RedisEventStore(redis, { prefix });
    await Promise.all(['kept', 'taken'].map((key) => store.begin(key)));
    await deleteKeys(redis, prefix);
    expect(await other.begin('taken')).toBe('new');
    const owner = await redis.get(`${prefix}taken`);
    while ((await redis.exists(`${prefix}kept`)) === 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await other.begin('kept')).toBe('running');
    expect(await redis.get(`${prefix}taken`)).toBe(owner);
    await store.complete('kept');
    await other.complete('taken');
    await store.fail('taken');
    expect(await other.begin('kept')).toBe('done');
    await deleteKeys(redis, prefix);
  });
});

describe('server that accepts connections and does not respond', () => {
  const timeout = 0.2;
  const taken = new Set<Socket>();
  let server: Server;
  let port: number;

  beforeEach(async () => {
    server = createServer((socket) => taken.add(socket.on('error', () => undefined).resume()));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  });

  afterEach(async () => {
    server.close();
    for (const socket of taken) socket.destroy();
    await once(server, 'close');
  });

  /** Returns the provider's response, with clients in default configuration, which wait longer than a provider. */
  async function answerWith(store: PixEventStore) {
    const { app, port: own } = await startApp('Express', {
      imports: [PixWebhookReceiverModule.forRoot({ dangerouslyAllowUnauthenticated: true, store })],
      providers: [Orders],
    });
    const answer = await post(own, '/webhooks/pix/pix', { pix: [pix()] });
    expect(app.get(Orders).handled).toHaveLength(0);
    await app.close();
    return answer;
  }

  it('instead of Redis makes the provider repeat, and does not block the shutdown', async () => {
    const silent = new Redis({ host: '127.0.0.1', port });
    const answer = await answerWith(new RedisEventStore(silent, { timeout }));
    silent.disconnect();
    expect(answer).toMatchObject({ status: 500, body: '' });
  });

  it('instead of PostgreSQL makes the provider repeat, and does not block the shutdown', async () => {
    const silent = new Pool({ host: '127.0.0.1', port, user: 'postgres' });
    const answer = await answerWith(new PostgresEventStore(silent, { timeout }));
    expect(answer).toMatchObject({ status: 500, body: '' });
  });
});

describe('cursors of PixReconciler', () => {
  const letter = (key: string): PixReconcilerDeadLetter => ({
    key,
    item: { valor: 'x', texto: "'\u0000" },
    since: '2026-09-09T12:34:56.789Z',
    refundsOnly: true,
    tenant: 'a',
  });

  it.each(['PostgreSQL', 'Redis'])(
    'keep dead letters in %s until they are discarded',
    async (kind) => {
      const table = unique('pix_cursors');
      const open = (name: string): Required<PixReconcilerCursor> =>
        kind === 'Redis'
          ? new RedisReconcilerCursor(redis, { key: `${table}:${name}` })
          : new PostgresReconcilerCursor(pool, { table, name });
      if (kind === 'PostgreSQL') await new PostgresReconcilerCursor(pool, { table }).migrate();
      const [cursor, other] = [open('a'), open('b')];
      expect(await cursor.deadLetters()).toEqual([]);
      expect(await cursor.addDeadLetter(letter('k1'))).toBe(true);
      expect(await cursor.addDeadLetter(letter('k2'))).toBe(true);
      expect(await cursor.addDeadLetter(letter('k1'))).toBe(false);
      const stored = [...(await cursor.deadLetters())];
      expect(stored.sort((a, b) => a.key.localeCompare(b.key))).toEqual([
        letter('k1'),
        letter('k2'),
      ]);
      expect(await other.deadLetters()).toEqual([]);
      expect(await other.discard('k1')).toBe(false);
      expect(await cursor.discard('k1')).toBe(true);
      expect(await cursor.discard('k1')).toBe(false);
      expect(await cursor.addDeadLetter(letter('k1'))).toBe(false);
      expect(await cursor.deadLetters()).toEqual([letter('k2')]);
      if (kind === 'Redis') await redis.del(`${table}:a:dead-letters`);
      else await pool.query(`DROP TABLE ${table}, ${table.slice(0, 50)}_dead_letters`);
    },
  );

  it('are stored in PostgreSQL by name', async () => {
    const table = unique('pix_cursors');
    const open = (name?: string) => new PostgresReconcilerCursor(pool, { table, name });
    await Promise.all([open().migrate(), open().migrate()]);
    expect(await open().load()).toBeUndefined();
    const instant = new Date('2026-09-09T12:34:56.789Z');
    await open().save(new Date(0));
    await open().save(instant);
    expect(await open().load()).toEqual(instant);
    expect(await open('filial').load()).toBeUndefined();
    await pool.query(`DROP TABLE ${table}, ${table.slice(0, 50)}_dead_letters`);
  });

  it('are stored in Redis by key', async () => {
    const key = unique('pix:cursor');
    const cursor = new RedisReconcilerCursor(redis, { key });
    expect(await cursor.load()).toBeUndefined();
    const instant = new Date('2026-09-09T12:34:56.789Z');
    await cursor.save(instant);
    expect(await new RedisReconcilerCursor(redis, { key }).load()).toEqual(instant);
    expect(await new RedisReconcilerCursor(redis, { key: `${key}2` }).load()).toBeUndefined();
    await redis.del(key);
  });
});
