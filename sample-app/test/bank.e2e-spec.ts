import { request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PixSimulator } from 'nestjs-pix-devkit';
import request from 'supertest';
import { closeAtEnd } from '../../test/support/close-at-end.js';
import { WebhookListener } from '../src/webhook/webhook-listener.js';
import { BankEnvironment, CLIENT_SECRET, WEBHOOK_SECRET } from './support/bank-environment.js';
import { drain, eventStream } from './support/event-stream.js';
import { ONE_SHIRT, openShop, PLATFORMS, type Shop } from './support/open-shop.js';
import { openSimulatedBank, type SimulatedBank } from './support/simulated-bank.js';

describe.each(PLATFORMS)('shop with a bank on %s', (platform) => {
  let opened: SimulatedBank;
  let bank: PixSimulator;
  let shop: Shop;
  beforeAll(async () => {
    opened = await closeAtEnd(openSimulatedBank());
    bank = opened.simulator;
    shop = await openShop(platform, opened.environment.variables);
  });
  afterAll(async () => {
    await shop.close();
    await opened.close();
  });

  const order = async () => (await request(shop.url).post('/api/orders').send(ONE_SHIRT)).body;

  it('takes a payment made at the bank', async () => {
    const { id, txid } = await order();
    const events = eventStream<{ status: string }>(`${shop.url}/api/orders/${id}/events`);
    await events.next();
    await bank.control.pay(txid);
    expect(await drain(events)).toMatchObject([{ status: 'PAGO' }]);
  });

  it('refuses notifications from other clients certified by the bank’s authority', async () => {
    const { id, txid } = await order();
    const { url = '' } = shop.app.get(WebhookListener, { strict: false });
    const certificates = {
      ca: bank.ca,
      ...(await bank.control.issueClientCertificate({ commonName: 'another customer' })),
    };
    const status = await new Promise<number | undefined>((resolve, reject) => {
      httpsRequest(
        `${url}/pix?hmac=${WEBHOOK_SECRET}`,
        { method: 'POST', ...certificates },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .on('error', reject)
        .end(JSON.stringify({ pix: [{ endToEndId: 'E'.padEnd(32, '9'), txid, valor: '37.00' }] }));
    });
    expect(status).toBe(403);
    expect(shop.log.join('\n')).toContain('the client certificate has another subject');
    expect((await request(shop.url).get(`/api/orders/${id}`)).body.status).toBe('PENDENTE');
  });

  it('does not offer the demo payment', async () => {
    const { id } = await order();
    await request(shop.url).post(`/api/demo/orders/${id}/pay`).expect(404);
    await request(shop.url).get('/api/config').expect(200, { demo: false });
    expect((await request(shop.url).get(`/api/orders/${id}`)).body.status).toBe('PENDENTE');
  });

  it('logs no secrets', () => {
    for (const secret of [CLIENT_SECRET, WEBHOOK_SECRET, 'BEGIN ']) {
      expect(shop.log.join('\n')).not.toContain(secret);
    }
  });
});

describe('shop whose bank is unreachable at startup', () => {
  it('starts, and logs that notifications will not arrive', async () => {
    const bank = await closeAtEnd(
      PixSimulator.start({ clientId: 'loja', clientSecret: CLIENT_SECRET }),
    );
    const environment = new BankEnvironment({
      baseUrl: bank.url,
      tokenUrl: bank.tokenUrl,
      ca: bank.ca,
      clientCertificate: bank.clientCertificate,
    });
    await bank.close();
    const shop = await openShop('express', environment.variables);
    await request(shop.url).get('/').expect(200);
    expect(shop.log.join('\n')).toContain('The webhook could not be registered');
    await shop.close();
    environment.remove();
  });
});
