import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import request from 'supertest';
import type { SubscriptionDetailView } from '../src/backoffice/subscriptions/subscription-detail.view.js';
import { Database } from '../src/database/database.js';
import { adminAudit, webhookDeliveries } from '../src/database/schema.js';
import { OrderSettlement } from '../src/orders/order-settlement.js';
import { logIn } from './support/log-in.js';
import { openShop, type Shop } from './support/open-shop.js';
import { SubscriptionsClient } from './support/subscriptions-client.js';

describe('a subscription in the back office', () => {
  let shop: Shop;
  let client: SubscriptionsClient;
  let cookie: string;
  beforeAll(async () => {
    shop = await openShop('express');
    client = new SubscriptionsClient(shop);
    cookie = await logIn(shop.url);
  });
  afterAll(() => shop.close());

  const get = (path: string) => request(shop.url).get(`/api/admin/${path}`).set('cookie', cookie);
  const post = (path: string, body: object = {}) =>
    request(shop.url).post(`/api/admin/${path}`).set('cookie', cookie).send(body);
  const read = async (id: string): Promise<SubscriptionDetailView> =>
    (await get(`subscriptions/${id}`).expect(200)).body;
  /** Banks do not notify refunds of recurring charges: the settlement reads them. */
  const settleRefunds = async () => {
    await client.control.idle();
    client.control.clock.advance(1);
    await shop.app.get(OrderSettlement, { strict: false }).sweep();
  };
  const orm = () => shop.app.get(Database, { strict: false }).orm;

  it('shows charges, payments and history, and refunds a month in parts', async () => {
    const { id } = await client.subscribed();
    await client.act(id, 'settle', { resultado: 'PAGA' });
    const paid = await read(id);
    expect(paid).toMatchObject({ status: 'ATIVA', cpf: '•••.456.789-••' });
    expect(paid.cobrancas).toMatchObject([{ status: 'PAGA', valor: '34.90' }]);
    expect(paid.pagamentos).toMatchObject([
      { valor: '34.90', situacao: 'APLICADO', restante: '34.90', devolucoes: [] },
    ]);
    expect(paid.transicoes.at(-1)).toMatchObject({
      para: 'PAGA',
      competencia: paid.cobrancas[0]!.competencia,
    });
    const { endToEndId } = paid.pagamentos[0]!;
    const listed = await get(`payments?busca=${id}`).expect(200);
    expect(listed.body.itens).toMatchObject([{ endToEndId, assinatura: id, pedido: null }]);

    await post(`payments/${endToEndId}/refunds`, { valor: '4.90' }).expect(201);
    await settleRefunds();
    expect((await read(id)).cobrancas).toMatchObject([{ status: 'PAGA' }]);
    await post(`payments/${endToEndId}/refunds`, { valor: '30.01' }).expect(409);
    await post(`payments/${endToEndId}/refunds`, { valor: '30.00' }).expect(201);
    await settleRefunds();
    expect(await read(id)).toMatchObject({
      cobrancas: [{ status: 'DEVOLVIDA' }],
      pagamentos: [
        {
          restante: '0.00',
          devolucoes: [
            { valor: '4.90', status: 'DEVOLVIDA' },
            { valor: '30.00', status: 'DEVOLVIDA' },
          ],
        },
      ],
    });
    const { body } = await get('statistics').expect(200);
    expect(body.total).toMatchObject({ receita: '34.90', devolvido: '34.90' });
    await get('subscriptions/x').expect(404);
  });

  it('makes the payment of a first month without an approval a task that closes with its refund', async () => {
    const { id, pixCopiaECola } = await client.subscribe({ jornada: 'JORNADA_3' });
    await client.control.payBrCode(pixCopiaECola ?? '', { autorizar: false });
    await client.settle(id);
    await client.act(id, 'reject');
    const tasks = await get('tasks').expect(200);
    expect(tasks.body).toMatchObject([{ situacao: 'SEM_PEDIDO', assinatura: { id } }]);
    await post(`tasks/${tasks.body[0].endToEndId}/refund`).expect(200);
    await client.settle(id);
    await get('tasks').expect(200, []);
    expect((await read(id)).cobrancas).toMatchObject([{ status: 'DEVOLVIDA' }]);
  });

  it('is read from the bank on request, and its failed charge attempted again once', async () => {
    const { id } = await client.subscribed();
    const { control } = client;
    const [charge] = (await read(id)).cobrancas;
    const retry = `subscriptions/${id}/charges/${charge!.id}/retry`;
    await post(retry).expect(409);
    // The shop learns of the failure only when a person asks.
    control.faults.add({ on: 'delivery:cobr', kind: 'lose' });
    await control.settleAttempt(charge!.txid, 'EXPIRADA');
    const asked = await post(`subscriptions/${id}/settle`).expect(200);
    expect(asked.body.cobrancas).toMatchObject([{ status: 'EM_NOVA_TENTATIVA', retentativas: 1 }]);
    // That attempt is pending.
    await post(retry).expect(409);
    await control.settleAttempt(charge!.txid, 'EXPIRADA');
    const again = await post(retry).expect(200);
    expect(again.body.cobrancas).toMatchObject([{ retentativas: 2 }]);
    await post(`subscriptions/${id}/charges/x/retry`).expect(404);
    const trail = await orm()
      .select()
      .from(adminAudit)
      .where(eq(adminAudit.acao, 'TENTATIVA_PEDIDA'))
      .orderBy(adminAudit.id);
    expect(trail.map(({ alvo, resultado }) => [alvo, resultado])).toEqual([
      [charge!.id, 'FALHA'],
      [charge!.id, 'FALHA'],
      [charge!.id, 'SUCESSO'],
      ['x', 'FALHA'],
    ]);
  });

  it('has deliveries of recurrences and charges that are replayed by reading the bank', async () => {
    const { id, idRec } = await client.subscribe();
    const { control } = client;
    control.faults.add({ on: 'delivery:rec', kind: 'lose' });
    await control.approve(idRec!);
    const row = {
      recebidoEm: new Date(),
      tentadoEm: new Date(),
      resultado: 'FALHOU',
      erro: 'Error',
    } as const;
    const deliveries = await orm()
      .insert(webhookDeliveries)
      .values([
        { ...row, chave: `rec:${idRec}:APROVADA:1`, tratador: 'a', tipo: 'recorrencia', idRec },
        { ...row, chave: 'rec:x', tratador: 'a', tipo: 'recorrencia' },
      ])
      .returning();
    const listed = await get(`deliveries?busca=${idRec}`).expect(200);
    expect(listed.body.itens).toContainEqual(
      expect.objectContaining({ id: deliveries[0]!.id, idRec, repetivel: true }),
    );
    const { body } = await post(`deliveries/${deliveries[0]!.id}/replay`).expect(200);
    expect(body).toMatchObject({ resultado: 'CONCLUIDO', tentativas: 2, erro: null });
    expect((await read(id)).status).toBe('ATIVA');
    await post(`deliveries/${deliveries[1]!.id}/replay`).expect(409);
    await post('deliveries/99999999999999999999/replay').expect(404);
  });

  it('leaves the delivery failed when the bank does not answer', async () => {
    const { idRec } = await client.subscribe();
    const [delivery] = await orm()
      .insert(webhookDeliveries)
      .values({
        chave: `rec:${idRec}:CRIADA:2`,
        tratador: 'a',
        tipo: 'recorrencia',
        idRec,
        recebidoEm: new Date(),
        tentadoEm: new Date(),
        resultado: 'FALHOU',
      })
      .returning();
    client.control.faults.add({ on: 'GET /rec/{idRec}', kind: 'status', status: 400 });
    const { body } = await post(`deliveries/${delivery!.id}/replay`).expect(200);
    expect(body).toMatchObject({ resultado: 'FALHOU', repetivel: true });
  });
});
