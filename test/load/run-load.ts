import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createPixClient } from 'nestjs-pix';
import type { FaultRule } from 'nestjs-pix-devkit';
import type { Environment } from '../../sample-app/src/settings/read-settings.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../../sample-app/test/support/bank-environment.js';
import { openSimulatedBank } from '../../sample-app/test/support/simulated-bank.js';
import { NO_LIMIT } from '../../sample-app/test/support/start-shop.js';
import { deriveSeed, Prng } from '../dst/prng.js';
import { hostileHabits } from '../support/hostile-habits.js';
import { Balancer } from './balancer.js';
import { type Balance, balance, isBalanced } from './books.js';
import { Clerk } from './clerk.js';
import { Customers } from './customers.js';
import { Killer } from './killer.js';
import { readBank, readShop } from './read-books.js';
import { openServices } from './services.js';
import { LoadedShop, type Variables } from './shop-processes.js';

/** Milliseconds that the shop has to settle everything after the last order. */
const SETTLE_TIMEOUT = 60_000;
const SETTLE_PAUSE = 1_000;

/** Milliseconds for which the database refuses connections in a restart. */
const RESTART = 3_000;

/** Answers that are lost, after and before the charge was made. */
const LOST: readonly FaultRule[] = [
  { on: 'cob', kind: 'reset', when: 'after', rate: 0.05 },
  { on: 'cob', kind: 'status', status: 503, when: 'before', rate: 0.05 },
];

/** Customers at a time. */
const CONCURRENT = 24;

export interface LoadOptions {
  readonly orders: number;
  readonly seed: number;
  readonly processes: number;
  /** Seconds from one kill to the next. */
  readonly killEvery: number;
  /** Kills that a short run has nevertheless. */
  readonly kills: number;
  /** Restarts of the database, spread over the orders. */
  readonly restarts: number;
}

export interface LoadReport {
  readonly balance: Balance;
  readonly orders: number;
  readonly kills: number;
  /** Partial refunds. */
  readonly parts: number;
  readonly repeats: number;
  /** Orders that the shop refused: customers order what it offers, so none is expected. */
  readonly refused: number;
  /** Seconds from the first to the last order. */
  readonly duration: number;
  /** Seconds from the last request until the books balanced. */
  readonly settled: number;
}

/** Takes orders from a shop of several processes while they are killed, then compares its books with the bank's. */
export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const services = await openServices();
  const opened = await openSimulatedBank();
  const shops = await Promise.all(
    Array.from({ length: options.processes }, (_, index) =>
      LoadedShop.reserve(index % 2 === 0 ? 'web' : 'worker', index),
    ),
  );
  const web = shops.filter(({ role }) => role === 'web');
  const pages = await Balancer.open(web.map(({ port }) => port));
  const webhook = await Balancer.open(web.map(({ webhookPort }) => webhookPort));
  try {
    const variables: Variables = {
      ...pickText(opened.environment.variables),
      DATABASE_URL: services.databaseUrl,
      REDIS_URL: services.redisUrl,
      PIX_TOKEN_KEY: randomBytes(32).toString('base64'),
      PIX_WEBHOOK_URL: `https://127.0.0.1:${webhook.port}/webhooks/pix`,
      PIX_TIMEOUT: '10',
      ...NO_LIMIT,
    };
    // All at once, on an empty database.
    await Promise.all(shops.map((shop) => shop.start(variables)));
    const bank = opened.simulator;
    const customers = new Customers(`http://127.0.0.1:${pages.port}`, bank.control);
    const client = await createPixClient(bank.moduleOptions);
    const clerk = new Clerk(customers, { email: ADMIN_EMAIL, senha: ADMIN_PASSWORD });
    const since = new Date(Date.now() - 60_000);
    try {
      bank.control.hostile.set(hostileHabits);
      for (const fault of LOST) bank.control.faults.add(fault);
      clerk.start();
      const killed = { shops, variables, restart: () => services.restartDatabase(RESTART) };
      const taken = await takeOrders(options, customers, killed);
      bank.control.faults.clear();
      const read = async () =>
        balance(await readBank(client, since), await readShop(services.database), clerk.parts);
      await clerk.rest(SETTLE_TIMEOUT);
      // The books of a bank that follows the specification can be read.
      bank.control.hostile.set([]);
      // A payment whose notification was lost is found later, and its refund is decided then.
      const settled = await settle(read);
      await clerk.stop();
      return {
        ...taken,
        parts: clerk.parts.size,
        repeats: customers.repeats,
        refused: customers.refused,
        ...settled,
      };
    } finally {
      await client.close();
    }
  } finally {
    await Promise.all(shops.map((shop) => shop.kill()));
    await Promise.all([pages.close(), webhook.close()]);
    await opened.close();
    await services.close();
  }
}

type Taken = Pick<LoadReport, 'orders' | 'kills' | 'duration'>;

interface Killed {
  readonly shops: readonly LoadedShop[];
  readonly variables: Variables;
  restart(): Promise<void>;
}

async function takeOrders(
  { orders, seed, killEvery, kills, restarts }: LoadOptions,
  customers: Customers,
  { shops, variables, restart }: Killed,
): Promise<Taken> {
  let started = 0;
  let done = 0;
  const plan = { every: killEvery * 1000, atLeast: kills, seed };
  const killer = new Killer(shops, variables, plan, () => started / orders);
  const begin = Date.now();
  killer.start();
  const customer = async () => {
    while (started < orders) {
      const number = (started += 1);
      await killer.allow(number, orders);
      await customers.run(new Prng(deriveSeed(seed, number)));
      done += 1;
    }
  };
  const restarter = async () => {
    for (let made = 0; made < restarts; made += 1) {
      while (started < ((made + 0.5) / restarts) * orders) await delay(SETTLE_PAUSE);
      await restart();
    }
  };
  await Promise.all([...Array.from({ length: CONCURRENT }, customer), restarter()]);
  const duration = (Date.now() - begin) / 1000;
  await killer.stop();
  return { orders: done, kills: killer.kills, duration };
}

/** Waits until the books balance or the time is over. */
async function settle(
  read: () => Promise<Balance>,
): Promise<Pick<LoadReport, 'balance' | 'settled'>> {
  const begin = Date.now();
  for (;;) {
    const result = await read();
    const waited = Date.now() - begin;
    if (isBalanced(result) || waited > SETTLE_TIMEOUT) {
      return { balance: result, settled: waited / 1000 };
    }
    await delay(SETTLE_PAUSE);
  }
}

function pickText(variables: Environment): Variables {
  const texts = Object.entries(variables).filter(([, value]) => value !== undefined);
  return Object.fromEntries(texts) as Variables;
}
