import { once, type EventEmitter } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { buildPix } from '../../devkit/testing.js';
import { EventHandlerRegistry } from '../../lib/receiver/dispatch/handlers.js';
import type { PixEvent } from '../../lib/receiver/events.js';
import {
  InMemoryEventStore,
  PostgresEventStore,
  RedisEventStore,
  type PixEventContext,
  type PixEventStore,
  type PixTransactionClient,
} from '../../lib/receiver/index.js';
import { RecordedLog } from '../receiver/support/log.js';
import { NotifiedDispatcher } from '../receiver/support/notified-dispatcher.js';
import { openPostgres, POSTGRES_URL, unique } from './support/servers.js';
import { waitUntil } from './support/wait-until.js';

let pool: Pool;
let schema: string;
let log: RecordedLog;

beforeAll(async () => {
  pool = await openPostgres();
  schema = unique('pix_transaction');
  await pool.query(`CREATE SCHEMA ${schema}`);
  // No key, so that a second effect is counted instead of refused.
  await pool.query(`CREATE TABLE ${schema}.payments (event text NOT NULL)`);
  await new PostgresEventStore(pool, { table: `${schema}.events` }).migrate();
});

beforeEach(() => Logger.overrideLogger((log = new RecordedLog())));
afterEach(() => Logger.overrideLogger(undefined as never));

afterAll(async () => {
  await pool.query(`DROP SCHEMA ${schema} CASCADE`);
  await pool.end();
});

function newEvent(): PixEvent {
  const payload = buildPix();
  return { type: 'pix.recebido', key: `pix:${payload.endToEndId}`, payload };
}

function openStore(database: Pick<Pool, 'query'> = pool, lease = 30): PostgresEventStore {
  return new PostgresEventStore(database, { table: `${schema}.events`, lease, timeout: 5 });
}

function receiver(handle: (context: PixEventContext) => unknown, store: PixEventStore) {
  const registry = new EventHandlerRegistry();
  const run = (_payload: unknown, context: PixEventContext) => handle(context);
  registry.fill([{ type: 'pix.recebido', id: 'Payments.paid', order: 0, instance: {}, run }]);
  return new NotifiedDispatcher(registry, { store });
}

const pay = (client: PixTransactionClient, { eventKey }: PixEventContext) =>
  client.query(`INSERT INTO ${schema}.payments VALUES ($1)`, [eventKey]);

const payIn = (context: PixEventContext) => context.transaction((client) => pay(client, context));

async function effects(event: PixEvent): Promise<number> {
  const text = `SELECT count(*)::int FROM ${schema}.payments WHERE event = $1`;
  const { rows } = await pool.query<{ count: number }>(text, [event.key]);
  return rows[0]!.count;
}

async function showLimits(client: PixTransactionClient): Promise<unknown> {
  const { rows } = await client.query(`SELECT
    current_setting('idle_in_transaction_session_timeout') AS idle,
    current_setting('tcp_user_timeout') AS unread`);
  return rows[0];
}

/** Takes nothing of a large result, until the test says so. */
async function readNothing(client: PixTransactionClient, goOn: Promise<void>): Promise<void> {
  const result = client.query(`SELECT repeat('x', 100000) FROM generate_series(1, 300)`);
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.pause();
  await goOn;
  stream.resume();
  await result;
}

/** A pool whose clients send a COMMIT as the test says. */
function withCommit(commit: (send: () => Promise<unknown>, client: PoolClient) => unknown) {
  const wrap = (client: PoolClient) => {
    const query = (text: string, values?: unknown[]) => {
      const send = () => client.query(text, values);
      return text.endsWith('; COMMIT') ? commit(send, client) : send();
    };
    const release = (destroy?: boolean) => client.release(destroy);
    const [on, off] = [client.on.bind(client), client.off.bind(client)];
    return { query, release, on, off };
  };
  const connect = (connected: (error?: Error, client?: ReturnType<typeof wrap>) => void) =>
    pool.connect((error, client) => connected(error, client && wrap(client)));
  const query = (text: string, values?: unknown[]) => pool.query(text, values);
  return { connect, query };
}

/** PostgreSQL whose first "ready" is followed by the end of the connection in the same packet. */
async function openEndingProxy(): Promise<Server> {
  const fields = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection by the test\0\0';
  const end = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), Buffer.from(fields)]);
  end.writeInt32BE(4 + fields.length, 1);
  const { hostname, port } = new URL(POSTGRES_URL);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname, () => near.pipe(far));
    far.on('data', (data) => {
      const isReady = data.subarray(-6).toString('latin1') === 'Z\0\0\0\x05I';
      if (!isReady) near.write(data);
      else near.end(Buffer.concat([data, end]));
    });
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.on('close', () => far.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

describe('context.transaction()', () => {
  it('commits the completion and the effect together, and returns the result of the work', async () => {
    const event = newEvent();
    let result: unknown;
    const subject = receiver(async (context) => {
      result = await context.transaction(async (client) => {
        await pay(client, context);
        return showLimits(client);
      });
    }, openStore());
    expect(await subject.dispatch(event)).toBe('handled');
    expect(result).toEqual({ idle: '15s', unread: '15000' });
    expect(await subject.dispatch(event)).toBe('duplicate');
    expect(await effects(event)).toBe(1);
    expect(await showLimits(pool)).toEqual({ idle: '0', unread: '0' });
  });

  it('rolls both back when the work fails, and the next delivery repeats it', async () => {
    const event = newEvent();
    let runs = 0;
    const subject = receiver(
      (context) =>
        context.transaction(async (client) => {
          await pay(client, context);
          runs += 1;
          if (runs === 1) throw new Error('no such order');
        }),
      openStore(),
    );
    expect(await subject.dispatch(event)).toBe('failed');
    expect(log.text).toContain('no such order');
    expect(await effects(event)).toBe(0);
    expect(await subject.dispatch(event)).toBe('handled');
    expect(await effects(event)).toBe(1);
  });

  it('survives the end of its connection, as when PostgreSQL restarts', async () => {
    const event = newEvent();
    let runs = 0;
    const subject = receiver(
      (context) =>
        context.transaction(async (client) => {
          await pay(client, context);
          runs += 1;
          if (runs > 1) return;
          const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
          const broken = new Promise((resolve) =>
            (client as unknown as EventEmitter).once('error', resolve),
          );
          await pool.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
          expect(await broken).toBeInstanceOf(Error);
        }),
      openStore(),
    );
    // Without a listener of the store, the error of the connection would fail this process.
    expect(await subject.dispatch(event)).toBe('failed');
    expect(await effects(event)).toBe(0);
    expect(await subject.dispatch(event)).toBe('handled');
    expect(await effects(event)).toBe(1);
  });

  it('is rolled back when another process has taken over the event', async () => {
    const event = newEvent();
    const other = receiver(payIn, openStore());
    const subject = receiver(async (context) => {
      await pool.query(`UPDATE ${schema}.events SET lease_until = now() - interval '1 second'
        WHERE key = '${event.key}@Payments.paid'`);
      expect(await other.dispatch(event)).toBe('handled');
      await payIn(context);
    }, openStore());
    expect(await subject.dispatch(event)).toBe('failed');
    expect(log.text).toContain('LeaseLostError');
    expect(await effects(event)).toBe(1);
  });

  it.each([
    ['between two statements', (_: PixTransactionClient, goOn: Promise<void>) => goOn],
    ['while a result arrives', readNothing],
  ])('holds the event of a process that stops %s no longer than its lease', async (_, stop) => {
    const event = newEvent();
    let goOn!: () => void;
    const stopped = new Promise<void>((resolve) => (goOn = resolve));
    let hasPaid!: () => void;
    const paid = new Promise<void>((resolve) => (hasPaid = resolve));
    // The connection stays open, and nothing is renewed.
    const database = Object.assign(Object.create(pool) as Pool, {
      query: (text: string, values?: unknown[]) =>
        text.includes('renewed AS')
          ? Promise.reject(new Error('stopped'))
          : pool.query(text, values),
      connect: pool.connect.bind(pool),
    });
    const frozen = receiver(
      (context) =>
        context.transaction(async (client) => {
          await pay(client, context);
          hasPaid();
          await stop(client, stopped);
        }),
      openStore(database, 0.5),
    ).dispatch(event);
    const other = receiver(payIn, openStore());
    await paid;
    const outcomes = new Set<string>();
    await waitUntil(async () => {
      const outcome = await other.dispatch(event);
      outcomes.add(outcome);
      return outcome !== 'running';
    });
    expect([...outcomes].at(-1)).toBe('handled');
    goOn();
    expect(await frozen).toBe('failed');
    expect(await effects(event)).toBe(1);
  });

  it('fails, and ends no process, when a connection breaks as it is opened', async () => {
    const event = newEvent();
    const store = openStore();
    const proxy = await openEndingProxy();
    const url = new URL(POSTGRES_URL);
    url.port = String((proxy.address() as AddressInfo).port);
    const ending = new Pool({ connectionString: url.href });
    const database = { query: pool.query.bind(pool), connect: ending.connect.bind(ending) };
    expect(await receiver(payIn, openStore(database)).dispatch(event)).toBe('failed');
    expect(await receiver(payIn, store).dispatch(event)).toBe('handled');
    expect(await effects(event)).toBe(1);
    await ending.end();
    proxy.close();
  });

  it('is not completed when the handler does not wait for it', async () => {
    const event = newEvent();
    let goOn!: () => void;
    const waits = new Promise<void>((resolve) => (goOn = resolve));
    let hasPaid!: () => void;
    const paid = new Promise<void>((resolve) => (hasPaid = resolve));
    let transaction: Promise<unknown> | undefined;
    const store = openStore();
    const fail = store.fail.bind(store);
    store.fail = (key, fence) => {
      goOn();
      return fail(key, fence);
    };
    const subject = receiver((context) => {
      transaction = context.transaction(async (client) => {
        await pay(client, context);
        hasPaid();
        await waits;
      });
      return paid;
    }, store);
    expect(await subject.dispatch(event)).toBe('failed');
    expect(log.text).toContain('was not committed when it returned');
    await transaction;
    expect(await subject.dispatch(event)).toBe('duplicate');
    expect(await effects(event)).toBe(1);
  });

  it('is rolled back, not completed, when a statement failed and the work ignored it', async () => {
    const event = newEvent();
    const subject = receiver(
      (context) =>
        context.transaction(async (client) => {
          await pay(client, context);
          await client.query('SELECT 1 / 0').catch(() => undefined);
        }),
      openStore(),
    );
    expect(await subject.dispatch(event)).toBe('failed');
    expect(log.text).toContain('one of its statements failed');
    expect(await effects(event)).toBe(0);
  });

  it.each([
    [['ROLLBACK'], 0],
    [['ROLLBACK', 'BEGIN'], 0],
    [['COMMIT'], 1],
    [['COMMIT', 'BEGIN'], 1],
  ])('has failed when its work runs %j', async (statements, done) => {
    const event = newEvent();
    const payAndEnd = (context: PixEventContext) =>
      context.transaction(async (client) => {
        await pay(client, context);
        for (const statement of statements) await client.query(statement);
      });
    expect(await receiver(payAndEnd, openStore()).dispatch(event)).toBe('failed');
    expect(log.text).toContain('must not end its transaction');
    expect(await effects(event)).toBe(done);
    // What it had committed includes the completion.
    const next = await receiver(payIn, openStore()).dispatch(event);
    expect(next).toBe(done === 0 ? 'handled' : 'duplicate');
    expect(await effects(event)).toBe(1);
  });
});

describe('a transaction whose commit has no response', () => {
  const lost = () => Promise.reject(new Error('Connection terminated unexpectedly'));
  const committed = async (send: () => Promise<unknown>) => {
    await send();
    return lost();
  };

  it('is handled when it is committed', async () => {
    const event = newEvent();
    const subject = receiver(payIn, openStore(withCommit(committed) as never));
    expect(await subject.dispatch(event)).toBe('handled');
    expect(await receiver(payIn, openStore()).dispatch(event)).toBe('duplicate');
    expect(await effects(event)).toBe(1);
  });

  it('has failed when it is rolled back, also if another process handles the event then', async () => {
    const [event, taken] = [newEvent(), newEvent()];
    const other = receiver(payIn, openStore());
    const subject = receiver(payIn, openStore(withCommit(lost) as never));
    expect(await subject.dispatch(event)).toBe('failed');
    expect(await effects(event)).toBe(0);
    expect(await other.dispatch(event)).toBe('handled');

    const late = withCommit(async (_send, client) => {
      await client.query('ROLLBACK');
      await pool.query(`UPDATE ${schema}.events SET lease_until = now() - interval '1 second'
        WHERE key = '${taken.key}@Payments.paid'`);
      expect(await other.dispatch(taken)).toBe('handled');
      return lost();
    });
    expect(await receiver(payIn, openStore(late as never)).dispatch(taken)).toBe('failed');
    expect(await effects(taken)).toBe(1);
  });

  it('waits for a commit that is still under way', async () => {
    const event = newEvent();
    let sent: Promise<unknown> | undefined;
    const slow = withCommit((send) => {
      // The server commits after the read has begun to wait for the row.
      sent = waitUntil(async () => {
        const { rows } = await pool.query<{ count: number }>(
          `SELECT count(*)::int FROM pg_stat_activity
           WHERE wait_event_type = 'Lock' AND query LIKE '%${schema}%FOR SHARE%'`,
        );
        return rows[0]!.count > 0;
      }).then(send);
      return lost();
    });
    // The connection is only closed after its commit.
    const connect = (connected: Parameters<typeof slow.connect>[0]) =>
      slow.connect((error, client) => {
        const release = () => void sent?.then(() => client?.release(true));
        connected(error, client && { ...client, release });
      });
    const subject = receiver(payIn, openStore({ ...slow, connect } as never));
    expect(await subject.dispatch(event)).toBe('handled');
    expect(await effects(event)).toBe(1);
  });

  it('is unknown when the event cannot be read, and the next delivery finds out', async () => {
    const event = newEvent();
    const { connect, query } = withCommit(committed);
    const unreadable = (text: string, values?: unknown[]) =>
      text.includes('FOR SHARE') ? lost() : query(text, values);
    const subject = receiver(payIn, openStore({ connect, query: unreadable } as never));
    expect(await subject.dispatch(event)).toBe('failed');
    expect(log.text).toContain('CommitUnknownError');
    expect(await subject.dispatch(event)).toBe('duplicate');
    expect(await effects(event)).toBe(1);
  });
});

describe('context.transaction() with PGlite', () => {
  it('commits, rolls back, and sees a rollback that nothing reports', async () => {
    const database = new PGlite();
    await database.exec('CREATE TABLE payments (event text NOT NULL)');
    const store = new PostgresEventStore(database);
    await store.migrate();
    let problem: 'throw' | 'ignore' | 'end' | undefined = 'throw';
    const subject = receiver(
      (context) =>
        context.transaction(async (client) => {
          await client.query('INSERT INTO payments VALUES ($1)', [context.eventKey]);
          if (problem === 'throw') throw new Error('no such order');
          if (problem === 'end') await client.query('ROLLBACK');
          if (problem === 'ignore') await client.query('SELECT 1 / 0').catch(() => undefined);
        }),
      store,
    );
    const event = newEvent();
    expect(await subject.dispatch(event)).toBe('failed');
    problem = 'ignore';
    expect(await subject.dispatch(event)).toBe('failed');
    problem = 'end';
    expect(await subject.dispatch(event)).toBe('failed');
    expect((await database.query('SELECT * FROM payments')).rows).toHaveLength(0);
    problem = undefined;
    expect(await subject.dispatch(event)).toBe('handled');
    expect(await subject.dispatch(event)).toBe('duplicate');
    expect((await database.query('SELECT * FROM payments')).rows).toHaveLength(1);
    await database.close();
  });
});

describe('a store without transactions', () => {
  const redis = { eval: async () => ['1'] };
  it.each([
    ['memory', () => new InMemoryEventStore()],
    ['Redis', () => new RedisEventStore(redis)],
    ['PostgreSQL through another client', () => openStore({ query: pool.query.bind(pool) })],
  ])('(%s) refuses context.transaction()', async (_name, open) => {
    expect(await receiver(payIn, open()).dispatch(newEvent())).toBe('failed');
    expect(log.text).toMatch(
      /ConfigurationError: .*transaction\(\).* requires a PostgresEventStore/,
    );
  });
});
