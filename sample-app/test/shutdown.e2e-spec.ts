import { beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { closeAtEnd } from '../../test/support/close-at-end.js';
import type { BankEnvironment } from './support/bank-environment.js';
import { ONE_SHIRT, openShop, PLATFORMS } from './support/open-shop.js';
import { createdCharge, openScriptedBank } from './support/scripted-bank.js';
import type { ScriptedProvider } from './support/scripted-provider.js';

describe.each(PLATFORMS)('shutdown of the shop on %s', (platform) => {
  let provider: ScriptedProvider;
  let environment: BankEnvironment;
  beforeAll(async () => {
    ({ provider, environment } = await closeAtEnd(openScriptedBank()));
  });

  it('answers the orders in progress, and refuses new ones', async () => {
    const shop = await openShop(platform, { ...environment.variables, PIX_TIMEOUT: '60' });
    provider.setScript({ PUT: [createdCharge] });
    provider.pause();
    const ordered = Array.from({ length: 5 }, () =>
      request(shop.url)
        .post('/api/orders')
        .send(ONE_SHIRT)
        .then((response) => response),
    );
    while (provider.calls.length < 5) await new Promise((resolve) => setTimeout(resolve, 10));
    const closing = shop.close();
    const isWaiting = () => shop.log.some((line) => line.includes('Waiting for 5 requests'));
    while (!isWaiting()) await new Promise((resolve) => setTimeout(resolve, 10));
    await request(shop.url).post('/api/orders').send(ONE_SHIRT).expect(503);
    provider.resume();
    for (const { status, body } of await Promise.all(ordered)) {
      expect(status).toBe(201);
      expect(body).toMatchObject({
        status: 'PENDENTE',
        pixCopiaECola: expect.stringContaining(body.txid),
      });
    }
    await closing;
  });
});
