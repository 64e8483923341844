import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { generateTxid, PixClient, PixModule } from 'nestjs-pix';
import { OnPixCharge, PixLedger, PixLedgerModule, PostgresLedgerStore } from 'nestjs-pix/ledger';
import { Pool } from 'pg';
import { compare } from '../compare.js';
import { receive } from '../receive.js';
import { name, postgresUrl } from '../receiver-load.js';
import type { Group } from '../results.js';
import type { SimulatorReady } from '../simulator-server.js';
import type { BenchSection } from './section.js';

/** Orders per measurement. */
const ORDERS = 2000;
/** Orders at a time. */
const CUSTOMERS = [32, 256];
/** Milliseconds that the provider waits before it answers a call. */
const LATENCIES = [0, 100];
/** Rounds until the code is compiled. */
const WARM_UPS = 5;

const chave = 'pix@loja.com.br';
const cob = { valor: { original: '37.00' }, calendario: { expiracao: 3600 } };

/** The order and its QR Code as in "Without the ledger" of docs/guide/transactions.md. */
async function orderByHand(pool: Pool, pix: PixClient): Promise<string | undefined> {
  const txid = generateTxid();
  const insert = "INSERT INTO orders (id, status) VALUES ($1, 'CRIANDO')";
  await pool.query(insert, [txid]);
  const { pixCopiaECola } = await pix.cob.createWithTxid(txid, { ...cob, chave });
  await pool.query("UPDATE orders SET status = 'PENDENTE' WHERE id = $1", [txid]);
  return pixCopiaECola;
}

/** The same as in docs/guide/ledger.md. */
async function orderThroughLedger(pool: Pool, ledger: PixLedger): Promise<string | undefined> {
  const id = generateTxid();
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query("INSERT INTO orders (id, status) VALUES ($1, 'CRIANDO')", [id]);
    await ledger.in(client).open({ id, cob });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  return (await ledger.ready(id)).pixCopiaECola;
}

@Injectable()
class Orders {
  @OnPixCharge('paid')
  paid(): void {
    throw new Error('Nobody pays.');
  }
}

/** Milliseconds for each order, and orders a second. */
async function measure(
  customers: number,
  order: () => Promise<string | undefined>,
): Promise<[number, number]> {
  let left = ORDERS;
  const customer = async () => {
    while (left-- > 0) if (!(await order())) throw new Error('The order has no QR Code.');
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: customers }, customer));
  const each = (performance.now() - began) / ORDERS;
  return [each, 1000 / each];
}

/** @param latency of the provider, in milliseconds */
async function compareAt(latency: number, rounds: number): Promise<Group[]> {
  const program = fileURLToPath(new URL('../simulator-server.ts', import.meta.url));
  const bank = fork(program, [String(latency)]);
  const { options } = (await receive(bank)) as SimulatorReady;
  const pool = new Pool({
    connectionString: postgresUrl,
    max: 10,
    options: `-c search_path=${name}`,
  });
  await pool.query(`CREATE SCHEMA ${name}`);
  await pool.query('CREATE TABLE orders (id text PRIMARY KEY, status text)');
  const store = new PostgresLedgerStore(pool);
  await store.migrate();
  @Module({
    imports: [PixModule.forRoot(options), PixLedgerModule.forRoot({ store, chave })],
    providers: [Orders],
  })
  class Shop {}
  const app = await NestFactory.createApplicationContext(Shop, { logger: false });
  const [pix, ledger] = [app.get(PixClient), app.get(PixLedger)];
  try {
    const groups = [];
    for (const customers of CUSTOMERS) {
      const variants = [
        { name: 'by hand', measure: () => measure(customers, () => orderByHand(pool, pix)) },
        {
          name: 'nestjs-pix/ledger',
          measure: () => measure(customers, () => orderThroughLedger(pool, ledger)),
        },
      ];
      const rows = await compare(variants, rounds, WARM_UPS);
      const answers = latency === 0 ? 'at once' : `after ${latency} ms`;
      const title = `${customers} orders at a time, the provider answers ${answers}`;
      groups.push({ title, rows });
    }
    return groups;
  } finally {
    await app.close();
    bank.disconnect();
    await pool.query(`DROP SCHEMA ${name} CASCADE`);
    await pool.end();
  }
}

/** Needs PostgreSQL (TEST_DATABASE_URL). */
export const ledgerSection: BenchSection = {
  id: 'ledger',
  title: 'Ledger',
  text: `Time for each order, from its transaction to the QR Code, in relation to the path by hand of the guide on transactions, "Without the ledger": ×1.67 is 0.6 of its orders a second. In one process with a pool of 10 connections; the simulated provider and PostgreSQL are other processes on the same machine. With a provider that answers at once, nothing hides the costs. With one that takes 0.1 s for a call, 320 orders a second keep 32 of them open, and 2,560 orders a second 256.`,
  columns: [
    { name: 'time, ms', digits: 2 },
    { name: 'orders per second', digits: 0 },
  ],
  rounds: 7,
  run: async (rounds) => {
    const groups = [];
    for (const latency of LATENCIES) groups.push(...(await compareAt(latency, rounds)));
    return groups;
  },
};
