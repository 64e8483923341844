import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client, type Pool } from 'pg';
import { PixSimulator } from '../../devkit/simulator/index.js';
import { createPixClient, type PixClient } from '../../lib/index.js';
import { LedgerListener } from '../../lib/ledger/engine.js';
import { PostgresLedgerStore, type PixCharge } from '../../lib/ledger/public.js';
import { cob, LedgerProcess } from '../ledger/support/ledger-world.js';
import { openPostgres, POSTGRES_URL, unique } from './support/servers.js';

let pool: Pool;
let schema: string;
let bank: PixSimulator;
let client: PixClient;

beforeAll(async () => {
  pool = await openPostgres();
  schema = unique('pix_ledger');
  await pool.query(`CREATE SCHEMA ${schema}`);
  bank = await PixSimulator.start();
  client = await createPixClient(bank.moduleOptions);
});
afterAll(async () => {
  await client.close();
  await bank.close();
  await pool.query(`DROP SCHEMA ${schema} CASCADE`);
  await pool.end();
});

/** A process that looks for work once in ten minutes. */
async function start(): Promise<{ subject: LedgerProcess; listener: LedgerListener }> {
  const store = new PostgresLedgerStore(pool, { schema });
  await store.migrate();
  const subject = new LedgerProcess(store, client, { poll: 600_000 });
  const connect = () => new Client({ connectionString: POSTGRES_URL }) as never;
  return { subject, listener: new LedgerListener(subject.core, connect) };
}

it('wakes a process when another one has changed a row', async () => {
  const [worker, web] = [await start(), await start()];
  const told = new Promise<string>((resolve) => {
    worker.subject.on('opened', (charge) => resolve((charge as PixCharge).id));
  });
  await worker.listener.start();
  await web.listener.start();
  worker.subject.engine.start();
  await new Promise((resolve) => setTimeout(resolve, 200)); // the first look finds nothing
  const connection = await pool.connect();
  await connection.query('BEGIN');
  await web.subject.ledger.in(connection).open(cob('order-1'));
  await connection.query('COMMIT');
  connection.release();
  // The answer of the bank is written here, and heard there.
  await web.subject.ledger.ready('order-1');
  await expect(told).resolves.toBe('order-1');
  for (const { subject, listener } of [worker, web]) {
    await subject.stop();
    await listener.stop();
  }
});

it('leaves no connection open that cannot listen', async () => {
  const { subject } = await start();
  let open = 0;
  // As a standby.
  const standby = {
    connect: async () => void (open += 1),
    query: () => Promise.reject(new Error('cannot execute LISTEN during recovery')),
    on: () => undefined,
    end: async () => void (open -= 1),
  };
  const listener = new LedgerListener(subject.core, () => standby);
  await expect(listener.start()).rejects.toThrow('during recovery');
  expect(open).toBe(0);
});

it('refuses a connection that delivers no notifications', async () => {
  const { subject } = await start();
  // As PgBouncer in transaction mode.
  const deaf = {
    connect: () => Promise.resolve(),
    query: () => Promise.resolve(),
    on: () => undefined,
    end: () => Promise.resolve(),
  };
  await expect(new LedgerListener(subject.core, () => deaf).start()).rejects.toThrow(
    'delivers no notifications',
  );
});
