import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { RecurringChargesService } from '../src/subscriptions/recurring-charges.service.js';
import { SubscriptionNotifications } from '../src/subscriptions/subscription-notifications.js';
import { SubscriptionSettlement } from '../src/subscriptions/subscription-settlement.js';
import { openShop, type Shop } from './support/open-shop.js';
import { SubscriptionsClient } from './support/subscriptions-client.js';

/**
 * A customer who has cancelled must not be charged. The simulated bank ends the open charges with the recurrence; here it
 * leaves them open, as a bank may.
 */
describe('the open charge of a subscription that has ended', () => {
  let shop: Shop;
  let client: SubscriptionsClient;
  beforeAll(async () => {
    shop = await openShop('express');
    client = new SubscriptionsClient(shop);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => shop.close());

  const settlement = () => shop.app.get(SubscriptionSettlement, { strict: false });

  /** Cancels a subscription whose charge stays open at the bank, without a run of the settlement. */
  async function cancelled() {
    const { id, cobrancas } = await client.subscribed();
    const { txid } = cobrancas[0]!;
    const recurring = shop.app.get(RecurringChargesService, { strict: false });
    const open = (await recurring.find(txid))!;
    expect(open.tentativas).toMatchObject([{ status: 'AGENDADA' }]);
    jest.spyOn(recurring, 'find').mockResolvedValue(open);
    const cancel = jest.spyOn(recurring, 'cancel');
    cancel.mockResolvedValue({ ...open, status: 'CANCELADA', tentativas: [] });
    const wakeAt = jest.spyOn(settlement(), 'wakeAt').mockReturnValue();
    const { body } = await request(shop.url).post(`/api/subscriptions/${id}/cancel`).expect(200);
    expect(body.status).toBe('CANCELADA');
    await client.control.idle();
    wakeAt.mockRestore();
    return { id, txid, cancel };
  }

  it('is cancelled by the next run after the bank did not answer', async () => {
    const { id, cancel } = await cancelled();
    cancel.mockRejectedValueOnce(new Error('the bank does not answer'));
    await settlement().sweep();
    expect((await client.get(id)).cobrancas).toMatchObject([{ status: 'AGENDADA' }]);
    await settlement().sweep();
    expect((await client.get(id)).cobrancas).toMatchObject([{ status: 'CANCELADA' }]);
  });

  it('is cancelled although a notification about it was handled first', async () => {
    const { id, txid } = await cancelled();
    await shop.app.get(SubscriptionNotifications, { strict: false }).chargeChanged(txid);
    await settlement().sweep();
    expect((await client.get(id)).cobrancas).toMatchObject([{ status: 'CANCELADA' }]);
  });
});
