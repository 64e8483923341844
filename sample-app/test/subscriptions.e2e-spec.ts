import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { decodeBrCode, PixRecService } from 'nestjs-pix';
import request from 'supertest';
import { Database } from '../src/database/database.js';
import { payments } from '../src/database/schema.js';
import type {
  SubscriptionEvent,
  SubscriptionRowView,
} from '../src/subscriptions/subscription.view.js';
import { drain, eventStream } from './support/event-stream.js';
import { DEMO_ADMIN } from './support/log-in.js';
import { openShop, type Shop } from './support/open-shop.js';
import { SMALL_PLAN, SubscriptionsClient } from './support/subscriptions-client.js';

describe('subscriptions', () => {
  let shop: Shop;
  let client: SubscriptionsClient;
  beforeAll(async () => {
    shop = await openShop('express');
    client = new SubscriptionsClient(shop);
  });
  afterAll(() => shop.close());

  const api = () => request(shop.url);

  describe('request', () => {
    it('lists the plans with the prices of the server', async () => {
      const { body } = await api().get('/api/subscriptions/plans').expect(200);
      expect(body.disponivel).toBe(true);
      expect(body.planos[0]).toMatchObject({ id: 'clube-250', precoMensal: '34.90' });
    });

    it('creates one recurrence with a QR Code of the recurrence only', async () => {
      const created = await client.subscribe();
      expect(created).toMatchObject({
        status: 'AGUARDANDO_APROVACAO',
        contrato: expect.stringMatching(/^CAFE\d{17}$/),
        cpf: '•••.456.789-••',
        valor: '34.90',
        cobrancas: [],
      });
      const code = decodeBrCode(created.pixCopiaECola ?? '');
      expect(code).toHaveProperty('recLocation');
      expect(code).not.toHaveProperty('location');
      const rec = await shop.app.get(PixRecService).get(created.idRec ?? '');
      expect(rec).toMatchObject({
        vinculo: { contrato: created.contrato, objeto: 'Clube do Café 250 g' },
        valor: { valorRec: '34.90' },
        politicaRetentativa: 'PERMITE_3R_7D',
      });
    });

    it.each([
      [{ cpf: '123.456.789-00' }, 'cpf não é um CPF válido'],
      [{ nome: 'X' }, 'nome deve ter de 3 a 140 caracteres'],
      [{ plano: 'gratis' }, 'plano não existe no catálogo'],
      [{ jornada: 'JORNADA_1' }, 'jornada deve ser JORNADA_2 ou JORNADA_3'],
    ])('is refused with %j', async (change, message) => {
      const sent = api()
        .post('/api/subscriptions')
        .send({ ...SMALL_PLAN, ...change });
      const { body } = await sent.expect(400);
      expect(body.message).toContain(message);
    });

    it('is repeated with the same key without a second subscription', async () => {
      const send = (body: object) =>
        api()
          .post('/api/subscriptions')
          .set('Idempotency-Key', 'same-key-subscription-1')
          .send(body);
      const first = await send(SMALL_PLAN).expect(201);
      const again = await send(SMALL_PLAN).expect(201);
      expect(again.body.id).toBe(first.body.id);
      await send({ ...SMALL_PLAN, nome: 'Outra Pessoa' }).expect(422);
    });

    it('is unknown with 404', async () => {
      await api().get('/api/subscriptions/nothing').expect(404);
      await api().get('/api/subscriptions/4a4f3b80-3a5a-4b0f-9a53-0e6f3f8d3c11').expect(404);
    });
  });

  it('journey 2: approved, charged and paid by notifications', async () => {
    const approved = await client.subscribed();
    expect(approved).toMatchObject({ status: 'ATIVA', aprovadaEm: expect.any(String) });
    expect(approved.pixCopiaECola).toBeNull();
    expect(approved.cobrancas).toMatchObject([
      { tipo: 'RECORRENTE', status: 'AGENDADA', vencimento: approved.dataInicial, valor: '34.90' },
    ]);

    const paid = await client.act(approved.id, 'settle', { resultado: 'PAGA' });
    expect(paid.cobrancas).toMatchObject([{ status: 'PAGA', pagaEm: expect.any(String) }]);
    const rows = await shop.app.get(Database, { strict: false }).orm.select().from(payments);
    expect(rows).toMatchObject([
      { subscriptionChargeId: paid.cobrancas[0]?.id, situacao: 'APLICADO', tarefa: null },
    ]);
  });

  it('journey 3: one QR Code pays the first month and approves', async () => {
    const created = await client.subscribe({ jornada: 'JORNADA_3' });
    expect(decodeBrCode(created.pixCopiaECola ?? '')).toMatchObject({
      recLocation: expect.any(String),
      location: expect.any(String),
    });
    expect(created.cobrancas).toMatchObject([{ tipo: 'IMEDIATA', status: 'AGENDADA' }]);

    await client.control.payBrCode(created.pixCopiaECola ?? '');
    const approved = await client.settle(created.id);
    expect(approved).toMatchObject({ status: 'ATIVA' });
    expect(approved.cobrancas).toMatchObject([{ tipo: 'IMEDIATA', status: 'PAGA' }]);
  });

  it('is RECUSADA when the payer rejects it, and its first charge cannot be paid', async () => {
    const { id } = await client.subscribe({ jornada: 'JORNADA_3' });
    const refused = await client.act(id, 'reject');
    expect(refused).toMatchObject({ status: 'RECUSADA', pixCopiaECola: null });
    expect(refused.cobrancas).toMatchObject([{ status: 'CANCELADA' }]);
  });

  it('is paid by the second attempt after the first one found no funds', async () => {
    const { id } = await client.subscribed();
    const failed = await client.act(id, 'settle', { resultado: 'SEM_SALDO' });
    expect(failed.cobrancas).toMatchObject([
      {
        status: 'EM_NOVA_TENTATIVA',
        retentativas: 1,
        novaTentativa: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      },
    ]);
    const paid = await client.act(id, 'settle', { resultado: 'PAGA' });
    expect(paid.cobrancas).toMatchObject([{ status: 'PAGA', retentativas: 1 }]);
  });

  it('shows a charge as NAO_PAGA when three further attempts failed', async () => {
    const { id } = await client.subscribed();
    const statuses: unknown[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const { cobrancas } = await client.act(id, 'settle', { resultado: 'SEM_SALDO' });
      statuses.push(cobrancas[0] && [cobrancas[0].status, cobrancas[0].retentativas]);
    }
    expect(statuses).toEqual([
      ['EM_NOVA_TENTATIVA', 1],
      ['EM_NOVA_TENTATIVA', 2],
      ['EM_NOVA_TENTATIVA', 3],
      ['NAO_PAGA', 3],
    ]);
    expect((await client.get(id)).status).toBe('ATIVA');
  });

  it('is cancelled by the customer with its open charge', async () => {
    const { id } = await client.subscribed();
    const { body } = await api().post(`/api/subscriptions/${id}/cancel`).expect(200);
    expect(body.status).toBe('CANCELADA');
    const cancelled = await client.settle(id);
    expect(cancelled.cobrancas).toMatchObject([{ status: 'CANCELADA' }]);
    await api().post(`/api/subscriptions/${id}/cancel`).expect(200);
  });

  it('streams each change of its status and its charges, until it has ended', async () => {
    const { id, status } = await client.subscribe();
    const url = `${shop.url}/api/subscriptions/${id}/events`;
    const stream = eventStream<SubscriptionEvent>(url);
    await expect(stream.next()).resolves.toMatchObject({ value: { id, status, cobrancas: [] } });
    const events = drain(stream);
    await client.act(id, 'approve');
    await client.act(id, 'settle', { resultado: 'PAGA' });
    await api().post(`/api/subscriptions/${id}/cancel`).expect(200);
    const seen = (await events).map((event) =>
      [event.status, ...event.cobrancas.map((charge) => charge.status)].join(' '),
    );
    expect(seen).toContain('ATIVA AGENDADA');
    expect(seen).toContain('ATIVA PAGA');
    expect(seen.at(-1)).toBe('CANCELADA PAGA');
    await api().get('/api/subscriptions/nothing/events').expect(404);
  });

  it('follows a cancellation by the payer at the bank', async () => {
    const { id } = await client.subscribed();
    const cancelled = await client.act(id, 'cancel');
    expect(cancelled).toMatchObject({
      status: 'CANCELADA',
      motivo: 'recorrência cancelada pelo pagador, no banco',
    });
    expect(cancelled.cobrancas).toMatchObject([{ status: 'CANCELADA' }]);
    await api().post(`/api/demo/subscriptions/${id}/approve`).expect(409);
  });

  it('records a payment without an approval as a task when the subscription ends', async () => {
    const { id, pixCopiaECola } = await client.subscribe({ jornada: 'JORNADA_3' });
    await client.control.payBrCode(pixCopiaECola ?? '', { autorizar: false });
    expect((await client.settle(id)).cobrancas).toMatchObject([{ status: 'PAGA' }]);
    await client.act(id, 'reject');
    const { orm } = shop.app.get(Database, { strict: false });
    const [charge] = (await client.get(id)).cobrancas;
    const rows = await orm
      .select()
      .from(payments)
      .where(eq(payments.txid, charge?.txid ?? ''));
    expect(rows).toMatchObject([{ txid: charge?.txid, tarefa: 'ABERTA', situacao: 'SEM_PEDIDO' }]);
  });

  describe('back office', () => {
    it('lists and cancels subscriptions only with a session', async () => {
      const { id } = await client.subscribed();
      await api().get('/api/admin/subscriptions').expect(401);
      await api().post(`/api/admin/subscriptions/${id}/cancel`).expect(401);
      const agent = request.agent(shop.url);
      await agent.post('/api/admin/session').send(DEMO_ADMIN).expect(204);
      const { body } = await agent.get('/api/admin/subscriptions?status=ATIVA').expect(200);
      await agent.get('/api/admin/subscriptions?status=NADA').expect(400);
      const row = (body.itens as SubscriptionRowView[]).find((one) => one.id === id)!;
      for (const busca of [id, row.contrato, row.idRec, row.nome.slice(0, 5)]) {
        const found = await agent.get('/api/admin/subscriptions').query({ busca }).expect(200);
        expect(found.body.itens).toContainEqual(row);
      }
      const file = await agent.get(`/api/admin/subscriptions.csv?busca=${id}`).expect(200);
      expect(file.text.split('\r\n')).toHaveLength(3);
      expect(file.text).toContain(';ATIVA;');
      const { body: cancelled } = await agent.post(`/api/admin/subscriptions/${id}/cancel`);
      expect(cancelled).toMatchObject({ id, status: 'CANCELADA' });
    });
  });

  it('logs no CPF', () => {
    expect(shop.log.join('\n')).not.toMatch(/12345678909|123\.456\.789-09/);
  });
});

it('works on Fastify', async () => {
  const shop = await openShop('fastify');
  const client = new SubscriptionsClient(shop);
  const { id } = await client.subscribed();
  const paid = await client.act(id, 'settle', { resultado: 'PAGA' });
  expect(paid.cobrancas).toMatchObject([{ status: 'PAGA' }]);
  await shop.close();
});
