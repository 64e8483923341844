import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable, Logger, Module, type INestApplicationContext } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { Test } from '@nestjs/testing';
import { PixSimulator } from '../../devkit/simulator/index.js';
import { PixModule, type Pix } from '../../lib/index.js';
import {
  OnPixCharge,
  PixLedger,
  PixLedgerModule,
  PostgresLedgerStore,
  type PixCharge,
  type PixLedgerContext,
} from '../../lib/ledger.js';
import { PixOpenTelemetryModule } from '../../lib/opentelemetry.js';
import { PixHealthIndicator, PixHealthModule } from '../../lib/terminus.js';
import { Recorder } from '../opentelemetry/support/recorder.js';
import { cob } from './support/ledger-world.js';

let database: PGlite;
let bank: PixSimulator;
let recorder: Recorder;
let app: INestApplicationContext;
let ledger: PixLedger;
const paid: string[] = [];

@Injectable()
class Orders {
  @OnPixCharge('paid')
  async paid({ id }: PixCharge, { transaction }: PixLedgerContext) {
    await transaction(async (client) => client.query('SELECT 1'));
    paid.push(id);
  }
}

beforeAll(async () => {
  Logger.overrideLogger(false);
  recorder = new Recorder();
  [database, bank] = await Promise.all([PGlite.create(), PixSimulator.start()]);
  const store = new PostgresLedgerStore(database);
  await store.migrate();
  const { tracerProvider, meterProvider } = recorder;
  @Module({
    imports: [
      PixOpenTelemetryModule.forRoot({ tracerProvider, meterProvider }),
      PixModule.forRoot({ ...bank.moduleOptions, log: false }),
      PixLedgerModule.forRoot({ store, chave: 'pix@loja.com.br', poll: 0.05, receiver: false }),
      TerminusModule,
      PixHealthModule,
    ],
    providers: [Orders],
  })
  class Shop {}
  const shop = await Test.createTestingModule({ imports: [Shop] }).compile();
  app = await shop.createNestApplication().init();
  ledger = app.get(PixLedger);
});
afterAll(async () => {
  await app.close();
  await bank.close();
  await database.close();
  await recorder.close();
});

/** The last value of a gauge of the ledger. */
async function gauge(name: string): Promise<number> {
  const lines = (await recorder.metrics()).split('\n');
  const line = lines.find((each) => each.startsWith(`${name}{`));
  expect(line).toContain('pix_account="default"');
  return Number(line!.split(' ').at(-1));
}

const open = (id: string) => database.transaction((tx) => ledger.in(tx).open(cob(id)));

/** Lets the bank's list have a payment that nothing has notified. */
async function payUnheard(identifier: string | undefined): Promise<Pix> {
  return bank.control.pay(identifier!);
}

describe('an observed ledger', () => {
  it('continues the trace of the order in call, payment and handler', async () => {
    const tracer = recorder.tracerProvider.getTracer('shop');
    await tracer.startActiveSpan('checkout', async (span) => {
      await open('traced');
      span.end();
    });
    const { identifier } = await ledger.ready('traced');
    await payUnheard(identifier);
    await database.exec(`UPDATE pix_charge SET due = now() WHERE id = 'traced'`);
    while (!paid.includes('traced')) await new Promise((resolve) => setTimeout(resolve, 20));
    await ledger.list();
    const trace = recorder.span('checkout').spanContext().traceId;
    const own = recorder.spans.filter((span) => span.spanContext().traceId === trace);
    const names = own.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'pix.ledger.open',
        'pix.ledger.create',
        'pix.cob.createWithTxid',
        'pix.ledger.payment',
        'pix.ledger.handler Orders.paid',
      ]),
    );
  });

  it('reports what waits, and the difference of the last books', async () => {
    bank.control.faults.add({ on: 'cob', kind: 'status', status: 503, count: 'always' });
    await open('waiting');
    await database.exec(`
      UPDATE pix_command SET created_at = now() - interval '90 seconds' WHERE charge = 'waiting'`);
    expect(await gauge('pix_ledger_unsettled')).toBe(1);
    expect(await gauge('pix_ledger_unsettled_age')).toBeGreaterThan(80);
    const health = app.get(PixHealthIndicator);
    expect(await health.checkLedger('ledger', { maxUnsettledAge: 60 })).toMatchObject({
      ledger: {
        status: 'up',
        database: { status: 'up' },
        unsettled: { status: 'down', unsettled: 1 },
      },
    });
    expect(
      await health.checkLedger('ledger', { maxUnsettledAge: 60, failOn: ['unsettled'] }),
    ).toMatchObject({
      ledger: { status: 'down', tasks: { status: 'up' } },
    });
    await database.exec('SET default_transaction_read_only = on');
    expect(await health.checkLedger('ledger')).toMatchObject({
      ledger: { status: 'down', database: { status: 'down' } },
    });
    await database.exec('SET default_transaction_read_only = off');
    await expect(health.checkLedger('ledger', { name: 'filial' })).rejects.toThrow(
      'no PixLedgerModule with the name filial',
    );
    bank.control.faults.clear();
    await ledger.ready('waiting');

    const { identifier } = (await ledger.get('waiting'))!;
    const { valor } = await payUnheard(identifier);
    const period = { inicio: new Date(Date.now() - 60_000), fim: new Date(Date.now() + 60_000) };
    expect(await ledger.books(period)).toMatchObject({ difference: valor });
    expect(await gauge('pix_ledger_difference')).toBe(Number(valor));
    expect(await ledger.books(period)).toMatchObject({ difference: '0.00' });
    expect(await gauge('pix_ledger_difference')).toBe(0);
  });

  it('measures the steps of tenants under its account', async () => {
    const tenant = ledger.tenant('loja-7');
    await database.transaction((tx) => tenant.in(tx).open(cob('of-tenant')));
    const metrics = await recorder.metrics();
    expect(metrics).toContain('pix_operation="open"');
    expect(metrics).not.toContain('loja-7');
  });
});
