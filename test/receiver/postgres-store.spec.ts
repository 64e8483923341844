import { describe, expect, it } from '@jest/globals';
import { PostgresEventStore, PostgresReconcilerCursor } from '../../lib/receiver/index.js';
import { completeInTransaction } from '../../lib/receiver/stores/postgres/complete-in.js';
import { PostgresEventTable } from '../../lib/receiver/stores/postgres/postgres-event-table.js';
import { ManualRuntime } from '../support/manual-runtime.js';

/** A PostgreSQL that answers with the given rows. */
function database(answer: (text: string, values: unknown[]) => unknown[] = () => []) {
  const asked: { text: string; values: unknown[] }[] = [];
  const query = async (text: string, values: unknown[] = []) => {
    asked.push({ text, values });
    return { rows: answer(text, values) };
  };
  return { asked, query };
}

describe('PostgresReconcilerCursor', () => {
  it('has a table and a name of its own', async () => {
    const { asked, query } = database((text) => (text.includes('SELECT') ? [{ place: '5' }] : []));
    const cursor = new PostgresReconcilerCursor({ query });
    await cursor.migrate();
    expect(await cursor.load()).toEqual(new Date(5));
    await cursor.save(new Date(0));
    for (const { text } of asked) expect(text).toContain('"pix_reconciler_cursors"');
    expect(asked.map(({ values }) => values)).toEqual([
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
    return { ...server, table: new PostgresEventTable(server, 'events', 'me', 9000) };
  };

  it('gives a key that is asked for twice to the first, with the digest of the first', async () => {
    const { asked, table } = open([{ ...row, key: 'a', fence: '7', known: false }]);
    const items = [
      { key: 'a', digest: 'x' },
      { key: 'a', digest: 'y' },
    ];
    expect(await table.claim(items)).toEqual([
      { state: 'new', fence: 7, digest: undefined, known: false },
      { state: 'running', digest: undefined },
    ]);
    expect(asked[0]!.values).toEqual([['a'], ['x'], 'me', 9000]);
  });

  it('takes a key that is not answered for, or not done, for running', async () => {
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

  it('reports for each key whether it was completed', async () => {
    const { asked, table } = open([{ key: 'b' }]);
    const leases = [
      { key: 'a', fence: 1 },
      { key: 'b', fence: 2 },
    ];
    expect(await table.complete(leases)).toEqual([false, true]);
    expect(asked[0]!.values).toEqual([['a', 'b'], ['1', '2'], 'me']);
    expect(await table.completed(['b', 'c'])).toEqual([true, false]);
  });

  it('tells a held lease from one that is lost or done', async () => {
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

  it('releases with a fence or without, and counts what it purges', async () => {
    const { asked, table } = open([{ purged: '3' }]);
    await table.release('a', undefined);
    await table.release('a', 7);
    expect(asked.map(({ values }) => values[2])).toEqual([null, '7']);
    expect(await table.purge(5)).toBe(3);
    expect(await open([]).table.purge(5)).toBe(0);
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

  it('has a table of its own', async () => {
    const { asked, store } = open();
    await store.migrate();
    expect(asked[0]!.text).toContain('"pix_webhook_events"');
  });

  it('finds a digest that conflicts', async () => {
    const { store } = open();
    expect(await store.begin('a', 'x')).toMatchObject({ conflicting: false, fence: 7 });
    expect(await store.begin('b', 'y')).toMatchObject({ conflicting: true });
    expect(await store.begin('c')).toBe('new');
  });

  it('purges once an hour, and forgets after its ttl', async () => {
    const { asked, runtime, store } = open({ ttl: 60 });
    const purges = () => asked.filter(({ text }) => text.includes('DELETE'));
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
    expect(purges().map(({ values }) => values)).toEqual([[60_000]]);
    await runtime.advance(3_600_000);
    await begin();
    expect(purges()).toHaveLength(2);
    expect(store.remembersSince()).toEqual(new Date(runtime.now() - 60_000));
  });

  it('completes a key also when its lease was lost, or never held', async () => {
    const { asked, store } = open();
    await store.complete('a');
    expect(asked.map(({ text }) => text.includes('ON CONFLICT'))).toEqual([true]);
    await store.complete('a', 7);
    expect(asked.map(({ text }) => text.includes('ON CONFLICT'))).toEqual([true, false, true]);
  });

  it.each([
    ['22021', ['fulfilled', 'rejected']],
    ['08006', ['rejected', 'rejected']],
    [22021, ['rejected', 'rejected']],
  ])('sends keys one by one after an error %j', async (code, states) => {
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
  const claim = { key: 'a', owner: '00000000-0000-4000-8000-000000000000', fence: 7 };
  const run = (error?: unknown, rows: unknown[] = [{ completed: 1 }]) =>
    completeInTransaction(
      {
        query: async () => {
          if (error !== undefined) throw error as Error;
          return { rows };
        },
      },
      'events',
      claim,
    );
  const wrapped = (error: unknown, times: number): unknown =>
    times === 0 ? error : new Error('x', { cause: wrapped(error, times - 1) });
  const code = Object.assign(new Error('no transaction'), { code: '25P01' });

  it.each([
    [1, true],
    ['1', true],
    [0, false],
    [undefined, false],
  ])('goes by the number of rows (%j)', async (completed, succeeds) => {
    const result = run(undefined, [{ completed }]);
    if (succeeds) await expect(result).resolves.toBeUndefined();
    else await expect(result).rejects.toMatchObject({ name: 'LeaseLostError' });
  });

  it('is lost without a row', async () => {
    await expect(run(undefined, [])).rejects.toMatchObject({ name: 'LeaseLostError' });
  });

  it.each([
    ['by its code', code],
    ['by its meta', Object.assign(new Error('x'), { meta: { code: '25P01' } })],
    ['by its message', new Error('ERROR 25P01: no transaction')],
    ['four causes deep', wrapped(code, 4)],
  ])('outside of a transaction is told %s', async (_name, error) => {
    await expect(run(error)).rejects.toMatchObject({ name: 'ConfigurationError', cause: error });
  });

  it.each([
    ['with another code', Object.assign(new Error('x'), { code: '08006' })],
    ['five causes deep', wrapped(code, 5)],
    ['that is a text', '25P01'],
    ['that is null', null],
  ])('passes an error %s on', async (_name, error) => {
    await expect(run(error)).rejects.toBe(error);
  });
});

describe('PostgresEventStore over a database that rejects without an error', () => {
  it.each([undefined, null])('passes %j on to every caller', async (reason) => {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a client may reject with anything
    const query = () => Promise.reject(reason);
    const store = new PostgresEventStore({ query }, {}, new ManualRuntime());
    const results = await Promise.allSettled(['a', 'b'].map(async (key) => store.begin(key)));
    expect(results).toEqual(Array(2).fill({ status: 'rejected', reason }));
  });
});
