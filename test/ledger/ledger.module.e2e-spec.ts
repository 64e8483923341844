import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable, Logger, Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { PixSimulator } from '../../devkit/simulator/index.js';
import { PixModule, PixWebhookReceiverModule, PixWebhookService } from '../../lib/index.js';
import {
  InjectPixLedger,
  OnPixCharge,
  OnPixTask,
  PixLedger,
  PixLedgerModule,
  PostgresLedgerStore,
  type PixCharge,
  type PixLedgerContext,
  type PixTask,
} from '../../lib/ledger.js';
import { cob } from './support/ledger-world.js';

const SECRET = 'a-long-and-random-secret-of-tests';
const CHAVE = 'pix@loja.com.br';

let database: PGlite;
let bank: PixSimulator;
let app: NestExpressApplication;
const heard: string[] = [];

@Injectable()
class Orders {
  @OnPixCharge('opened')
  opened({ id }: PixCharge) {
    heard.push(`opened ${id}`);
  }

  @OnPixCharge('paid')
  async paid({ id }: PixCharge, { transaction }: PixLedgerContext) {
    await transaction((client) =>
      client.query('UPDATE orders SET paid = paid + 1 WHERE id = $1', [id]),
    );
    heard.push(`paid ${id}`);
  }

  @OnPixTask()
  task({ reason }: PixTask) {
    heard.push(`task ${reason}`);
  }
}

beforeAll(async () => {
  Logger.overrideLogger(false);
  [database, bank] = await Promise.all([PGlite.create(), PixSimulator.start()]);
  const store = new PostgresLedgerStore(database);
  await Promise.all([store.migrate(), store.migrate()]);
  await database.exec('CREATE TABLE orders (id text PRIMARY KEY, paid integer NOT NULL DEFAULT 0)');

  @Module({
    imports: [
      PixModule.forRoot(bank.moduleOptions),
      PixWebhookReceiverModule.forRoot({ authentication: { secret: SECRET } }),
      PixLedgerModule.forRootAsync({ useFactory: () => ({ store, chave: CHAVE, poll: 0.05 }) }),
    ],
    providers: [Orders],
  })
  class Shop {}

  const shop = await Test.createTestingModule({ imports: [Shop] }).compile();
  app = shop.createNestApplication<NestExpressApplication>();
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  await app
    .get(PixWebhookService)
    .register(CHAVE, { webhookUrl: `${url}/webhooks/pix?hmac=${SECRET}` });
});
afterAll(async () => {
  await app.close();
  await bank.close();
  await database.close();
});

describe('PixLedgerModule', () => {
  it('takes an order from the application to its money, and tells of each change once', async () => {
    const ledger = app.get(PixLedger);
    await database.transaction(async (tx) => {
      await tx.query(`INSERT INTO orders (id) VALUES ('1')`);
      await ledger.in(tx).open(cob('1'));
    });
    const charge = await ledger.ready('1');
    await bank.control.pay(charge.identifier!);
    await bank.control.idle();
    while (!heard.includes('paid 1')) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(heard).toEqual(['opened 1', 'paid 1']);
    const { rows } = await database.query(`SELECT paid FROM orders`);
    expect(rows).toEqual([{ paid: 1 }]);
    expect(await ledger.get('1')).toMatchObject({ state: 'paid', payments: [{ meaning: 'full' }] });
  });

  it('does not start without the account that it is for, unless it has tenants or does no work', async () => {
    const start = async (extras: { name?: string; client?: () => never; work?: false }) => {
      const store = new PostgresLedgerStore(database);
      const imports = [PixLedgerModule.forRoot({ store, receiver: false, ...extras })];
      const started = await (await Test.createTestingModule({ imports }).compile()).init();
      await started.close();
    };
    await expect(start({ name: 'filial' })).rejects.toMatchObject({
      name: 'ConfigurationError',
      message:
        "The application has no PixModule with the name filial: import PixModule.forRoot({ name: 'filial', … }).",
    });
    await expect(start({})).rejects.toThrow(
      'no PixModule without a name: import PixModule.forRoot({ … })',
    );
    await start({ client: () => undefined as never });
    await start({ work: false });
  });

  it('gives the client of a tenant a time limit', async () => {
    const client = () => new Promise<never>(() => undefined);
    const store = new PostgresLedgerStore(database);
    const options = { store, client, deadline: 0.1, work: false, receiver: false } as const;
    const imports = [PixLedgerModule.forRoot(options)];
    const started = await (await Test.createTestingModule({ imports }).compile()).init();
    const period = { inicio: '2026-01-01T00:00:00Z', fim: '2026-01-02T00:00:00Z' };
    await expect(started.get(PixLedger).tenant('a').books(period)).rejects.toThrow(
      'The client of a tenant did not respond within 0.1 s',
    );
    await started.close();
  });

  it('refuses wrong options when the application starts', async () => {
    const wrong = PixLedgerModule.forRoot({ store: {} as never, poll: -1 });
    const start = Test.createTestingModule({ imports: [wrong] }).compile();
    await expect(start).rejects.toThrow('store must be a PostgresLedgerStore');
    for (const name of ['', 'a/b', 5 as never])
      expect(() => PixLedgerModule.forRoot({ store: {} as never, name })).toThrow('name');
    expect(InjectPixLedger('filial')).toBeInstanceOf(Function);
  });
});
