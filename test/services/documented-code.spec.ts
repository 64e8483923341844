import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it as define,
} from '@jest/globals';
import { createPixClient, generateTxid, type PixClient } from 'nestjs-pix';
import { PostgresReconcilerCursor } from 'nestjs-pix/postgres';
import { PixSimulator } from 'nestjs-pix-devkit';
import { buildPix, CertificateAuthority, WebhookTestClient } from 'nestjs-pix-devkit/testing';
import type { Pool } from 'pg';
import { findCodeBlocks } from '../docs/code-blocks.js';
import { ROOT } from '../support/compile.js';
import { shareTests } from '../support/share.js';
import { createRandom, deliverAll, Poster, shuffle } from './support/deliveries.js';
import { DocumentedProcess } from './support/documented-process.js';
import { openPostgres, POSTGRES_URL, unique } from './support/servers.js';
import { waitUntil } from './support/wait-until.js';

// Runs the code of the guides as it is printed, each block in the file of the one before it, while its processes are
// killed and PostgreSQL ends its connections.

/** Each test starts many processes. */
const it = shareTests(define, 3);

const SECRET = 'a-long-and-random-secret-of-tests';
const PATH = `/webhooks/pix/pix?hmac=${SECRET}`;
const CHAVE = 'loja@example.com';
const [transaction = '', setup = '', drizzle = '', placeOrder = '', settleOrder = ''] =
  readBlocks('transactions');
const [
  inMemory = '',
  register = '',
  mutualTls = '',
  postgres = '',
  reconciler = '',
  discardAll = '',
  delivery = '',
] = readBlocks('webhooks');
const [, findStatus = '', options = '', interceptor = ''] = readBlocks('errors');

/** What the guides leave to the reader: a module whose handler uses the printed `db`. */
const drizzleModule = `
import { Injectable, Module } from '@nestjs/common';
import { sql } from 'drizzle-orm';
import { OnPixRecebido, PixWebhookReceiverModule } from 'nestjs-pix';
import { PostgresEventStore } from 'nestjs-pix/postgres';

@Injectable()
class PaymentsHandler {
  @OnPixRecebido()
  async paid(pix, context) {
    await db.transaction(async (tx) => {
      await context.completeIn(tx);
      await tx.execute(sql\`INSERT INTO credits (txid, valor) VALUES (\${pix.txid}, \${pix.valor})\`);
    });
  }
}

@Module({
  imports: [
    PixWebhookReceiverModule.forRootAsync({
      useFactory: async () => {
        const store = new PostgresEventStore(db.$client);
        await store.migrate();
        return { authentication: { secret: process.env.PIX_WEBHOOK_SECRET }, store };
      },
    }),
  ],
  providers: [PaymentsHandler],
})
export class PaymentsModule {}
`;

/** An application with the printed `receiver`, whose handler uses the printed `pool`. */
const receiverModule = `
import { Injectable, Module } from '@nestjs/common';
import { OnPixRecebido, PixModule } from 'nestjs-pix';

@Injectable()
class PaymentsHandler {
  @OnPixRecebido()
  async paid(pix) {
    await pool.query('INSERT INTO credits (txid, valor) VALUES ($1, $2)', [pix.txid, pix.valor]);
  }
}

@Module({
  imports: [PixModule.forRoot(JSON.parse(process.env.PIX_OPTIONS)), receiver],
  providers: [PaymentsHandler],
})
export class PaymentsModule {}
`;

/** An application with the printed `receiver`, whose handler prints the payment. */
const printingModule = `
import { Injectable, Module } from '@nestjs/common';
import { OnPixRecebido } from 'nestjs-pix';

@Injectable()
class PaymentsHandler {
  @OnPixRecebido()
  paid(pix) {
    console.log(pix.txid);
  }
}

@Module({ imports: [receiver], providers: [PaymentsHandler] })
export class PaymentsModule {}
`;

/** An operator who calls the printed `discardAll` again and again. */
const operator = `
import { PostgresReconcilerCursor as Cursor } from 'nestjs-pix/postgres';
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.env.DATABASE_URL });
pool.on('error', () => undefined);
const cursor = new Cursor(pool);

export const work = () => discardAll(cursor).catch(() => undefined);
`;

/** A shop that places one order after the other with the printed `placeOrder`. */
const shop = `
import { Pool as OrdersPool } from 'pg';

const orders = new OrdersPool({ connectionString: process.env.DATABASE_URL });
orders.on('error', () => undefined);
orders.on('connect', (client) => client.on('error', () => undefined));

export async function work() {
  await Promise.all(Array.from({ length: 8 }, () => placeOrder(orders, '37.00').catch(() => undefined)));
}
`;

/** A job that settles the orders with the printed `settleOrder`, first as if they were new. */
const job = `
import { Pool as OrdersPool } from 'pg';

const orders = new OrdersPool({ connectionString: process.env.DATABASE_URL });
orders.on('error', () => undefined);
const read = async (status) =>
  (await orders.query('SELECT txid FROM orders WHERE status = $1', [status])).rows;
const failed = (await read('FALHOU')).length;
for (const { txid } of await read('CRIANDO')) await settleOrder(orders, txid, new Date());
const open = await read('CRIANDO');
for (const { txid } of open) {
  if ((await findStatus(txid)) !== undefined) throw new Error('not settled: ' + txid);
}
if ((await read('FALHOU')).length > failed) throw new Error('settled after one 404');
for (const { txid } of open) await settleOrder(orders, txid, new Date(0));
console.log('settled');
`;

/** An application with the printed interceptor. */
const chargesModule = `
import { Controller, Get, Param } from '@nestjs/common';

@Controller('charges')
class ChargesController {
  @Get(':txid')
  find(@Param('txid') txid) {
    return pix.cob.get(txid);
  }
}

@Module({ imports: [AppModule], controllers: [ChargesController] })
export class PaymentsModule {}
`;

function readBlocks(guide: string): string[] {
  const text = readFileSync(join(ROOT, `docs/guide/${guide}.md`), 'utf8');
  return findCodeBlocks(text)
    .filter(({ language }) => language === 'ts')
    .map(({ code }) => code);
}

let pool: Pool;
const name = unique('pix_docs');

/** The code runs in a schema of its own. */
function buildEnvironment(): Record<string, string> {
  const url = new URL(POSTGRES_URL);
  url.searchParams.set('application_name', name);
  url.searchParams.set('options', `-c search_path=${name}`);
  return { DATABASE_URL: url.href, PIX_WEBHOOK_SECRET: SECRET };
}

/** As a restart of PostgreSQL ends them. */
const endConnections = () =>
  pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
    name,
  ]);

/** As if the time of their leases had passed. */
const endLeases = () =>
  pool.query(`UPDATE ${name}.pix_webhook_events SET lease_until = now() - interval '1 second'
    WHERE key IN (SELECT key FROM ${name}.pix_webhook_events WHERE completed_at IS NULL
      FOR UPDATE SKIP LOCKED)`);

const countCredits = async () =>
  (
    await pool.query<{ txid: string; times: number }>(
      `SELECT txid, count(*)::int AS times FROM ${name}.credits GROUP BY txid ORDER BY txid`,
    )
  ).rows;

beforeAll(async () => {
  pool = await openPostgres();
});

beforeEach(async () => {
  await pool.query(`CREATE SCHEMA ${name}`);
  await pool.query(`CREATE TABLE ${name}.credits (txid text NOT NULL, valor text NOT NULL)`);
});

afterEach(async () => {
  await DocumentedProcess.end();
  await pool.query(`DROP SCHEMA ${name} CASCADE`);
});

afterAll(() => pool.end());

/** Delivers each body twice, while processes are killed and connections end. */
async function deliverUnderKills(code: string, bodies: string[], environment = {}) {
  const variables = { ...buildEnvironment(), ...environment };
  const receivers = [
    await DocumentedProcess.start(code, variables),
    await DocumentedProcess.start(code, variables),
  ];
  let turn = 0;
  let disturbed: Promise<unknown> = Promise.resolve();
  await deliverAll({
    bodies: shuffle([...bodies, ...bodies], createRandom(1)),
    path: PATH,
    port: () => receivers[(turn += 1) % receivers.length]!.getPort(),
    concurrency: 16,
    onDelivered: (count) => {
      if (count % 40 === 0) disturbed = disturbed.then(endConnections);
      if (count % 150 !== 0) return;
      const receiver = receivers[(count / 150) % receivers.length]!;
      disturbed = disturbed
        .then(() => receiver.kill())
        .then(() => receiver.start())
        .then(endLeases);
    },
  });
  await disturbed;
  expect(receivers.map(({ crashes }) => crashes)).toEqual([0, 0]);
  return receivers;
}

describe('the code of the guide on transactions', () => {
  const ways = {
    'context.transaction()': transaction + setup,
    'completeIn() with Drizzle': drizzle + drizzleModule,
  };
  for (const [way, code] of Object.entries(ways)) {
    it(`with ${way} credits each payment once`, async () => {
      const pix = Array.from({ length: 300 }, (_, index) =>
        buildPix({ txid: `order${String(index).padStart(25, '0')}` }),
      );
      const bodies = [
        ...pix.slice(0, 200).map((each) => JSON.stringify({ pix: [each] })),
        ...[0, 1, 2, 3].map((part) =>
          JSON.stringify({ pix: pix.slice(200 + part * 25, 225 + part * 25) }),
        ),
      ];
      await deliverUnderKills(code, bodies);
      expect(await countCredits()).toEqual(pix.map(({ txid }) => ({ txid, times: 1 })));
    });
  }
});

describe('the code of the guide on webhooks', () => {
  it('handles a payment, also after its process was killed', async () => {
    const receiver = await DocumentedProcess.start(inMemory, buildEnvironment());
    const poster = new Poster();
    for (const valor of ['37.00', '12.50']) {
      const pix = buildPix({ valor });
      expect(await poster.post(receiver.getPort(), PATH, JSON.stringify({ pix: [pix] }))).toBe(200);
      await waitUntil(() => receiver.output.includes(`${pix.endToEndId} ${pix.txid} ${valor}`));
      await receiver.kill();
      await receiver.start();
    }
    poster.close();
    expect(receiver.crashes).toBe(0);
  });

  it('delivers a test payment to the application, also after that was killed', async () => {
    const secret = 'only-for-development';
    const environment = { ...buildEnvironment(), PIX_WEBHOOK_SECRET: secret };
    const receiver = await DocumentedProcess.start(inMemory, environment);
    for (const txid of [generateTxid(), generateTxid()]) {
      const names = JSON.stringify({ txid });
      const application = String(receiver.getPort());
      const delivering = await DocumentedProcess.start(delivery, {
        PIX_NAMES: names,
        PIX_APPLICATION: application,
      });
      await waitUntil(() => delivering.output === '200\n');
      expect(receiver.output).toContain(`${txid} 37.00`);
      await receiver.kill();
      await receiver.start();
    }
    expect(receiver.crashes).toBe(0);
  });

  it('accepts the certificate of the bank alone, also after its process was killed', async () => {
    const authority = await CertificateAuthority.create('Banco');
    const server = await authority.issueServer();
    const tls = {
      ...server,
      ca: authority.certificate,
      requestCert: true,
      rejectUnauthorized: false,
    };
    const environment = { ...buildEnvironment(), PIX_TLS: JSON.stringify(tls) };
    const files = { 'bank-webhook-ca.pem': authority.certificate };
    const receiver = await DocumentedProcess.start(mutualTls + printingModule, environment, files);
    const other = await CertificateAuthority.create('Banco');
    const post = async (certificate?: object, secret = SECRET) => {
      const txid = generateTxid();
      const url = `https://127.0.0.1:${receiver.getPort()}/webhooks/pix?hmac=${secret}`;
      const bank = new WebhookTestClient({ url, ca: authority.certificate, ...certificate });
      const { status } = await bank.pix(buildPix({ txid }));
      bank.close();
      return [status, receiver.output.includes(txid)];
    };
    const issue = async (issuer: CertificateAuthority, commonName: string) => ({
      certificate: await issuer.issueClient({ commonName }),
    });
    const bank = await issue(authority, 'webhook.bank.example');
    for (const round of [1, 2]) {
      expect(await post(bank)).toEqual([200, true]);
      expect(await post(bank, `${SECRET}-${round}`)).toEqual([403, false]);
      expect(await post()).toEqual([403, false]);
      expect(await post(await issue(authority, 'other.bank.example'))).toEqual([403, false]);
      expect(await post(await issue(other, 'webhook.bank.example'))).toEqual([403, false]);
      await receiver.kill();
      await receiver.start();
    }
    expect(receiver.crashes).toBe(0);
  });

  it('discards each dead letter, for good, while its processes are killed', async () => {
    const cursor = new PostgresReconcilerCursor(pool, { table: `${name}.pix_reconciler_cursors` });
    await cursor.migrate();
    const letters = Array.from({ length: 300 }, (_, index) => ({
      key: `unread:${index}`,
      since: new Date().toISOString(),
      refundsOnly: false,
      item: { endToEndId: `E${index}`, valor: '10,00' },
    }));
    for (const letter of letters) await cursor.addDeadLetter(letter);
    const code = discardAll + operator;
    const operators = [
      await DocumentedProcess.start(code, buildEnvironment()),
      await DocumentedProcess.start(code, buildEnvironment()),
    ];
    for (let round = 0; (await cursor.deadLetters()).length > 0; round += 1) {
      await wait(20);
      await endConnections();
      const killed = operators[round % operators.length]!;
      await killed.kill();
      await killed.start();
    }
    expect(operators.map(({ crashes }) => crashes)).toEqual([0, 0]);
    const outputs = operators.map(({ output }) => output).join('');
    for (const letter of letters) {
      expect(outputs).toContain(`${letter.key} `);
      expect(await cursor.addDeadLetter(letter)).toBe(false);
    }
  });
});

describe('the code of the guides with a bank', () => {
  let bank: PixSimulator;
  let client: PixClient;
  let environment: Record<string, string>;

  beforeAll(async () => {
    bank = await PixSimulator.start();
    client = await createPixClient({ ...bank.moduleOptions, log: false });
  });

  beforeEach(() => {
    environment = {
      ...buildEnvironment(),
      PIX_OPTIONS: JSON.stringify({ ...bank.moduleOptions, log: false }),
      PIX_NAMES: JSON.stringify({ chave: CHAVE }),
    };
  });

  afterEach(() => bank.control.reset());

  afterAll(async () => {
    await client.close();
    await bank.close();
  });

  /** Pays charges at the bank; no notification of them is sent. */
  const payCharges = async (count: number) => {
    const paid = [];
    for (let index = 0; index < count; index += 1) {
      const txid = generateTxid();
      await client.cob.createWithTxid(txid, { valor: { original: '37.00' }, chave: CHAVE });
      paid.push(await bank.control.pay(txid));
    }
    return paid;
  };

  it('webhooks: stores each verified payment, and none that the bank does not know', async () => {
    const pix = await payCharges(120);
    const bodies = pix.map((each) => JSON.stringify({ pix: [each] }));
    const [receiver] = await deliverUnderKills(postgres + receiverModule, bodies, environment);
    const txids = (await countCredits()).map(({ txid }) => txid);
    expect(txids).toEqual(pix.map(({ txid }) => txid).sort());
    const poster = new Poster();
    const forged = JSON.stringify({ pix: [buildPix({ txid: generateTxid() })] });
    expect(await poster.post(receiver!.getPort(), PATH, forged)).toBe(403);
    poster.close();
    expect(await countCredits()).toHaveLength(pix.length);
  });

  it('webhooks: finds each payment without a notification', async () => {
    const pix = await payCharges(60);
    const receiver = await DocumentedProcess.start(reconciler + receiverModule, environment);
    for (let round = 0; round < 3; round += 1) {
      await wait(20);
      await endConnections();
      await receiver.kill();
      await endLeases();
      await receiver.start();
    }
    await waitUntil(async () => (await countCredits()).length === pix.length, 100);
    expect(receiver.crashes).toBe(0);
  });

  it('webhooks: registers the address for all three, although its processes are killed', async () => {
    const names = JSON.stringify({ chave: CHAVE });
    const variables = { ...environment, PIX_NAMES: names };
    for (const when of ['before', 'after'] as const) {
      bank.control.faults.add({ on: 'api', kind: 'reset', when, rate: 0.2 });
    }
    for (let round = 0; round < 3; round += 1) {
      const registering = await DocumentedProcess.start(
        `export const work = async () => {${register}};`,
        variables,
      );
      await wait(100 * round);
      await registering.kill();
    }
    bank.control.faults.clear();
    await DocumentedProcess.start(register, variables);
    const webhookUrl = `https://loja.example.com/webhooks/pix?hmac=${SECRET}`;
    expect(await client.webhook.get(CHAVE)).toMatchObject({ webhookUrl });
    expect(await client.webhookRec.get()).toMatchObject({ webhookUrl });
    expect(await client.webhookCobR.get()).toMatchObject({ webhookUrl });
  });

  it('transactions: placeOrder() and settleOrder() leave no order whose status contradicts the bank', async () => {
    await pool.query(
      `CREATE TABLE ${name}.orders (txid text PRIMARY KEY, valor text NOT NULL, status text NOT NULL)`,
    );
    const { moduleOptions } = bank;
    const provider = { ...moduleOptions.provider, readLag: 0.2 };
    const impatient = { ...moduleOptions, provider, log: false, timeout: [2, 0.5], deadline: 3 };
    const variables = { ...environment, PIX_OPTIONS: JSON.stringify(impatient) };
    const shops = [
      await DocumentedProcess.start(placeOrder + shop, variables),
      await DocumentedProcess.start(placeOrder + shop, variables),
    ];
    for (const when of ['before', 'after'] as const) {
      bank.control.faults.add({ on: 'api', kind: 'reset', when, rate: 0.1 });
      bank.control.faults.add({ on: 'api', kind: 'status', status: 503, when, rate: 0.1 });
      bank.control.faults.add({ on: 'api', kind: 'status', status: 400, when, rate: 0.1 });
    }
    for (let round = 0; round < 4; round += 1) {
      await wait(1000);
      await endConnections();
      const killed = shops[round % shops.length]!;
      await killed.kill();
      await killed.start();
    }
    // The kills cut most of what takes long, and a failure takes at least `readLag`.
    await waitUntil(async () => {
      const { rows } = await pool.query(`SELECT DISTINCT status FROM ${name}.orders`);
      const statuses = rows.map(({ status }) => status as string);
      return statuses.includes('FALHOU') && statuses.includes('PENDENTE');
    }, 1000);
    expect(shops.map(({ crashes }) => crashes)).toEqual([0, 0]);
    await Promise.all(shops.map((each) => each.kill()));
    bank.control.faults.clear();
    const amounts = new Map<string, string>();
    const period = {
      inicio: new Date(Date.now() - 3_600_000),
      fim: new Date(Date.now() + 60_000),
    };
    for await (const { txid, valor } of client.cob.iterate({ ...period, itensPorPagina: 1000 })) {
      amounts.set(txid, valor.original);
    }
    const compare = async () => {
      const { rows: orders } = await pool.query<{ txid: string; valor: string; status: string }>(
        `SELECT * FROM ${name}.orders`,
      );
      const wrong = orders.filter(
        ({ txid, valor, status }) =>
          status !== 'CRIANDO' && (status === 'PENDENTE') !== (amounts.get(txid) === valor),
      );
      return { wrong, orders };
    };
    const { wrong, orders } = await compare();
    expect(wrong).toEqual([]);
    expect(orders.length).toBeGreaterThan(1);
    const settling = await DocumentedProcess.start(
      // Both import it.
      settleOrder + findStatus.replace('isPixRecursoNaoEncontradoException, ', '') + job,
      environment,
    );
    await waitUntil(() => settling.output.includes('settled'));
    const settled = await compare();
    expect(settled.wrong).toEqual([]);
    expect(settled.orders.filter(({ status }) => status === 'CRIANDO')).toEqual([]);
  }, 240_000);

  it('errors: reads a payment with the options of a call', async () => {
    const [pix] = await payCharges(1);
    const names = JSON.stringify({ e2eid: pix!.endToEndId });
    const reading = await DocumentedProcess.start(options, { ...environment, PIX_NAMES: names });
    expect(reading.output).toBe('37.00\n');
  });

  it('errors: answers with the status of the interceptor, also after its process was killed', async () => {
    const server = await DocumentedProcess.start(interceptor + chargesModule, environment);
    const ask = async () =>
      (await fetch(`http://127.0.0.1:${server.getPort()}/charges/${generateTxid()}`)).status;
    expect(await ask()).toBe(404);
    await server.kill();
    await server.start();
    bank.control.faults.add({
      on: 'GET /cob/{txid}',
      kind: 'status',
      status: 500,
      count: 'always',
    });
    expect(await ask()).toBe(502);
  });
});
