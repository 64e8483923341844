/**
 * Opens orders through the ledger from several processes that are killed, with a database that restarts and a hostile
 * bank, and compares the books: `npm run ledger:proof -- --help`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Command } from 'commander';
import { Client, Pool } from 'pg';
import { PixSimulator } from '../../devkit/simulator/index.js';
import { createPixClient } from '../../lib/index.js';
import { PostgresLedgerStore, type PixCharge } from '../../lib/ledger/public.js';
import { deriveSeed, Prng } from '../dst/prng.js';
import { LedgerProcess } from '../ledger/support/ledger-world.js';
import { POSTGRES_URL, unique } from '../services/support/servers.js';
import { promptHabits } from '../support/hostile-habits.js';
import { compare } from './compare.js';
import { Shop } from './shop.js';

/** Orders under way at a time. */
const CUSTOMERS = 32;
/** How long the database accepts no connection in a restart, in milliseconds. */
const RESTART = 3000;
/** How long everything may take to be settled after the last fault, in milliseconds. */
const LIMIT = 60_000;

const options = new Command('ledger:proof')
  .option('--orders <count>', 'orders that are placed', Number, 10_000)
  .option('--processes <count>', 'processes of the shop', Number, 4)
  .option('--kills <count>', 'kills (SIGKILL), spread over the orders', Number, 20)
  .option('--restarts <count>', 'restarts of the database', Number, 2)
  .option('--seed <seed>', 'of what customers do', Number, 1)
  .addHelpText('after', '\nNeeds a PostgreSQL whose user may create databases (TEST_DATABASE_URL).')
  .parse()
  .opts<Record<'orders' | 'processes' | 'kills' | 'restarts' | 'seed', number>>();

Logger.overrideLogger(['error']);
const name = unique('pix_proof');
const server = new Client({ connectionString: POSTGRES_URL });
await server.connect();
await server.query(`CREATE DATABASE ${name}`);
const url = new URL(POSTGRES_URL);
url.pathname = `/${name}`;
const pool = new Pool({ connectionString: url.href, max: 4 });
pool.on('error', () => undefined);
pool.on('connect', (each) => each.on('error', () => undefined));
const bank = await PixSimulator.start({
  hostile: promptHabits,
  // Answers to a share of the calls are lost, before and after they took effect.
  faults: [
    { on: 'cob', kind: 'reset', when: 'after', rate: 0.05, seed: 7 },
    { on: 'cob', kind: 'status', status: 503, when: 'before', rate: 0.05, seed: 8 },
  ],
});
const client = await createPixClient({ ...bank.moduleOptions, retry: { budget: 100_000 } });
const shop = new Shop({ database: url.href, bank: bank.moduleOptions });
const since = new Date(Date.now() - 60_000);
try {
  // No keys, so that a second effect is counted instead of refused.
  await pool.query('CREATE TABLE orders (id text PRIMARY KEY)');
  await pool.query('CREATE TABLE effects (charge text, what text)');
  const store = new PostgresLedgerStore(pool);
  await store.migrate();
  const observer = new LedgerProcess(store, client);
  await shop.start(options.processes);

  const begin = performance.now();
  await run();
  const took = (performance.now() - begin) / 1000;
  bank.control.faults.clear();
  const end = performance.now();
  let { unsettled } = await observer.ledger.status();
  while (unsettled > 0 && performance.now() - end < LIMIT) {
    await delay(500);
    ({ unsettled } = await observer.ledger.status());
  }
  const settled = (performance.now() - end) / 1000;
  await shop.stop();
  bank.control.hostile.set([]);
  const period = { inicio: since, fim: new Date(Date.now() + 60_000) };
  const { problems, states, difference } = await compare({
    pool,
    client,
    ledger: observer.ledger,
    period,
  });
  console.log(
    [
      `orders      ${options.orders} with ${options.processes} processes, seed ${options.seed}`,
      `faults      ${options.kills} kills (SIGKILL), ${options.restarts} restarts of the database`,
      `duration    ${took.toFixed(1)} s, ${(options.orders / took).toFixed(1)} orders a second`,
      `states      ${states}`,
      `unsettled   ${unsettled}, ${settled.toFixed(1)} s after the last fault`,
      `difference  ${difference}`,
      ...problems.slice(0, 20).map((problem) => `problem     ${problem}`),
      `problems    ${problems.length}`,
    ].join('\n'),
  );
  process.exitCode = problems.length + unsettled === 0 && difference === '0.00' ? 0 : 1;
} finally {
  shop.abandon();
  await client.close();
  await bank.close();
  await pool.end();
  await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await server.end();
}

/** Places all orders, and makes the faults at equal shares of them. */
async function run(): Promise<void> {
  let started = 0;
  const customer = async () => {
    while (started < options.orders) await order((started += 1));
  };
  const customers = Promise.all(Array.from({ length: CUSTOMERS }, customer));
  const until = async (share: number) => {
    while (started < share * options.orders) await delay(20);
  };
  const kills = async () => {
    for (let kill = 1; kill <= options.kills; kill += 1) {
      await until(kill / (options.kills + 1));
      await shop.kill(kill % options.processes);
    }
  };
  const restarts = async () => {
    for (let restart = 1; restart <= options.restarts; restart += 1) {
      await until((restart - 0.5) / options.restarts);
      await restartDatabase();
    }
  };
  await Promise.all([customers, kills(), restarts()]);
}

/** What a restart does to its clients, without one of the server, which other databases share. */
async function restartDatabase(): Promise<void> {
  await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
    name,
  ]);
  await delay(RESTART);
  await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
}

/** A customer orders, and pays, pays twice, pays another amount, cancels, or leaves. */
async function order(number: number): Promise<void> {
  const prng = new Prng(deriveSeed(options.seed, number));
  const payments = prng.weighted<readonly { valor?: string; force?: boolean }[]>([
    [70, [{}]],
    [8, [{}, { force: true }]],
    [5, [{ valor: '0.01', force: true }]],
    [17, []],
  ]);
  const cancel = prng.chance(0.1);
  const at = prng.whole(0, options.processes - 1);
  const id = `order-${number}`;
  const valor = `${prng.whole(1, 900)}.${prng.whole(10, 99)}`;
  const placed = await shop.ask(at, { about: 'order', id, valor, cancel });
  const { identifier } = placed as PixCharge;
  for (const payment of payments) {
    // The bank refuses the payment of a charge that it does not have yet, or that was removed.
    const pix = await bank.control.pay(identifier!, payment).catch(() => undefined);
    if (!pix) continue;
    const times = prng.chance(0.1) ? 2 : 1;
    for (let time = 0; time < times; time += 1)
      await shop.ask(prng.whole(0, options.processes - 1), { about: 'notification', pix });
  }
}
