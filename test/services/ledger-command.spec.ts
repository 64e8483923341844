import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { run } from '../../devkit/cli/program.js';
import { PixSimulator } from '../../devkit/simulator/index.js';
import { buildPix } from '../../devkit/testing.js';
import { createPixClient } from '../../lib/index.js';
import { write } from '../../lib/ledger/journal.js';
import { recordPix } from '../../lib/ledger/payments.js';
import { PostgresLedgerStore, type PixBooks } from '../../lib/ledger/public.js';
import { AccountFiles } from '../cli/support/account-files.js';
import { runCommand } from '../cli/support/run-command.js';
import { cob, LedgerProcess } from '../ledger/support/ledger-world.js';
import { restoreLogLevels } from '../support/log-levels.js';
import { openPostgres, POSTGRES_URL, unique } from './support/servers.js';

let pool: Pool;
let schema: string;
let bank: PixSimulator;
let subject: LedgerProcess;

beforeAll(async () => {
  pool = await openPostgres();
  schema = unique('pix_ledger');
  await pool.query(`CREATE SCHEMA ${schema}`);
  const store = new PostgresLedgerStore(pool, { schema });
  await store.migrate();
  bank = await PixSimulator.start({ quirks: 'sicredi' });
  subject = new LedgerProcess(store, undefined as never);
  const client = await pool.connect();
  await client.query('BEGIN');
  await subject.ledger.in(client).open(cob('order-1'));
  await client.query('COMMIT');
  client.release();
  await write(subject.core, (journal) =>
    recordPix(journal, {
      account: 'default',
      item: buildPix({ valor: '5.00' }),
      why: { cause: 'event' },
    }),
  );
});
afterAll(async () => {
  restoreLogLevels();
  await bank.close();
  await pool.query(`DROP SCHEMA ${schema} CASCADE`);
  await pool.end();
});

/** Runs the command line on the tables of the ledger. */
const command = (name: string, ...args: string[]) => runLedger([name, '--schema', schema, ...args]);

async function runLedger(args: readonly string[], environment: object = bankVariables()) {
  let [out, err] = ['', ''];
  const console = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    untilEnded: () => Promise.resolve(),
  };
  const variables = {
    DATABASE_URL: POSTGRES_URL,
    LANG: 'en',
    ...environment,
  };
  const code = await run(['ledger', ...args], console, undefined, variables);
  return { code, out, err };
}

const bankVariables = () => {
  const { clientId, clientSecret } = bank.moduleOptions as {
    clientId: string;
    clientSecret?: string;
  };
  return {
    PIX_PROVIDER: 'sicoob',
    PIX_CLIENT_ID: clientId,
    ...(clientSecret !== undefined && { PIX_CLIENT_SECRET: clientSecret }),
    PIX_SANDBOX_TOKEN: 'token',
    PIX_ENVIRONMENT: 'sandbox',
  };
};

describe('nestjs-pix ledger', () => {
  it('lists tasks and charges, and carries out a decision', async () => {
    const listed = await command('list', '--json');
    expect(listed).toMatchObject({ code: 0, err: '' });
    const { tasks, charges } = JSON.parse(listed.out) as {
      tasks: { number: number; reason: string }[];
      charges: object[];
    };
    expect(charges).toMatchObject([{ id: 'order-1', state: 'opening', valor: '37.00' }]);
    expect(tasks).toMatchObject([{ reason: 'no charge' }]);
    const number = String(tasks[0]!.number);
    expect(await command('resolve', number, 'dismiss')).toEqual({
      code: 0,
      out: `Task ${number} is decided.\n`,
      err: '',
    });
    expect((await command('retry', number)).err).toContain('is decided');
    expect((await command('list', '--state', 'paid')).out).toBe('0 tasks wait for a person.\n');
  });

  it('writes into the history who has decided, if --by names them', async () => {
    const decide = async (key: string, ...args: string[]) => {
      const task = {
        account: 'default',
        key,
        reason: 'revise refused',
        charge: 'order-1',
      } as const;
      await write(subject.core, (journal) => journal.addTask(task));
      const [{ number } = { number: 0 }] = await subject.ledger.tasks();
      expect(await command('resolve', String(number), 'dismiss', ...args)).toMatchObject({
        code: 0,
      });
    };
    await decide('first');
    await decide('second', '--by', 'u-7');
    const history = await subject.ledger.history('order-1');
    expect(history.map(({ by }) => by)).toEqual([undefined, undefined, 'u-7']);
  });

  it('keeps the books with the bank: what the ledger lacks is imported, and the exit code says so', async () => {
    const files = await AccountFiles.create(bank);
    const env = await files.writeEnv();
    const pix = await createPixClient(bank.moduleOptions);
    await pix.cob.createWithTxid('a'.repeat(30), {
      valor: { original: '9.00' },
      chave: 'loja@example.com',
    });
    const { endToEndId } = await bank.control.pay('a'.repeat(30));
    await pix.close();
    const from = new Date(Date.now() - 600_000).toISOString();
    const until = new Date(Date.now() + 600_000).toISOString();
    const keepBooks = () =>
      runCommand(
        [
          'ledger',
          'books',
          '--env',
          env,
          '--schema',
          schema,
          '--from',
          from,
          '--until',
          until,
          '--json',
        ],
        { environment: { DATABASE_URL: POSTGRES_URL, LANG: 'en' } },
      );
    const first = await keepBooks();
    expect({ code: first.exitCode, err: first.err }).toEqual({ code: 2, err: '' });
    // The ledger has a payment that this bank does not list, and lacks the one that it lists.
    const { difference, differences } = JSON.parse(first.out) as PixBooks;
    expect(difference).toBe('4.00');
    expect(differences).toContainEqual({ endToEndId, bank: '9.00' });
    const second = JSON.parse((await keepBooks()).out) as PixBooks;
    expect(second).toMatchObject({ received: '14.00', bank: '9.00', difference: '-5.00' });
    await files.remove();
  });

  it('names what is missing, without a stack trace', async () => {
    const tables = await command('list', '--table', 'other_');
    expect(tables).toMatchObject({ code: 1, out: '' });
    expect(tables.err).toContain('call migrate() of its store');
    const name = await command('list', '--schema', 'a;drop');
    expect(name).toMatchObject({ code: 1, out: '' });
    expect(name.err).toContain('schema');
    expect(name.err).not.toContain('    at ');
  });

  it('does not take the ledger of another account', async () => {
    const other = await command('list', '--prefix', 'PIX_FILIAL_');
    expect(other).toMatchObject({ code: 1, out: '' });
    expect(other.err).toContain('set --name too');
    const unknown = await command('books', '--name', 'filail', '--from', '2026-11-01');
    expect(unknown).toMatchObject({ code: 1, out: '' });
    expect(unknown.err).toContain('the ledger of filail has no charges and payments');
    const imported = await pool.query(
      `SELECT FROM ${schema}.pix_payment WHERE account <> 'default'`,
    );
    expect(imported.rows).toEqual([]);
  });

  it.each<[string, string, (socket: Socket) => unknown]>([
    ['cuts the connection', 'ECONNRESET', (socket: Socket) => socket.destroy()],
    ['stays silent', 'ETIMEDOUT', () => undefined],
  ])(
    'says that a database does not answer that %s',
    async (_name, reason, answer) => {
      const sockets: Socket[] = [];
      const server = createServer((socket) => {
        sockets.push(socket);
        answer(socket);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const { code, err } = await runLedger(['list'], {
        ...bankVariables(),
        DATABASE_URL: `postgres://root@127.0.0.1:${port}/test`,
      });
      for (const socket of sockets) socket.destroy();
      server.close();
      expect({ code, err }).toEqual({
        code: 3,
        err: `error: the database did not answer (${reason}).\n`,
      });
    },
    30_000,
  );

  it('names a folder of the simulator that does not exist', async () => {
    const { code, err } = await runLedger(['list'], {
      PIX_PROVIDER: 'simulator',
      PIX_SIMULATOR: '/nowhere',
    });
    expect(code).toBe(1);
    expect(err).toContain('/nowhere');
    expect(err).not.toContain('    at ');
  });

  it('requires the address of the database', async () => {
    let err = '';
    const console = {
      out: () => undefined,
      err: (text: string) => void (err += text),
      untilEnded: () => Promise.resolve(),
    };
    const code = await run(['ledger', 'list'], console, undefined, {
      LANG: 'en',
      ...bankVariables(),
    });
    expect(code).toBe(1);
    expect(err).toContain('DATABASE_URL is missing');
  });
});
