import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { buildPix } from '../../devkit/testing.js';
import { write } from '../../lib/ledger/journal.js';
import { recordPix } from '../../lib/ledger/payments.js';
import { PostgresLedgerStore, type PixLedgerTransaction } from '../../lib/ledger/public.js';
import { cob, LedgerProcess } from '../ledger/support/ledger-world.js';
import { openPostgres, unique } from './support/servers.js';
import { libraries, type Library } from './support/transactions.js';

let pool: Pool;
let schema: string;
let subject: LedgerProcess;

beforeAll(async () => {
  pool = await openPostgres();
  schema = unique('pix_ledger');
  await pool.query(`CREATE SCHEMA ${schema}`);
  await pool.query(`CREATE TABLE ${schema}.orders (id text PRIMARY KEY)`);
  const store = new PostgresLedgerStore(pool, { schema, prefix: 'shop_' });
  await store.migrate();
  subject = new LedgerProcess(store, undefined as never);
});
afterAll(async () => {
  await pool.query(`DROP SCHEMA ${schema} CASCADE`);
  await pool.end();
});

describe.each(libraries)('a transaction of %s', (name, open) => {
  let library: Library;
  const orders = async (id: string) =>
    (await pool.query(`SELECT id FROM ${schema}.orders WHERE id = $1`, [id])).rowCount;

  beforeAll(async () => {
    library = await open(pool);
  });
  afterAll(() => library.close());

  it('writes order and charge together', async () => {
    const id = `${name} 1`;
    await library.transaction(async (tx, execute) => {
      await execute(`INSERT INTO ${schema}.orders VALUES ('${id}')`);
      const charge = await subject.ledger.in(tx).open(cob(id));
      expect(charge).toMatchObject({ id, state: 'opening', valor: '37.00' });
      expect(charge.createdAt).toBeInstanceOf(Date);
      expect(await subject.ledger.in(tx).open(cob(id))).toEqual(charge);
      expect(await subject.ledger.in(tx).cancel(id)).toMatchObject({ state: 'cancelling' });
    });
    expect(await orders(id)).toBe(1);
    expect(await subject.ledger.get(id)).toMatchObject({ id, state: 'cancelling' });
  });

  it('writes neither if it is rolled back', async () => {
    const id = `${name} 2`;
    const work = library.transaction(async (tx, execute) => {
      await execute(`INSERT INTO ${schema}.orders VALUES ('${id}')`);
      await subject.ledger.in(tx).open(cob(id));
      throw new Error('no stock');
    });
    await expect(work).rejects.toThrow('no stock');
    expect(await orders(id)).toBe(0);
    expect(await subject.ledger.get(id)).toBeUndefined();
  });

  it('is required: a client outside of one is refused', async () => {
    const id = `${name} 3`;
    const work = subject.ledger.in(library.outside).open(cob(id));
    await expect(work).rejects.toThrow('PixLedger.in() requires a client in a transaction');
    expect(await subject.ledger.get(id)).toBeUndefined();
  });
});

describe('transactions that see the database as it was', () => {
  it('refund no more than the payment, and retry a charge once for each day', async () => {
    const { ledger, core } = subject;
    const item = buildPix({ valor: '10.00' });
    await write(core, (journal) =>
      recordPix(journal, { account: 'default', item, why: { cause: 'event' } }),
    );
    await pool.query(`INSERT INTO ${schema}.shop_charge (account, id, kind, txid, state, digest, terms)
      VALUES ('default', 'repeatable', 'cobr', 'repeatable', 'open', '', '{}')`);
    const { endToEndId } = item;
    const both = async (work: (ledger: PixLedgerTransaction, name: string) => Promise<unknown>) => {
      const clients = [await pool.connect(), await pool.connect()];
      const [first, second] = clients as [PoolClient, PoolClient];
      for (const client of clients) {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
        await client.query('SELECT 1');
      }
      await work(ledger.in(first), 'first');
      await first.query('COMMIT');
      await expect(work(ledger.in(second), 'second')).rejects.toThrow('could not serialize access');
      await second.query('ROLLBACK');
      for (const client of clients) client.release();
    };
    await both((tx, refundId) => tx.refund({ endToEndId, refundId, valor: '10.00' }));
    await both((tx) => tx.retry('repeatable', '2098-04-10'));
  });
});

describe('a migration when nothing is missing', () => {
  it('waits for no transaction that writes: processes start while others work', async () => {
    const client = await pool.connect();
    await client.query('BEGIN');
    await subject.ledger.in(client).open(cob('while it starts'));
    await expect(subject.store.migrate()).resolves.toBeUndefined();
    await client.query('ROLLBACK');
    client.release();
  });
});

describe('closed charges', () => {
  it('are in no index for work, which the claims read', async () => {
    const name = `${schema}.shop_command`;
    await pool.query(`INSERT INTO ${name} (account, charge, operation, due, outcome, finished_at)
      SELECT 'default', 'closed-' || n, 'create', NULL, 'done', now() FROM generate_series(1, 20000) AS n`);
    await pool.query(`ANALYZE ${name}`);
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT number FROM ${name} WHERE due <= now() ORDER BY due LIMIT 10`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    // Either index has open commands only. While there are few of them, both cost the same.
    expect(plan).toMatch(/Index Scan using shop_command_(?:due|turn)/);
    expect(plan).not.toContain('Seq Scan');
  });
});
