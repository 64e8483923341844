import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import { buildPix } from '../../devkit/testing.js';
import { EventHandlerRegistry } from '../../lib/receiver/dispatch/handlers.js';
import type { PixEvent } from '../../lib/receiver/events.js';
import {
  InMemoryEventStore,
  PostgresEventStore,
  RedisEventStore,
  type PixEventContext,
  type PixEventStore,
} from '../../lib/receiver/index.js';
import { RecordedLog } from '../receiver/support/log.js';
import { NotifiedDispatcher } from '../receiver/support/notified-dispatcher.js';
import { deleteKeys, openPostgres, openRedis, unique } from './support/servers.js';
import type { SlowReceiverOrder } from './support/slow-receiver-process.js';
import { libraries, type Execute, type Library } from './support/transactions.js';

let pool: Pool;
let schema: string;
let log: RecordedLog;

beforeAll(async () => {
  pool = await openPostgres();
  schema = unique('pix_complete_in');
  await pool.query(`CREATE SCHEMA ${schema}`);
  // No key, so that a second effect is counted instead of refused.
  await pool.query(`CREATE TABLE ${schema}.payments (event text NOT NULL)`);
  await new PostgresEventStore(pool, { table: `${schema}.events` }).migrate();
});

beforeEach(() => Logger.overrideLogger((log = new RecordedLog())));

afterAll(async () => {
  await pool.query(`DROP SCHEMA ${schema} CASCADE`);
  await pool.end();
});

function newEvent(): PixEvent {
  const payload = buildPix();
  return { type: 'pix.recebido', key: `pix:${payload.endToEndId}`, payload };
}

/** Simulates one process: a store and one handler. */
function receiver(
  handle: (context: PixEventContext) => unknown,
  store: PixEventStore = new PostgresEventStore(pool, { table: `${schema}.events` }),
) {
  const registry = new EventHandlerRegistry();
  const run = (_payload: unknown, context: PixEventContext) => handle(context);
  registry.fill([{ type: 'pix.recebido', id: 'Payments.paid', order: 0, instance: {}, run }]);
  return new NotifiedDispatcher(registry, { store });
}

/** Returns a store whose short leases are never renewed, like those of a paused process. */
function shortLease(): PostgresEventStore {
  const query = (text: string, values?: unknown[]) =>
    text.includes('renewed AS') ? Promise.reject(new Error('paused')) : pool.query(text, values);
  return new PostgresEventStore({ query }, { table: `${schema}.events`, lease: 0.2 });
}

async function effects(event: PixEvent): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int FROM ${schema}.payments WHERE event = $1`,
    [event.key],
  );
  return rows[0]!.count;
}

const pay = (execute: Execute, { eventKey }: PixEventContext) =>
  execute(`INSERT INTO ${schema}.payments VALUES ('${eventKey}')`);

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

describe.each(libraries)('completeIn() with %s', (_name, open) => {
  let library: Library;

  beforeAll(async () => {
    library = await open(pool);
  });

  afterAll(() => library.close());

  it('commits the completion and the effect in one transaction', async () => {
    const event = newEvent();
    const subject = receiver((context) =>
      library.transaction(async (tx, execute) => {
        await context.completeIn(tx);
        await pay(execute, context);
      }),
    );
    expect(await subject.dispatch(event)).toBe('handled');
    expect(await subject.dispatch(event)).toBe('duplicate');
    expect(await effects(event)).toBe(1);
  });

  it('leaves the event incomplete and rolls its effect back when the handler throws', async () => {
    const event = newEvent();
    let runs = 0;
    const subject = receiver((context) =>
      library.transaction(async (tx, execute) => {
        await context.completeIn(tx);
        await pay(execute, context);
        runs += 1;
        if (runs === 1) throw new Error('too late');
      }),
    );
    expect(await subject.dispatch(event)).toBe('failed');
    expect(await effects(event)).toBe(0);
    expect(await subject.dispatch(event)).toBe('handled');
    expect(await effects(event)).toBe(1);
  });

  it('treats an event as failed when the handler ignores that its transaction was rolled back', async () => {
    const event = newEvent();
    const subject = receiver((context) =>
      library
        .transaction(async (tx, execute) => {
          await context.completeIn(tx);
          await pay(execute, context);
          throw new Error('rolled back');
        })
        .catch(() => undefined),
    );
    expect(await subject.dispatch(event)).toBe('failed');
    expect(log.text).toContain('its transaction was not committed');
    expect(await effects(event)).toBe(0);
    const other = receiver(() => undefined);
    expect(await other.dispatch(event)).toBe('handled');
  });

  it('rejects in a handler whose lease another process has taken over, so that two runs have one effect', async () => {
    const event = newEvent();
    const transact = (context: PixEventContext) =>
      library.transaction(async (tx, execute) => {
        await pay(execute, context);
        await context.completeIn(tx);
      });
    const fences: number[] = [];
    const other = receiver((context) => {
      fences.push(context.fence);
      return transact(context);
    });
    const slow = receiver(async (context) => {
      fences.push(context.fence);
      await pause(300);
      expect(await other.dispatch(event)).toBe('handled');
      await transact(context);
    }, shortLease());
    expect(await slow.dispatch(event)).toBe('failed');
    expect(log.text).toContain('LeaseLostError');
    expect(await effects(event)).toBe(1);
    expect(fences[1]).toBeGreaterThan(fences[0]!);
    expect(await slow.dispatch(event)).toBe('duplicate');
  });

  it('prevents a second run while its transaction is open after the lease has ended', async () => {
    const event = newEvent();
    const other = receiver(() => {
      throw new Error('must not run');
    });
    const slow = receiver(
      (context) =>
        library.transaction(async (tx, execute) => {
          await context.completeIn(tx);
          await pause(300);
          expect(await other.dispatch(event)).toBe('running');
          await pay(execute, context);
        }),
      shortLease(),
    );
    expect(await slow.dispatch(event)).toBe('handled');
    expect(await effects(event)).toBe(1);
    expect(await other.dispatch(event)).toBe('duplicate');
  });

  it('refuses a client outside a transaction', async () => {
    const event = newEvent();
    const subject = receiver((context) => context.completeIn(library.outside));
    expect(await subject.dispatch(event)).toBe('failed');
    expect(log.text).toContain('completeIn() requires a client in a transaction');
    expect(await receiver(() => undefined).dispatch(event)).toBe('handled');
  });
});

describe('completeIn()', () => {
  let redis: Redis;
  const prefix = `${unique('pix')}:`;

  beforeAll(async () => {
    redis = await openRedis();
  });

  afterAll(async () => {
    await deleteKeys(redis, prefix);
    redis.disconnect();
  });

  it('works with a transaction of PGlite', async () => {
    const database = new PGlite();
    const store = new PostgresEventStore(database);
    await store.migrate();
    const event = newEvent();
    const subject = receiver(
      (context) => database.transaction((tx) => context.completeIn(tx)),
      store,
    );
    expect(await subject.dispatch(event)).toBe('handled');
    expect(await subject.dispatch(event)).toBe('duplicate');
    await database.close();
  });

  it.each([
    ['memory', () => new InMemoryEventStore()],
    ['Redis', () => new RedisEventStore(redis, { prefix })],
  ])('requires PostgresEventStore when the store is %s', async (_name, open) => {
    const event = newEvent();
    const client = await pool.connect();
    const subject = receiver((context) => context.completeIn(client), open());
    expect(await subject.dispatch(event)).toBe('failed');
    client.release();
    expect(log.text).toMatch(/ConfigurationError: .*requires a PostgresEventStore/);
  });

  it('refuses an object that is not a client', async () => {
    const subject = receiver((context) => context.completeIn({} as never));
    expect(await subject.dispatch(newEvent())).toBe('failed');
    expect(log.text).toContain('completeIn() requires an open transaction');
  });

  it('accepts a key with any characters', async () => {
    const store = new PostgresEventStore(pool, { table: `${schema}.events` });
    const key = `o'clock"; DROP TABLE x; -- é \\ $$`;
    const { fence } = await store.begin(key, '');
    const client = await pool.connect();
    await client.query('BEGIN');
    await store.completeIn(client, key, fence!);
    await client.query('COMMIT');
    client.release();
    expect(await store.isComplete(key)).toBe(true);
  });

  it('does not block other events while its transaction is open', async () => {
    const [one, other] = [newEvent(), newEvent()];
    const store = new PostgresEventStore(pool, { table: `${schema}.events`, timeout: 1 });
    const plain = receiver(() => undefined, store);
    const subject = receiver(async (context) => {
      const client = await pool.connect();
      await client.query('BEGIN');
      await context.completeIn(client);
      // A repeat of the same event and another one share a statement.
      const elsewhere = receiver(
        () => undefined,
        new PostgresEventStore(pool, { table: `${schema}.events` }),
      );
      const both = await Promise.all([elsewhere.dispatch(one), elsewhere.dispatch(other)]);
      expect(both).toEqual(['running', 'handled']);
      expect(await plain.dispatch(newEvent())).toBe('handled');
      await client.query('COMMIT');
      client.release();
    }, store);
    expect(await subject.dispatch(one)).toBe('handled');
  });
});

describe('two processes with overlapping leases', () => {
  function start(event: PixEvent, blocksUntil?: string) {
    const child = fork(resolve(import.meta.dirname, 'support/slow-receiver-process.ts'), {
      cwd: resolve(import.meta.dirname, '../..'),
      execArgv: ['--import', './test/support/register-typescript.js'],
      silent: true,
    });
    const order: SlowReceiverOrder = { schema, event, ...(blocksUntil && { blocksUntil }) };
    child.send(order);
    return child;
  }

  async function waitForOutcome(child: ChildProcess): Promise<string> {
    for (;;) {
      const [message] = (await once(child, 'message')) as [string];
      if (message === 'begun') continue;
      child.disconnect();
      return message;
    }
  }

  it('run the handler at the same time and have one effect', async () => {
    const event = newEvent();
    const folder = mkdtempSync(join(tmpdir(), 'pix-lease-'));
    const go = join(folder, 'go');
    const slow = start(event, go);
    await once(slow, 'message');
    const slowOutcome = waitForOutcome(slow);
    // The event is claimed until the lease of the process that does not renew it has ended.
    let outcome: string;
    do outcome = await waitForOutcome(start(event));
    while (outcome === 'running');
    expect(outcome).toBe('handled');
    writeFileSync(go, '');
    expect(await slowOutcome).toBe('failed');
    expect(await effects(event)).toBe(1);
    rmSync(folder, { recursive: true });
  }, 60_000);
});

describe('context.signal', () => {
  it('aborts in a process that lost its lease, which then completes nothing', async () => {
    const event = newEvent();
    let released!: () => void;
    const done = new Promise<void>((resolve) => (released = resolve));
    let isTaken!: () => void;
    const taken = new Promise<void>((resolve) => (isTaken = resolve));
    const other = receiver(async () => {
      isTaken();
      await done;
    });
    const slow = receiver(async ({ signal }) => {
      await pause(300);
      void other.dispatch(event);
      await taken;
      if (!signal.aborted) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      }
      throw signal.reason as Error;
    }, shortLease());
    expect(await slow.dispatch(event)).toBe('failed');
    expect(log.text).toContain('LeaseLostError: The lease of');
    // Its release did not affect the claim of the other process.
    expect(await slow.dispatch(event)).toBe('running');
    released();
  });
});

afterEach(() => Logger.overrideLogger(undefined as never));
