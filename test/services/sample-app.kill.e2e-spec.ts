import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it as define } from '@jest/globals';
import { createPixClient } from 'nestjs-pix';
import type { PixSimulator } from 'nestjs-pix-devkit';
import type { OrderView } from '../../sample-app/src/orders/orders.controller.js';
import type { SubscriptionView } from '../../sample-app/src/subscriptions/subscriptions.controller.js';
import { ShopProcess } from '../../sample-app/test/browser/shop-process.js';
import { ShopClient } from '../../sample-app/test/support/shop-client.js';
import {
  openSimulatedBank,
  type SimulatedBank,
} from '../../sample-app/test/support/simulated-bank.js';
import { ONE_SHIRT } from '../../sample-app/test/support/start-shop.js';
import { openServices, type Services } from '../load/services.js';
import { shareTests } from '../support/share.js';
import { waitUntil } from './support/wait-until.js';

/** Each test kills the shop and starts it again. */
const it = shareTests(define, 3);

/** When the shop is killed: before or after the request takes effect. */
const MOMENTS = ['before', 'after'] as const;

/**
 * The shop runs as a process with a bank and PostgreSQL. Each test kills it while a request to the bank has no answer,
 * before or after the request took effect, and starts it again. The ledger finds out by itself what became of it.
 */
describe('shop that is killed', () => {
  let services: Services;
  let opened: SimulatedBank;
  let bank: PixSimulator;
  let shop: ShopProcess;
  let client: ShopClient;

  beforeAll(async () => {
    services = await openServices();
    opened = await openSimulatedBank();
    bank = opened.simulator;
    await start();
  });
  afterAll(async () => {
    await shop.stop('SIGKILL');
    await opened.close();
    await services.close();
  });

  async function start(): Promise<void> {
    const variables = Object.entries(opened.environment.variables).filter(([, value]) => value);
    shop = await ShopProcess.start(
      {
        ...(Object.fromEntries(variables) as Record<string, string>),
        DATABASE_URL: services.databaseUrl,
        PIX_PROVIDER: 'inter',
        PIX_CONTA_CORRENTE: '12345678',
        PIX_FEATURES: 'pix-automatico',
        PIX_RECEBEDOR_CONTA: '12345678',
        PIX_RECEBEDOR_AGENCIA: '0001',
        PIX_TIMEOUT: '60',
      },
      ['--import', './test/support/register-typescript.js', 'sample-app/src/main.ts'],
    );
    client = await ShopClient.logIn(shop.url, 'bank');
    // A row of a process that died is taken over when its lease ends: now, for the test.
    await services.database.query(
      'UPDATE pix_command SET lease_until = now() WHERE lease_until > now()',
    );
  }

  /** Kills the shop while the bank does not answer an operation, runs `meanwhile`, and starts the shop again. */
  async function killDuring(
    operation: string,
    when: (typeof MOMENTS)[number],
    act: () => Promise<unknown>,
    meanwhile: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<void> {
    const { faults } = bank.control;
    const { id } = faults.add({ on: operation, kind: 'hang', when, count: 'always' });
    // The answer of the shop is lost with its process.
    const acted = act().catch(() => undefined);
    await waitUntil(() => faults.list().some((fault) => fault.id === id && fault.struck > 0));
    await shop.stop('SIGKILL');
    await acted;
    faults.remove(id);
    await meanwhile();
    await start();
  }

  const createOrder = (key = randomUUID()) =>
    client.send('orders', ONE_SHIRT, { 'idempotency-key': key });
  const order = async () => (await createOrder()).body as OrderView;
  const lastId = async () => {
    const sql = 'SELECT id FROM orders ORDER BY criado_em DESC LIMIT 1';
    return (await services.database.query<{ id: string }>(sql)).rows[0]!.id;
  };
  const pay = ({ cobranca }: Pick<OrderView, 'cobranca'>) =>
    bank.control.pay(cobranca.identificador!);

  for (const when of MOMENTS) {
    it(`${when} its charge is created: the order has one charge, and can be paid`, async () => {
      const key = randomUUID();
      await killDuring('PUT /cob/{txid}', when, () => createOrder(key).then());
      const id = await lastId();
      const created = await client.becomes<OrderView>(`orders/${id}`, 'PENDENTE');
      expect((await createOrder(key)).body).toEqual(created);
      await pay(created);
      const paid = await client.becomes<OrderView>(`orders/${id}`, 'PAGO');
      expect(paid.cobranca.pagamentos).toHaveLength(1);
    });
  }

  it('while a payment is read: it is recorded, and the parcel leaves, once', async () => {
    const { id, cobranca } = await order();
    await killDuring('GET /pix/{e2eid}', 'before', () => pay({ cobranca }));
    await client.until<OrderView>(`orders/${id}`, ({ entrega }) => entrega === 'LIBERADA');
    const sql = `SELECT handler, completed_at IS NOT NULL AS done FROM pix_notice
      WHERE charge = $1 AND handler = 'OrdersService.paid'`;
    const { rows } = await services.database.query(sql, [id]);
    expect(rows).toEqual([{ handler: 'OrdersService.paid', done: true }]);
  });

  for (const when of MOMENTS) {
    it(`${when} its charge is cancelled: it ends`, async () => {
      const cancelled = await order();
      await killDuring('PATCH /cob/{txid}', when, () =>
        client.send(`orders/${cancelled.id}/cancel`).then(),
      );
      await client.becomes(`orders/${cancelled.id}`, 'CANCELADO');
      await expect(pay(cancelled)).rejects.toThrow();
    });
  }

  it('before its charge is cancelled, and paid in the meantime: it is paid', async () => {
    const paid = await order();
    await killDuring(
      'PATCH /cob/{txid}',
      'before',
      () => client.send(`orders/${paid.id}/cancel`).then(),
      () => pay(paid),
    );
    const { entrega } = await client.until<OrderView>(
      `orders/${paid.id}`,
      (view) => view.entrega === 'LIBERADA',
    );
    expect(entrega).toBe('LIBERADA');
  });

  for (const when of MOMENTS) {
    it(`${when} a refund is asked for: it is made once`, async () => {
      const { id, cobranca } = await order();
      const { endToEndId } = await pay({ cobranca });
      await client.becomes(`orders/${id}`, 'PAGO');
      const refund = { endToEndId, id: `refund${when}`, valor: '37.00' };
      await killDuring('PUT /pix/{e2eid}/devolucao/{id}', when, () =>
        client.send('admin/refunds', refund).then(),
      );
      await client.becomes(`orders/${id}`, 'DEVOLVIDO');
      const reader = await readBank();
      expect((await reader.recebidos.get(endToEndId)).devolucoes).toMatchObject([
        { valor: '37.00', status: 'DEVOLVIDO' },
      ]);
      await reader.close();
    });
  }

  it('after a month of a subscription was charged: the month has one charge', async () => {
    const subscription = { plano: 'clube-250', nome: 'Maria da Silva', cpf: '529.982.247-25' };
    const { id, cobranca } = await client.post<SubscriptionView>('subscriptions', subscription);
    const path = `subscriptions/${id}`;
    await killDuring('PUT /cobr/{txid}', 'after', () =>
      bank.control.approve(cobranca.identificador!),
    );
    const { meses } = await client.until<SubscriptionView>(
      path,
      (view) => view.meses[0]?.cobranca.status === 'PENDENTE',
    );
    expect(meses).toHaveLength(1);
    const reader = await readBank();
    const charge = await reader.cobR.get(meses[0]!.cobranca.identificador!);
    expect(charge).toMatchObject({ idRec: cobranca.identificador, valor: { original: '34.90' } });
    await reader.close();
  });

  const readBank = () => createPixClient({ ...bank.moduleOptions, features: ['pix-automatico'] });
});
