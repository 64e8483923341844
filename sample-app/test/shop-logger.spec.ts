import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { Database } from '../src/database/database.js';
import { ShopLogger } from '../src/shop-logger.js';
import { subscriptions } from '../src/subscriptions/subscriptions.table.js';

const CPF = '52998224725';
const NAME = 'Maria Antônia';

/** Errors of the database as they reach the logger. */
async function failQueries(): Promise<readonly Error[]> {
  const database = await Database.open({ directory: 'memory://' });
  const { orm } = database;
  await orm.execute(sql`ALTER TABLE subscriptions ADD CHECK (nome <> ${sql.raw(`'${NAME}'`)})`);
  const fail = async (query: Promise<unknown>): Promise<Error> => {
    try {
      await query;
    } catch (error) {
      return error as Error;
    }
    throw new Error('The query did not fail');
  };
  const id = '4a4f3b80-3a5a-4b0f-9a53-0e6f3f8d3c11';
  const subscription = {
    id,
    contrato: 'CAFE1',
    plano: 'clube-250',
    valor: '34.90',
    nome: NAME,
    cpf: CPF,
    dataInicial: '2026-03-01',
  };
  const failures = [
    await fail(orm.insert(subscriptions).values(subscription)),
    await fail(orm.insert(subscriptions).values({ ...subscription, id: CPF })),
  ];
  await database.close();
  return failures;
}

describe('log of the shop', () => {
  let failures: readonly Error[];
  beforeAll(async () => {
    failures = await failQueries();
  }, 120_000);
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const capture = () => {
    const written: string[] = [];
    for (const stream of [process.stdout, process.stderr]) {
      jest.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    }
    return written;
  };

  it.each([{ json: false }, { json: true }])(
    'shows failed queries without their values with %j',
    (options) => {
      const written = capture();
      const logger = new ShopLogger({ ...options, colors: false });
      for (const failure of failures) {
        logger.error('Could not be stored', failure, 'Subscriptions');
        logger.error(failure, 'ExceptionsHandler');
        logger.error(failure.stack, 'LojaIpe');
        logger.warn(`Could not be stored: ${String(failure)}`, 'Subscriptions');
        logger.fatal(new Error('The run failed', { cause: failure }));
      }
      const text = written.join('');
      const shown = ['insert into', 'violates check constraint', '22P02', 'The run failed'];
      for (const part of [...shown, 'shop-logger.spec']) expect(text).toContain(part);
      for (const secret of [CPF, NAME]) expect(text).not.toContain(secret);
    },
  );

  it.each([
    ['warn', ['failed', 'slow']],
    ['log', ['failed', 'slow', 'paid']],
    ['debug', ['failed', 'slow', 'paid', 'requested']],
  ] as const)('logs the lines from level %s on', (level, shown) => {
    const written = capture();
    const logger = ShopLogger.create('json', level);
    logger.error('failed');
    logger.warn('slow');
    logger.log('paid');
    logger.debug('requested');
    const lines = written.map((line) => (JSON.parse(line) as { message: string }).message);
    expect(lines).toEqual(shown);
  });

  it('shows other errors as they are', () => {
    const written = capture();
    new ShopLogger().error('Failed', new Error('other', { cause: new Error('reason') }));
    expect(written.join('')).toMatch(/other[^]*reason/);
  });
});
