import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { PixSimulator } from '../../devkit/simulator/index.js';
import { createPixClient, type PixClient } from '../../lib/index.js';
import { PostgresLedgerStore } from '../../lib/ledger/public.js';
import { LedgerProcess } from '../ledger/support/ledger-world.js';
import { takeShare } from '../support/share.js';
import type { LedgerOrder } from './support/ledger-process.js';
import { openPostgres, unique } from './support/servers.js';
import { waitUntil } from './support/wait-until.js';

let pool: Pool;
let schema: string;
let bank: PixSimulator;
let client: PixClient;
let observer: LedgerProcess;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  pool = await openPostgres();
  schema = unique('pix_ledger');
  await pool.query(`CREATE SCHEMA ${schema}`);
  // No keys, so that a second effect is counted instead of refused.
  await pool.query(`CREATE TABLE ${schema}.effects (charge text, what text)`);
  await pool.query(`CREATE TABLE ${schema}.orders (id text PRIMARY KEY)`);
  const store = new PostgresLedgerStore(pool, { schema });
  await Promise.all([1, 2, 3].map(() => store.migrate()));
  bank = await PixSimulator.start({
    // Answers to a share of the calls are lost, before and after they took effect.
    faults: [
      { on: 'cob', kind: 'reset', when: 'after', rate: 0.2, seed: 7 },
      { on: 'cob', kind: 'status', status: 503, when: 'before', rate: 0.1, seed: 8 },
    ],
    hostile: ['strict-put', 'minimal-fields'],
  });
  client = await createPixClient({ ...bank.moduleOptions, retry: { budget: 10_000 } });
  observer = new LedgerProcess(store, client);
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await client.close();
  await bank.close();
  await pool.query(`DROP SCHEMA ${schema} CASCADE`);
  await pool.end();
});

function start(order: Omit<LedgerOrder, 'schema' | 'bank'>): ChildProcess {
  const child = fork(resolve(import.meta.dirname, 'support/ledger-process.ts'), {
    cwd: resolve(import.meta.dirname, '../..'),
    execArgv: ['--import', './test/support/register-typescript.js'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  child.send({ ...order, schema, bank: bank.moduleOptions } satisfies LedgerOrder);
  return child;
}

/** The states of all charges of the ledger. */
async function readStates(): Promise<Record<string, string>> {
  const { charges } = await observer.ledger.list({ limit: 1000 });
  return Object.fromEntries(charges.map(({ id, state }) => [id, state]));
}

/** Pays each charge that is open, as payers do, except those that are cancelled. */
async function payOpen(): Promise<void> {
  const { charges } = await observer.ledger.list({ state: 'open', limit: 1000 });
  for (const { id, identifier } of charges) {
    if (id.startsWith('cancel')) continue;
    await bank.control.pay(identifier!).catch(() => undefined);
    await pool.query(`UPDATE ${schema}.pix_charge SET due = now() WHERE id = $1`, [id]);
  }
}

describe('a ledger whose processes are killed before each of their statements', () => {
  it('has each charge once, in the state of the bank, and each effect once', async () => {
    const all = Array.from({ length: 18 }, (_, at) => at + 1);
    const steps = takeShare(all, 3);
    const survivor = start({ open: ['free'] });
    let kills = 0;
    for (const step of steps) {
      const ids = step % 4 === 1 ? [`cancel-${step}`, `pay-${step}`] : [`pay-${step}`];
      const child = start({ open: ids, dieAt: step });
      const end = await Promise.race([once(child, 'exit'), once(child, 'message')]);
      kills += end[1] === 'SIGKILL' ? 1 : 0;
      child.kill('SIGKILL');
      await payOpen();
      // The application repeats what it does not know to be committed.
      for (const id of ids) {
        const { rows } = await pool.query(`SELECT FROM ${schema}.orders WHERE id = $1`, [id]);
        const charge = await observer.ledger.get(id);
        expect([id, charge !== undefined]).toEqual([id, rows.length === 1]);
      }
    }
    // How many statements a process executes depends on what the others have already done.
    expect(kills).toBeGreaterThan(steps.length / 6);
    await waitUntil(async () => {
      await payOpen();
      const states = Object.entries(await readStates());
      const { unsettled } = await observer.ledger.status();
      const isOver = states.every(([id, state]) => {
        if (!id.startsWith('cancel')) return state === 'paid';
        return state === 'cancelled' || state === 'open';
      });
      return isOver && unsettled === 0;
    }, 500);
    survivor.send('stop');
    await once(survivor, 'exit');

    const { charges } = await observer.ledger.list({ limit: 1000 });
    expect(charges.length).toBeGreaterThan(steps.length / 2);
    bank.control.faults.clear();
    const listed: string[] = [];
    const period = { inicio: new Date(Date.now() - 3_600_000), fim: new Date(Date.now() + 60_000) };
    for await (const { txid } of client.cob.iterate(period)) listed.push(txid);
    expect(listed.sort()).toEqual(charges.map(({ identifier }) => identifier!).sort());
    for (const { id, identifier, state } of charges) {
      const { status } = await client.cob.get(identifier!);
      const statuses = {
        paid: 'CONCLUIDA',
        cancelled: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
        open: 'ATIVA',
      };
      expect([id, status]).toEqual([id, statuses[state as keyof typeof statuses]]);
      const { rows } = await pool.query<{ what: string }>(
        `SELECT what FROM ${schema}.effects WHERE charge = $1 ORDER BY what`,
        [id],
      );
      const last = state === 'open' ? [] : [state];
      const told = rows.map(({ what }) => what).filter((what) => what !== 'opened');
      expect([id, told]).toEqual([id, last]);
      expect(rows.filter(({ what }) => what === 'opened').length).toBeLessThanOrEqual(1);
    }
    expect(await observer.ledger.books(period)).toMatchObject({
      difference: '0.00',
      differences: [],
    });
    expect(await observer.ledger.tasks()).toEqual([]);
  }, 400_000);
});
