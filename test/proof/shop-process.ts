/**
 * One process of the shop in the proof. It opens the orders that the parent process requests, cancels some of them, handles
 * payments, and runs the ledger's worker. The parent process kills it at any time.
 */
import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import type { Type } from '@nestjs/common';
import { Client, Pool } from 'pg';
import type { SimulatorModuleOptions } from '../../devkit/simulator/index.js';
import { createPixClient, type Pix } from '../../lib/index.js';
import { createLedgerEvents } from '../../lib/ledger/events.js';
import { LedgerListener } from '../../lib/ledger/listener.js';
import {
  PostgresLedgerStore,
  type PixCharge,
  type PixLedgerTransaction,
} from '../../lib/ledger/public.js';
import { cob, LedgerProcess } from '../ledger/support/ledger-world.js';

/** What the parent asks for. Each question has a number, which its answer repeats. */
export type Question =
  | {
      readonly about: 'order';
      readonly id: string;
      readonly valor: string;
      readonly cancel: boolean;
    }
  | { readonly about: 'notification'; readonly pix: Pix }
  | { readonly about: 'stop' };

/** The environment of the process, as JSON in its second argument. */
export interface ShopSettings {
  readonly database: string;
  readonly bank: SimulatorModuleOptions;
}

const { database, bank } = JSON.parse(process.argv[2]!) as ShopSettings;
const pool = new Pool({ connectionString: database, max: 10 });
pool.on('error', () => undefined);
pool.on('connect', (each) => each.on('error', () => undefined));
const client = await createPixClient({ ...bank, retry: { budget: 100_000 } });
const shop = new LedgerProcess(new PostgresLedgerStore(pool), client, {
  trustsEvents: false,
  poll: 1000,
  deadline: 5000,
  lease: 15_000,
  mostFailures: 1000,
});
for (const event of ['opened', 'paid', 'expired', 'cancelled', 'refused', 'refunded'] as const) {
  shop.on(event, (charge, context) =>
    context.transaction((tx) =>
      tx.query('INSERT INTO effects VALUES ($1, $2)', [(charge as PixCharge).id, event]),
    ),
  );
}
const Events = createLedgerEvents('', 'default', 'default') as Type<{
  received(pix: Pix, context: object): Promise<void>;
}>;
const events = new Events(shop.core);
const listener = new LedgerListener(shop.core, () => new Client(database));
// A process may start while the database restarts.
await repeat(() => listener.start());
shop.engine.start();

process.on('message', ({ number, question }: { number: number; question: Question }) => {
  void answer(question).then((result) => {
    if (process.connected) process.send?.({ number, result });
  });
});
process.send?.('ready');

async function answer(question: Question): Promise<object | undefined> {
  if (question.about === 'order') return place(question);
  if (question.about === 'notification') {
    await repeat(() => events.received(question.pix, {}));
    return undefined;
  }
  await shop.stop();
  await listener.stop();
  await client.close();
  await pool.end();
  process.disconnect();
  return undefined;
}

async function place({
  id,
  valor,
  cancel,
}: Extract<Question, { about: 'order' }>): Promise<PixCharge> {
  await repeat(() =>
    write(async (ledger, tx) => {
      await tx.query('INSERT INTO orders VALUES ($1) ON CONFLICT DO NOTHING', [id]);
      await ledger.open(cob(id, valor));
    }),
  );
  const charge = await repeat(() => shop.ledger.ready(id, { within: 10 }));
  if (cancel && charge.state !== 'refused')
    await repeat(() => write((ledger) => ledger.cancel(id).catch(() => undefined)));
  return charge;
}

async function write<T>(
  work: (ledger: PixLedgerTransaction, tx: { query: Pool['query'] }) => Promise<T>,
): Promise<T> {
  const tx = await pool.connect();
  try {
    await tx.query('BEGIN');
    const result = await work(shop.ledger.in(tx), tx);
    await tx.query('COMMIT');
    tx.release();
    return result;
  } catch (error) {
    tx.release(true);
    throw error;
  }
}

/** Repeats what the restart of a database has interrupted, as a browser or a bank does. */
async function repeat<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch {
      await delay(250);
    }
  }
}
