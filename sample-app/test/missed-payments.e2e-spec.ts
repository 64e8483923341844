import { beforeAll, describe, expect, it } from '@jest/globals';
import { PixSimulator } from 'nestjs-pix-devkit';
import request from 'supertest';
import { closeAtEnd } from '../../test/support/close-at-end.js';
import { Database } from '../src/database/database.js';
import { payments } from '../src/database/schema.js';
import { BankEnvironment, CLIENT_SECRET, WEBHOOK_SECRET } from './support/bank-environment.js';
import { copyDatabase } from './support/database-directory.js';
import { drain, eventStream } from './support/event-stream.js';
import { ONE_SHIRT, openShop, PLATFORMS, type Shop } from './support/open-shop.js';
import { createdCharge, openScriptedBank } from './support/scripted-bank.js';
import type { ScriptedProvider } from './support/scripted-provider.js';

describe.each(PLATFORMS)('notification before the bank shows the payment, on %s', (platform) => {
  let provider: ScriptedProvider;
  let environment: BankEnvironment;
  let shop: Shop;
  beforeAll(async () => {
    ({ provider, environment } = await closeAtEnd(openScriptedBank()));
    shop = await closeAtEnd(openShop(platform, environment.variables));
  });

  const notify = (pix: object) =>
    request(shop.url)
      .post(`/webhooks/pix/pix?hmac=${WEBHOOK_SECRET}`)
      .send({ pix: [pix] });

  it.each([
    ['does not show the payment yet', { status: 404, body: {} }, 403],
    ['is unavailable', { status: 503, body: {} }, 503],
  ])('is refused while the bank %s, and its repeat pays the order', async (_, failure, status) => {
    provider.setScript({ PUT: [createdCharge] });
    const { body } = await request(shop.url).post('/api/orders').send(ONE_SHIRT).expect(201);
    const pix = {
      endToEndId: `E00000000202603101200${String(body.txid).slice(0, 11)}`,
      txid: body.txid,
      valor: '37.00',
      chave: 'loja@example.com',
      horario: new Date().toISOString(),
    };
    const statusNow = async () =>
      (await request(shop.url).get(`/api/orders/${body.id}`)).body.status;

    provider.setScript({ GET: [failure] });
    await notify(pix).expect(status);
    await notify(pix).expect(status);
    await expect(statusNow()).resolves.toBe('PENDENTE');

    provider.setScript({ GET: [{ status: 200, body: pix }] });
    await notify(pix).expect(200);
    await expect(statusNow()).resolves.toBe('PAGO');
    await notify(pix).expect(200);
    const rows = await shop.app.get(Database, { strict: false }).orm.select().from(payments);
    expect(rows.filter(({ txid }) => txid === body.txid)).toHaveLength(1);
  });
});

describe('payment made while the shop was closed', () => {
  it('pays its order at startup after the order’s expiry and without a notification', async () => {
    const directory = await copyDatabase();
    const bank = await PixSimulator.start({ clientId: 'loja', clientSecret: CLIENT_SECRET });
    // The bank cannot reach the address of the webhook.
    const environment = new BankEnvironment({
      baseUrl: bank.url,
      tokenUrl: bank.tokenUrl,
      ca: bank.ca,
      clientCertificate: bank.clientCertificate,
    });
    const open = () =>
      openShop('express', {
        ...environment.variables,
        DATABASE_DIR: directory.path,
        ORDER_EXPIRATION_SECONDS: '2',
      });
    const first = await open();
    const { body } = await request(first.url).post('/api/orders').send(ONE_SHIRT).expect(201);
    const other = await request(first.url).post('/api/orders').send(ONE_SHIRT).expect(201);
    await bank.control.pay(body.txid);
    await first.close();

    const second = await open();
    const follow = (id: string) =>
      drain(eventStream<{ status: string }>(`${second.url}/api/orders/${id}/events`));
    expect((await follow(body.id)).at(-1)).toMatchObject({ status: 'PAGO' });
    expect((await follow(other.body.id)).at(-1)).toMatchObject({ status: 'EXPIRADO' });
    await second.close();
    await bank.close();
    environment.remove();
    await directory.remove();
  }, 120_000);
});

describe('reconciler of the shop', () => {
  it('finds the payment of a pending order, and continues from its cursor in the database', async () => {
    const bank = await PixSimulator.start({ clientId: 'loja', clientSecret: CLIENT_SECRET });
    const environment = new BankEnvironment({
      baseUrl: bank.url,
      tokenUrl: bank.tokenUrl,
      ca: bank.ca,
      clientCertificate: bank.clientCertificate,
    });
    const directory = await copyDatabase();
    const open = () =>
      openShop('express', { ...environment.variables, DATABASE_DIR: directory.path });
    const first = await open();
    const { body } = await request(first.url).post('/api/orders').send(ONE_SHIRT).expect(201);
    await first.close();
    await bank.control.pay(body.txid);

    const second = await open();
    const events = await drain(
      eventStream<{ status: string }>(`${second.url}/api/orders/${body.id}/events`),
    );
    expect(events.at(-1)).toMatchObject({ status: 'PAGO' });
    await second.close();
    const database = await Database.open({ directory: directory.path });
    await expect(database.cursor.load()).resolves.toBeInstanceOf(Date);
    await database.close();
    await bank.close();
    environment.remove();
    await directory.remove();
  }, 120_000);
});
