import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Logger } from '@nestjs/common';
import { PostgresLedgerStore } from '../../lib/ledger/public.js';
import { cob, LedgerProcess } from './support/ledger-world.js';

let database: PGlite;
let store: PostgresLedgerStore;

beforeAll(async () => {
  database = await PGlite.create();
  store = new PostgresLedgerStore(database);
});
afterAll(() => database.close());

const advice = expect.stringMatching(/call store\.migrate\(\).*postgresLedgerSchema\(\)/);
const refusal = { name: 'ConfigurationError', message: advice };

describe('a ledger without tables', () => {
  it.each<[string, (process: LedgerProcess) => Promise<unknown>]>([
    ['get()', ({ ledger }) => ledger.get('a')],
    ['status()', ({ ledger }) => ledger.status()],
    ['resolve()', ({ ledger }) => ledger.resolve(1, { choice: 'dismiss' })],
    ['open()', ({ ledger }) => database.transaction((tx) => ledger.in(tx).open(cob('a')))],
    ['cancel()', ({ ledger }) => database.transaction((tx) => ledger.in(tx).cancel('a'))],
  ])('says in %s how to create them', async (_name, use) => {
    await expect(use(new LedgerProcess(store, undefined as never))).rejects.toMatchObject(refusal);
  });

  it.each([
    ['of Drizzle', new Error('Failed query', { cause: { code: '42P01' } })],
    ['of Prisma', Object.assign(new Error('P2010'), { meta: { code: '42883' } })],
    ['of a table that lacks a column', Object.assign(new Error('by'), { code: '42703' })],
  ])('is found in an error %s', async (_library, error) => {
    const { ledger } = new LedgerProcess(store, undefined as never);
    const client = { query: () => Promise.reject(error) };
    await expect(ledger.in(client).open(cob('a'))).rejects.toMatchObject(refusal);
  });

  it('leaves other errors as they are', async () => {
    const { ledger } = new LedgerProcess(store, undefined as never);
    const error = Object.assign(new Error('42P01 in a name'), { code: '23505' });
    const client = { query: () => Promise.reject(error) };
    await expect(ledger.in(client).open(cob('a'))).rejects.toBe(error);
  });

  it('is logged once by the process that works', async () => {
    const logger = { error: jest.fn(), warn: jest.fn(), log: jest.fn() };
    const process = new LedgerProcess(store, undefined as never, {
      poll: 1,
      logger: logger as unknown as Logger,
    });
    process.engine.start();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await process.stop();
    expect(logger.error.mock.calls).toEqual([[advice]]);
    expect(logger.warn).not.toHaveBeenCalled();
  });
});

it('of an older version is found by status(), and thereby by checkLedger', async () => {
  const { ledger } = new LedgerProcess(store, undefined as never);
  await store.migrate();
  await expect(ledger.status()).resolves.toMatchObject({ unsettled: 0 });
  await database.exec('ALTER TABLE pix_history DROP COLUMN by');
  await expect(ledger.status()).rejects.toMatchObject(refusal);
});

it('writes its own tables where another ledger is later in the search_path', async () => {
  await database.exec('CREATE SCHEMA a; CREATE SCHEMA b');
  await new PostgresLedgerStore(database, { schema: 'a' }).migrate();
  await database.exec('SET search_path = b, a');
  await store.migrate();
  const { ledger } = new LedgerProcess(store, undefined as never);
  await database.transaction((tx) => ledger.in(tx).open(cob('of-b')));
  const { rows } = await database.query('SELECT id FROM b.pix_charge');
  expect(rows).toEqual([{ id: 'of-b' }]);
});
