import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { PixSimulator } from '../../devkit/simulator/index.js';
import { createPixClient, type PixClient } from '../../lib/index.js';
import { write } from '../../lib/ledger/journal.js';
import { recordPix } from '../../lib/ledger/payments.js';
import { PostgresLedgerStore } from '../../lib/ledger/public.js';
import { cob, LedgerProcess } from '../ledger/support/ledger-world.js';
import { POSTGRES_URL, unique } from './support/servers.js';

/** Closed charges, with as many commands, payments, refunds, tasks, notices and lines of history. */
const CLOSED = Number(process.env.CLOSED ?? 20_000);

const schema = unique('pix_plans');
const pool = new Pool({ connectionString: POSTGRES_URL, options: `-c search_path=${schema}` });
const statements = new Set<string>();
let bank: PixSimulator;
let client: PixClient;
let shop: LedgerProcess;

/** How many rows a node of a plan may read. */
const MOST_ROWS = 100;

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** The most rows that a node reads, also those that it does not return. */
function countRows(plan: Plan): number {
  const { 'Actual Rows': returned, 'Rows Removed by Filter': removed = 0 } = plan;
  const own = (returned + removed) * plan['Actual Loops'];
  return Math.max(own, ...(plan.Plans ?? []).map(countRows));
}

/** Remembers the statements of a connection. */
function observe(connection: { query: unknown }): void {
  const query = connection.query as (...args: unknown[]) => unknown;
  connection.query = (...args: unknown[]) => {
    const texts = typeof args[0] === 'string' ? args[0].split(';\n') : [];
    for (const text of texts) statements.add(text);
    return query.apply(connection, args);
  };
}

beforeAll(async () => {
  Logger.overrideLogger(false);
  pool.on('connect', observe);
  await pool.query(`CREATE SCHEMA ${schema}`);
  const store = new PostgresLedgerStore(pool);
  await store.migrate();
  await pool.query(`
    INSERT INTO pix_charge (account, id, kind, txid, state, digest, terms, revision, created_at)
      SELECT 'default', 'old' || n, 'cob', 'txid' || n, 'paid', '', '{"total": "1.00"}', 1, now() - n * interval '1 minute'
      FROM generate_series(1, ${CLOSED}) AS n;
    INSERT INTO pix_command (account, charge, operation, outcome, created_at, finished_at)
      SELECT account, id, 'create', 'done', created_at, created_at FROM pix_charge;
    INSERT INTO pix_payment (account, end_to_end_id, charge, txid, valor, horario, meaning, recorded_at)
      SELECT account, 'E' || id, id, txid, 1, created_at, 'full', created_at FROM pix_charge;
    INSERT INTO pix_refund (account, end_to_end_id, refund_id, valor, state, made_by, asked_at, settled_at)
      SELECT account, 'E' || id, 'r', 1, 'returned', 'ledger', created_at, created_at FROM pix_charge;
    INSERT INTO pix_task (account, key, reason, charge, decided_at, decision)
      SELECT account, id, 'late', id, now(), 'dismiss' FROM pix_charge;
    INSERT INTO pix_history (account, charge, to_state, cause, what)
      SELECT account, id, state, 'call', 'create: done' FROM pix_charge;
    INSERT INTO pix_notice (account, charge, event, handler, snapshot, completed_at)
      SELECT account, id, 'paid', 'Orders.paid', '{}', now() FROM pix_charge;
    ANALYZE`);
  bank = await PixSimulator.start();
  client = await createPixClient(bank.moduleOptions);
  shop = new LedgerProcess(store, client);
}, 600_000);

afterAll(async () => {
  await client.close();
  await bank.close();
  await pool.query(`DROP SCHEMA ${schema} CASCADE`);
  await pool.end();
});

it('reads few rows in every statement, however many charges are closed', async () => {
  statements.clear();
  const { ledger, engine } = shop.on('paid', () => undefined);
  // Many at a time, so that they share statements.
  const ids = Array.from({ length: 20 }, (_, at) => `new${at}`);
  const tx = await pool.connect();
  await tx.query('BEGIN');
  for (const id of ids) await ledger.in(tx).open(cob(id));
  await tx.query('COMMIT');
  tx.release();
  const opened = await Promise.all(ids.map((id) => ledger.ready(id, { within: 30 })));
  const item = await bank.control.pay(opened[0]!.identifier!);
  const reported = { account: 'default', item, why: { cause: 'event' } } as const;
  await write(shop.core, (journal) => recordPix(journal, reported));
  while ((await engine.runOnce()) > 0);
  await ledger.status();
  await ledger.list({ state: 'open' });
  await ledger.tasks();
  await ledger.history('new0');
  await ledger.days({ inicio: new Date(Date.now() - 600_000), fim: new Date() });

  const slow: string[] = [];
  for (const text of [...statements].filter((each) =>
    /^\s*(WITH|SELECT|INSERT|UPDATE)/.test(each),
  )) {
    const tx = await pool.connect();
    await tx.query('BEGIN');
    const { rows } = await tx.query<Record<'QUERY PLAN', [{ Plan: Plan }]>>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    );
    await tx.query('ROLLBACK');
    tx.release();
    const [{ Plan: plan }] = rows[0]!['QUERY PLAN'];
    if (countRows(plan) > MOST_ROWS) slow.push(`${text}\n${JSON.stringify(plan, null, 1)}`);
  }
  expect(statements.size).toBeGreaterThan(20);
  expect(slow).toEqual([]);
}, 600_000);
