import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { generateTxid } from 'nestjs-pix';
import request from 'supertest';
import { RecurrencesService } from '../src/subscriptions/recurrences.service.js';
import { SubscriptionChargesRepository } from '../src/subscriptions/subscription-charges.repository.js';
import { SubscriptionSettlement } from '../src/subscriptions/subscription-settlement.js';
import { SubscriptionsRepository } from '../src/subscriptions/subscriptions.repository.js';
import { advanceDate } from './support/advance-date.js';
import { openShop, type Shop } from './support/open-shop.js';
import { openScriptedBank } from './support/scripted-bank.js';
import { SMALL_PLAN, SubscriptionsClient } from './support/subscriptions-client.js';

describe('subscriptions after failures', () => {
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

  const count = (operation: string) =>
    shop.provider.simulator.control.stats.requestsByOperation[operation] ?? 0;
  const repository = () => shop.app.get(SubscriptionsRepository, { strict: false });
  const charges = () => shop.app.get(SubscriptionChargesRepository, { strict: false });
  const sweep = () => shop.app.get(SubscriptionSettlement, { strict: false }).sweep();

  it('finds the recurrence that was created before the process could store the answer', async () => {
    const before = count('POST /rec');
    // The process ends between the bank's answer and the next statement.
    const stored = jest
      .spyOn(repository(), 'storeIdRec')
      .mockRejectedValueOnce(new Error('the process ends here'));
    const created = await client.subscribe();
    expect(created).toMatchObject({ status: 'CRIANDO', idRec: null, pixCopiaECola: null });
    stored.mockRestore();
    const settled = await client.settle(created.id);
    expect(settled).toMatchObject({
      status: 'AGUARDANDO_APROVACAO',
      idRec: expect.any(String),
      pixCopiaECola: expect.any(String),
    });
    expect(count('POST /rec') - before).toBe(1);
  });

  it('sends no second recurrence while the first request may still take effect', async () => {
    const { id } = await client.subscribe();
    const subscription = { ...(await repository().find(id))!, idRec: null };
    const now = new Date();
    // The status no longer allows it.
    await expect(repository().claimSend(id, now, 0)).resolves.toBeUndefined();
    const other = await repository().insert({
      ...subscription,
      id: randomUUID(),
      contrato: `CAFE${id.slice(0, 8)}`,
      status: 'CRIANDO',
      envioEm: null,
      conferirEm: null,
    });
    const claims = await Promise.all(
      [1, 2].map(() => repository().claimSend(other!.id, now, 120_000)),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    const later = new Date(now.getTime() + 120_001);
    await expect(repository().claimSend(other!.id, later, 120_000)).resolves.toBeDefined();
  });

  it('sends a charge with the stored txid after the process ended before the request', async () => {
    const { id, cobrancas } = await client.subscribed();
    const [first] = cobrancas;
    const month = {
      id: randomUUID(),
      subscriptionId: id,
      competencia: first!.competencia,
      tipo: 'RECORRENTE' as const,
      txid: generateTxid(),
      valor: '34.90',
      vencimento: first!.vencimento,
    };
    // Another process has the month.
    await expect(charges().insert(month)).resolves.toBeUndefined();
    expect((await client.settle(id)).cobrancas).toHaveLength(1);
  });

  it('requests one further attempt when two processes want it', async () => {
    const { id } = await client.subscribed();
    const { cobrancas } = await client.act(id, 'settle', { resultado: 'SEM_SALDO' });
    const charge = (await charges().find(cobrancas[0]!.id))!;
    const now = new Date();
    const claims = await Promise.all(
      [1, 2].map(() => charges().claimRetry(charge, '2026-12-01', now, 120_000)),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    const stale = { ...charge, retentativas: 0 };
    const later = new Date(now.getTime() + 120_001);
    await expect(
      charges().claimRetry(stale, '2026-12-01', later, 120_000),
    ).resolves.toBeUndefined();
  });

  it('completes a cancellation whose outcome at the bank was unknown', async () => {
    const { id } = await client.subscribed();
    // The process ends after it stored the intent.
    jest
      .spyOn(shop.app.get(RecurrencesService, { strict: false }), 'cancel')
      .mockRejectedValueOnce(new Error('the process ends here'));
    const { body } = await request(shop.url).post(`/api/subscriptions/${id}/cancel`).expect(200);
    expect(body.status).toBe('CANCELANDO');
    expect((await client.settle(id)).status).toBe('CANCELADA');
  });

  it('charges the next month when its time has come', async () => {
    const { id, dataInicial } = await client.subscribed();
    await client.act(id, 'settle', { resultado: 'PAGA' });
    await sweep();
    expect((await client.get(id)).cobrancas).toHaveLength(1);

    advanceDate(31 * 86_400_000);
    try {
      const { cobrancas } = await client.settle(id);
      expect(cobrancas).toHaveLength(2);
      expect(cobrancas[1]).toMatchObject({ tipo: 'RECORRENTE', status: 'AGENDADA' });
      expect(cobrancas[1]!.vencimento > dataInicial).toBe(true);
      expect((await client.settle(id)).cobrancas).toHaveLength(2);
    } finally {
      jest.useRealTimers();
    }
  });

  it('ends what nobody approved in time at the bank too', async () => {
    const { id } = await client.subscribe({ jornada: 'JORNADA_3' });
    const subscription = (await repository().find(id))!;
    await repository().postpone(subscription, new Date());
    advanceDate(25 * 3_600_000);
    try {
      const expired = await client.settle(id);
      expect(expired.status).toBe('EXPIRADA');
      expect(['NAO_PAGA', 'CANCELADA']).toContain(expired.cobrancas[0]?.status);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('a bank without Pix Automático', () => {
  it('has plans but answers 501 to a request', async () => {
    const bank = await openScriptedBank();
    const shop = await openShop('express', bank.environment.variables);
    const { body } = await request(shop.url).get('/api/subscriptions/plans').expect(200);
    expect(body.disponivel).toBe(false);
    await request(shop.url).post('/api/subscriptions').send(SMALL_PLAN).expect(501);
    await request(shop.url)
      .post('/api/demo/subscriptions/4a4f3b80-3a5a-4b0f-9a53-0e6f3f8d3c11/approve')
      .expect(404);
    await shop.close();
    await bank.close();
  });
});
