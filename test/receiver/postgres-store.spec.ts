import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import {
  PostgresEventStore,
  postgresEventStoreSchema,
  PostgresReconcilerCursor,
} from '../../lib/receiver/index.js';
import { PostgresEventTable } from '../../lib/receiver/postgres/postgres-event-store.js';
import { ManualRuntime } from '../support/manual-runtime.js';
import { RecordedLog } from './support/log.js';

/** A PostgreSQL client whose queries return the given rows. */
function database(answer: (text: string, values: unknown[]) => unknown[] = () => []) {
  const queries: { text: string; values: unknown[] }[] = [];
  const query = async (text: string, values: unknown[] = []) => {
    queries.push({ text, values });
    return { rows: answer(text, values) };
  };
  return { queries, query };
}

describe('PostgresReconcilerCursor', () => {
  const { PGHOST } = process.env;
  let log: RecordedLog;

  beforeEach(() => {
    delete process.env.PGHOST;
    Logger.overrideLogger((log = new RecordedLog()));
  });

  afterEach(() => {
    if (PGHOST !== undefined) process.env.PGHOST = PGHOST;
    else delete process.env.PGHOST;
    Logger.overrideLogger(undefined as never);
  });

  const remote = 'postgres://shop:secret@db.example.com/shop';

  it.each([
    [{}],
    [{ options: { host: 'db' } }],
    [{ options: { connectionString: remote } }],
    [{ options: { connectionString: 'postgres://localhost/shop?host=db' } }],
    [{ options: {}, PGHOST: 'db' }],
  ])('warns without a key unless PostgreSQL is known to be on this machine: %j', (client) => {
    const { PGHOST: host, ...own } = { PGHOST: undefined, ...client };
    if (host !== undefined) process.env.PGHOST = host;
    new PostgresReconcilerCursor({ ...database(), ...own });
    expect(log.text).toMatch(/encryptionKey is missing, .*the data of payers/);
    expect(log.text).not.toContain('secret');
  });

  it.each([
    [{ options: { host: 'localhost' } }, {}],
    [{ options: {} }, {}],
    [{ options: { host: '/var/run/postgresql' } }, {}],
    [{ options: { connectionString: 'postgres://127.0.0.1:5432/shop' } }, {}],
    // PGlite runs in this process.
    [{ dataDir: 'memory://' }, {}],
    [{ dataDir: undefined }, {}],
    [{ options: { host: 'db' } }, { encryptionKey: Buffer.alloc(32, 1) }],
  ])('is silent on this machine, and with a key: %j', (client, options) => {
    new PostgresReconcilerCursor({ ...database(), ...client }, options);
    expect(log.text).toBe('');
  });

  it('uses its default table and name', async () => {
    const { queries, query } = database((text) =>
      text.includes('SELECT') ? [{ place: '5' }] : [],
    );
    const cursor = new PostgresReconcilerCursor({ query });
    await cursor.migrate();
    expect(await cursor.load()).toEqual(new Date(5));
    await cursor.save(new Date(0));
    for (const { text } of queries) expect(text).toContain('"pix_reconciler_cursors"');
    expect(queries.map(({ values }) => values)).toEqual([
      [],
      ['default'],
      ['default', '1970-01-01T00:00:00.000Z'],
    ]);
  });
});

describe('PostgresEventTable', () => {
  const row = { fence: null, done: null, digest: null, known: true };
  const open = (rows: unknown[]) => {
    const server = database(() => rows);
    const times = { lease: 9000, ttl: 5, timeout: 5000 };
    return {
      ...server,
      table: new PostgresEventTable(server, 'events', times, new ManualRuntime()),
    };
  };

  it('returns a key that is claimed twice in one batch to the first caller, with its digest', async () => {
    const { queries, table } = open([{ ...row, key: 'a', fence: '7', known: false }]);
    const items = [
      { key: 'a', digest: 'x' },
      { key: 'a', digest: 'y' },
    ];
    expect(await table.claim(items)).toEqual([
      { state: 'new', fence: 7, digest: undefined, known: false },
      { state: 'running', digest: undefined },
    ]);
    expect(queries[0]!.values).toEqual([['a'], ['x'], expect.any(String), 9000]);
  });

  it('treats a key without a row, or not completed, as running', async () => {
    const { table } = open([
      { ...row, key: 'a', done: true, digest: 'x' },
      { ...row, key: 'b', done: false, digest: 'y' },
    ]);
    const items = ['a', 'b', 'c'].map((key) => ({ key, digest: '' }));
    expect(await table.claim(items)).toEqual([
      { state: 'done', digest: 'x' },
      { state: 'running', digest: 'y' },
      { state: 'running', digest: undefined },
    ]);
  });

  it('returns for each key whether it was completed', async () => {
    const { queries, table } = open([{ key: 'b' }]);
    const leases = [
      { key: 'a', fence: 1 },
      { key: 'b', fence: 2 },
    ];
    expect(await table.complete(leases)).toEqual([false, true]);
    expect(queries[0]!.values).toEqual([['a', 'b'], ['1', '2'], expect.any(String)]);
    expect(await table.completed(['b', 'c'])).toEqual([true, false]);
  });

  it('distinguishes a held lease from a lost and a completed one', async () => {
    const found = { mine: true, done: false, fence: '1' };
    const { table } = open([
      { ...found, key: 'held' },
      { ...found, key: 'fenced', fence: '2' },
      { ...found, key: 'taken', mine: false },
      { ...found, key: 'free', mine: null },
      { ...found, key: 'done', done: true },
    ]);
    const keys = ['held', 'fenced', 'taken', 'free', 'done', 'gone'];
    expect([...(await table.renew(keys.map((key) => ({ key, fence: 1 }))))]).toEqual([
      ['held', 'held'],
      ['fenced', 'lost'],
      ['taken', 'lost'],
      ['free', 'lost'],
      ['done', 'done'],
    ]);
  });

  it('releases with and without a fence, and returns the number of rows that both purges deleted', async () => {
    const { queries, table } = open([{ purged: '3' }]);
    await table.release('a', undefined);
    await table.release('a', 7);
    expect(queries.map(({ values }) => values[2])).toEqual([null, '7']);
    expect(await table.purge()).toBe(6);
    expect(await open([]).table.purge()).toBe(0);
  });
});

describe('PostgresEventStore', () => {
  const claimed = (key: string) => ({ key, fence: '7', done: null, digest: 'x', known: true });

  function open(options = {}) {
    const server = database((text, values) =>
      text.includes('unnest($1::text[], $2::text[]) AS asked (key, digest)')
        ? (values[0] as string[]).map(claimed)
        : [],
    );
    const runtime = new ManualRuntime();
    return { ...server, runtime, store: new PostgresEventStore(server, options, runtime) };
  }

  it('uses its default table', async () => {
    const { queries, store } = open();
    await store.migrate();
    expect(queries[0]!.text).toContain('"pix_webhook_events"');
  });

  it('reports a conflicting digest', async () => {
    const { store } = open();
    expect(await store.begin('a', 'x')).toMatchObject({ conflicting: false, fence: 7 });
    expect(await store.begin('b', 'y')).toMatchObject({ conflicting: true });
    expect(await store.begin('c')).toBe('new');
  });

  it('purges once an hour, and removes records after their ttl', async () => {
    const { queries, runtime, store } = open({ ttl: 60 });
    const purges = () => queries.filter(({ text }) => text.includes('DELETE'));
    const begin = async () => {
      await store.begin('a');
      await store.fail('a');
    };
    await begin();
    await runtime.advance(3_599_999);
    await begin();
    expect(purges()).toHaveLength(0);
    await runtime.advance(1);
    await begin();
    await begin();
    expect(purges().map(({ values }) => values)).toEqual(Array(2).fill([60_000, 1000]));
    await runtime.advance(3_600_000);
    await begin();
    expect(purges()).toHaveLength(4);
    expect(store.remembersSince()).toEqual(new Date(runtime.now() - 60_000));
  });

  it.each([undefined, 7])(
    'completes a key whose lease was lost or never held: fence %j',
    async (fence) => {
      const { queries, store } = open();
      await store.complete('a', fence);
      expect(queries.map(({ text }) => text.includes('ON CONFLICT'))).toEqual([false, true]);
    },
  );

  it.each([
    ['22021', ['fulfilled', 'rejected']],
    ['08006', ['rejected', 'rejected']],
    [22021, ['rejected', 'rejected']],
  ])('retries the keys one by one after an error with the code %j: %j', async (code, states) => {
    const server = database((_text, values) => {
      const keys = values[0] as string[];
      if (keys.includes('bad')) throw Object.assign(new Error('x'), { code });
      return keys.map(claimed);
    });
    const store = new PostgresEventStore(server, {}, new ManualRuntime());
    const results = await Promise.allSettled(['a', 'bad'].map(async (key) => store.begin(key)));
    expect(results.map(({ status }) => status)).toEqual(states);
  });
});

describe('completeIn()', () => {
  const run = (error?: unknown, rows: unknown[] = [{ completed: 1 }]) => {
    const query = async () => {
      if (error !== undefined) throw error as Error;
      return { rows };
    };
    return new PostgresEventStore(database()).completeIn({ query }, 'a', 7);
  };
  const wrapped = (error: unknown, times: number): unknown =>
    times === 0 ? error : new Error('x', { cause: wrapped(error, times - 1) });
  const code = Object.assign(new Error('no transaction'), { code: '25P01' });

  it.each([
    [1, true],
    ['1', true],
    [0, false],
    [undefined, false],
  ])('is completed or lost by the number of rows (%j): %s', async (completed, succeeds) => {
    const result = run(undefined, [{ completed }]);
    if (succeeds) await expect(result).resolves.toBeUndefined();
    else await expect(result).rejects.toMatchObject({ name: 'LeaseLostError' });
  });

  it('is lost when the query returns no row', async () => {
    await expect(run(undefined, [])).rejects.toMatchObject({ name: 'LeaseLostError' });
  });

  it.each([
    ['in its code', code],
    ['in its meta', Object.assign(new Error('x'), { meta: { code: '25P01' } })],
    ['in its message', new Error('ERROR 25P01: no transaction')],
    ['in its fourth cause', wrapped(code, 4)],
  ])('throws a ConfigurationError for error 25P01 %s', async (_name, error) => {
    await expect(run(error)).rejects.toMatchObject({ name: 'ConfigurationError', cause: error });
  });

  it.each([
    ['with another code', Object.assign(new Error('x'), { code: '08006' })],
    ['five causes deep', wrapped(code, 5)],
    ['that is a string', '25P01'],
    ['that is null', null],
  ])('rethrows an error %s', async (_name, error) => {
    await expect(run(error)).rejects.toBe(error);
  });
});

describe('PostgresEventStore with a client that rejects without an error', () => {
  it.each([undefined, null])('rejects every caller with %j', async (reason) => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- a client may reject with anything
    const query = () => Promise.reject(reason);
    const store = new PostgresEventStore({ query }, {}, new ManualRuntime());
    const results = await Promise.allSettled(['a', 'b'].map(async (key) => store.begin(key)));
    expect(results).toEqual(Array(2).fill({ status: 'rejected', reason }));
  });
});

describe('postgresEventStoreSchema', () => {
  it.each([
    [undefined, 'pix_webhook_events_completed_at'],
    ['shop.events', 'events_completed_at'],
    [`shop.${'t'.repeat(63)}`, `${'t'.repeat(48)}_completed_at`],
  ])('for table %s has the index %s, as in earlier versions', (table, index) => {
    const statement = postgresEventStoreSchema(table);
    expect(statement).toContain(`relname = '${index}'`);
    expect(statement).toContain(`CREATE INDEX IF NOT EXISTS "${index}"`);
    expect(statement).toContain(`"${index.replace('completed', 'begun')}"`);
  });
});
