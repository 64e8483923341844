import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { buildPix } from '../../devkit/testing.js';
import { findCodeBlocks } from '../docs/code-blocks.js';
import { ROOT } from '../support/compile.js';
import { createRandom, deliverAll, Poster, shuffle } from './support/deliveries.js';
import { openPostgres, POSTGRES_URL, unique } from './support/servers.js';
import { waitUntil } from './support/wait-until.js';

// Runs the code of the guides as it is printed, each block in the file of the one before it.

const SECRET = 'a-long-and-random-secret-of-tests';
const PATH = `/webhooks/pix/pix?hmac=${SECRET}`;
const [transaction = '', setup = '', drizzle = ''] = readBlocks('transactions');
const [inMemory = ''] = readBlocks('webhooks');

/** What the guide leaves to the reader: a module whose handler uses the printed `db`. */
const drizzleModule = `
import { Injectable, Module } from '@nestjs/common';
import { sql } from 'drizzle-orm';
import { OnPixRecebido, PixWebhookReceiverModule, PostgresEventStore } from 'nestjs-pix';

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

function readBlocks(guide: string): string[] {
  const text = readFileSync(join(ROOT, `docs/guide/${guide}.md`), 'utf8');
  return findCodeBlocks(text)
    .filter(({ language }) => language === 'ts')
    .map(({ code }) => code);
}

let pool: Pool;
let folder: string;
const name = unique('pix_docs');

beforeAll(async () => {
  pool = await openPostgres();
  // Below node_modules, so that the files find the packages that they import.
  const parent = join(ROOT, 'node_modules/.cache');
  mkdirSync(parent, { recursive: true });
  folder = mkdtempSync(join(parent, 'documented-'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await pool.end();
});

/** A process that runs printed code. */
class DocumentedReceiver {
  static readonly all: DocumentedReceiver[] = [];
  readonly #file: string;
  #child: ChildProcess | undefined;
  output = '';
  #port = 0;
  /** Ends that the test did not cause. */
  crashes = 0;

  private constructor(code: string) {
    this.#file = join(folder, `${unique('code')}.ts`);
    writeFileSync(this.#file, code);
    DocumentedReceiver.all.push(this);
  }

  static async start(code: string): Promise<DocumentedReceiver> {
    const receiver = new DocumentedReceiver(code);
    await receiver.#start();
    return receiver;
  }

  /** @throws Error if the process has ended by itself */
  getPort(): number {
    if (this.crashes > 0) throw new Error(`The process has ended: ${this.output}`);
    return this.#port;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.#start();
  }

  async stop(): Promise<void> {
    const child = this.#child!;
    this.#child = undefined;
    if (child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  async #start(): Promise<void> {
    const url = new URL(POSTGRES_URL);
    url.searchParams.set('application_name', name);
    url.searchParams.set('options', `-c search_path=${name}`);
    const file = join(import.meta.dirname, 'support/documented-receiver.ts');
    const child = fork(file, [this.#file, String(this.#port)], {
      cwd: ROOT,
      execArgv: ['--import', './test/support/register-typescript.js'],
      env: { ...process.env, DATABASE_URL: url.href, PIX_WEBHOOK_SECRET: SECRET },
      silent: true,
    });
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (text: Buffer) => (this.output += text.toString()));
    }
    this.#child = child;
    child.on('exit', () => {
      if (child === this.#child) this.crashes += 1;
    });
    const [port] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error(this.output))),
    ])) as [number];
    this.#port = port;
  }
}

afterEach(async () => {
  for (const receiver of DocumentedReceiver.all.splice(0)) await receiver.stop();
});

describe('the code of the guide on transactions', () => {
  afterEach(() => pool.query(`DROP SCHEMA ${name} CASCADE`));

  /** As a restart of PostgreSQL ends them. */
  const endConnections = () =>
    pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1',
      [name],
    );

  /** As if the time of their leases had passed. */
  const endLeases = () =>
    pool.query(`UPDATE ${name}.pix_webhook_events SET lease_until = now() - interval '1 second'
      WHERE key IN (SELECT key FROM ${name}.pix_webhook_events WHERE completed_at IS NULL
        FOR UPDATE SKIP LOCKED)`);

  it.each([
    ['context.transaction()', transaction + setup],
    ['completeIn() with Drizzle', drizzle + drizzleModule],
  ])(
    'with %s credits each payment once, and ends no process, under kills and restarts of PostgreSQL',
    async (_name, code) => {
      await pool.query(`CREATE SCHEMA ${name}`);
      await pool.query(`CREATE TABLE ${name}.credits (txid text NOT NULL, valor text NOT NULL)`);
      const receivers = [
        await DocumentedReceiver.start(code),
        await DocumentedReceiver.start(code),
      ];
      const pix = Array.from({ length: 300 }, (_, index) =>
        buildPix({ txid: `order${String(index).padStart(25, '0')}` }),
      );
      const bodies = [
        ...pix.slice(0, 200).map((each) => JSON.stringify({ pix: [each] })),
        ...[0, 1, 2, 3].map((part) =>
          JSON.stringify({ pix: pix.slice(200 + part * 25, 225 + part * 25) }),
        ),
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
          disturbed = disturbed.then(() => receiver.restart()).then(endLeases);
        },
      });
      await disturbed;
      const { rows } = await pool.query<{ txid: string; times: number }>(
        `SELECT txid, count(*)::int AS times FROM ${name}.credits GROUP BY txid ORDER BY txid`,
      );
      expect(rows).toEqual(pix.map(({ txid }) => ({ txid, times: 1 })));
      expect(receivers.map(({ crashes }) => crashes)).toEqual([0, 0]);
    },
  );
});

describe('the code of the guide on webhooks', () => {
  it('handles a payment, also after its process was killed', async () => {
    const receiver = await DocumentedReceiver.start(inMemory);
    const poster = new Poster();
    for (const valor of ['37.00', '12.50']) {
      const pix = buildPix({ valor });
      expect(await poster.post(receiver.getPort(), PATH, JSON.stringify({ pix: [pix] }))).toBe(200);
      await waitUntil(() => receiver.output.includes(`${pix.endToEndId} ${pix.txid} ${valor}`));
      await receiver.restart();
    }
    poster.close();
    expect(receiver.crashes).toBe(0);
  });
});
