import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PixRecService } from 'nestjs-pix';
import request from 'supertest';
import { toDay } from '../src/invoices/brazilian-day.js';
import { InvoiceSettlement } from '../src/invoices/invoice-settlement.js';
import { OrderSettlement } from '../src/orders/order-settlement.js';
import { advanceDate } from './support/advance-date.js';
import { logIn } from './support/log-in.js';
import { ONE_SHIRT, openShop, type Shop } from './support/open-shop.js';
import { SubscriptionsClient } from './support/subscriptions-client.js';

/** Both sides of the effect: the bank receives nothing, or its answer is lost. */
const MOMENTS = ['before', 'after'] as const;
type Moment = (typeof MOMENTS)[number];

/** How the shop and its client read what a step has done. */
const READS: Readonly<Record<string, string>> = {
  'PUT /cob/{txid}': 'GET /cob/{txid}',
  'PATCH /cob/{txid}': 'GET /cob/{txid}',
  'PUT /cobv/{txid}': 'GET /cobv/{txid}',
  'PATCH /cobv/{txid}': 'GET /cobv/{txid}',
  'PUT /lotecobv/{id}': 'GET /lotecobv/{id}',
  'PUT /pix/{e2eid}/devolucao/{id}': 'GET /pix/{e2eid}/devolucao/{id}',
  'POST /rec': 'GET /rec',
  'PATCH /rec/{idRec}': 'GET /rec/{idRec}',
};

/** More than the time in which an earlier request may still take effect. */
const PATIENCE = 3 * 60_000;

/** Every connection breaks at one step, and the step cannot be read either. Then the bank is back. */
describe('an answer of the bank that is lost', () => {
  let shop: Shop;
  let client: SubscriptionsClient;
  let cookie: string;
  beforeAll(async () => {
    shop = await openShop('express');
    client = new SubscriptionsClient(shop);
    cookie = await logIn(shop.url);
  });
  afterEach(() => {
    client.control.faults.clear();
  });
  afterAll(async () => {
    jest.useRealTimers();
    await shop.close();
  });

  const lose = async <T>(operation: string, when: Moment, act: () => Promise<T>): Promise<T> => {
    const { faults } = client.control;
    const { id } = faults.add({ on: operation, kind: 'reset', when, count: 'always' });
    const read = READS[operation];
    if (read !== undefined) {
      faults.add({ on: read, kind: 'reset', when: 'before', count: 'always' });
    }
    const result = await act();
    expect(faults.list().find((fault) => fault.id === id)!.struck).toBeGreaterThan(0);
    faults.clear();
    return result;
  };
  const api = (method: 'get' | 'post', path: string) =>
    request(shop.url)[method](path).set('cookie', cookie);
  const status = async (kind: string, id: string) =>
    (await api('get', `/api/${kind}/${id}`).expect(200)).body.status as string;
  const settleOrders = () => shop.app.get(OrderSettlement, { strict: false }).sweep();
  const settleInvoices = () => shop.app.get(InvoiceSettlement, { strict: false }).sweep();
  const count = (operation: string) => client.control.stats.requestsByOperation[operation] ?? 0;

  const countRecurrences = async (contrato: string) => {
    let found = 0;
    const period = {
      inicio: new Date(Date.now() - 86_400_000),
      fim: new Date(Date.now() + 86_400_000),
    };
    for await (const { vinculo } of shop.app
      .get(PixRecService, { strict: false })
      .iterate(period)) {
      if (vinculo.contrato === contrato) found += 1;
    }
    return found;
  };

  const openOrder = async () =>
    (await api('post', '/api/orders').send(ONE_SHIRT).expect(201)).body as {
      id: string;
      txid: string;
    };
  const openInvoice = async () =>
    (
      await api('post', '/api/admin/invoices').send({
        nome: 'Maria da Silva',
        cpfCnpj: '52998224725',
        valor: '100.00',
        vencimento: toDay(new Date()),
        descricao: 'Mensalidade',
      })
    ).body as { id: string; txid: string; status: string };

  it.each(MOMENTS)('%s an order is created: it can be paid, or nobody can pay it', async (when) => {
    const key = `attack-order-${when}-0000`;
    const create = () => api('post', '/api/orders').set('Idempotency-Key', key).send(ONE_SHIRT);
    await lose('PUT /cob/{txid}', when, () => create().then());
    await settleOrders();
    const { body } = await create().expect(201);
    expect(body.status).toBe('PENDENTE');
    await client.control.pay(body.txid);
    await client.control.idle();
    expect(await status('orders', body.id)).toBe('PAGO');
  });

  it.each(MOMENTS)('%s an order is cancelled: it is cancelled at the bank too', async (when) => {
    const { id, txid } = await openOrder();
    await lose('PATCH /cob/{txid}', when, () => api('post', `/api/orders/${id}/cancel`).then());
    await settleOrders();
    expect(await status('orders', id)).toBe('CANCELADO');
    await expect(client.control.pay(txid)).rejects.toThrow();
  });

  it.each(MOMENTS)('%s a payment is refunded: it is refunded once', async (when) => {
    const { id, txid } = await openOrder();
    const { endToEndId } = await client.control.pay(txid);
    await client.control.idle();
    const before = count('PUT /pix/{e2eid}/devolucao/{id}');
    await lose('PUT /pix/{e2eid}/devolucao/{id}', when, () =>
      api('post', `/api/admin/payments/${endToEndId}/refunds`).send({ valor: '12.00' }).then(),
    );
    const refunds = async () =>
      (await api('get', `/api/admin/payments/${endToEndId}/refunds`).expect(200)).body
        .devolucoes as { status: string }[];
    // The bank may still be processing the refund when the shop reads it.
    do {
      await settleOrders();
      await client.control.idle();
    } while ((await refunds()).some((refund) => refund.status === 'DEVOLVENDO'));
    expect(await refunds()).toMatchObject([{ valor: '12.00', status: 'DEVOLVIDA' }]);
    expect(await status('orders', id)).toBe('PAGO');
    expect(count('PUT /pix/{e2eid}/devolucao/{id}') - before).toBeGreaterThan(0);
  });

  it.each(MOMENTS)('%s an invoice is created: it can be paid', async (when) => {
    const invoice = await lose('PUT /cobv/{txid}', when, openInvoice);
    expect(invoice.status).toBe('CRIANDO');
    await settleInvoices();
    expect(await status('invoices', invoice.id)).toBe('PENDENTE');
    await client.control.pay(invoice.txid);
    await client.control.idle();
    expect(await status('invoices', invoice.id)).toBe('PAGO');
  });

  it.each(MOMENTS)('%s an invoice is cancelled: it is cancelled at the bank too', async (when) => {
    const { id, txid } = await openInvoice();
    await lose('PATCH /cobv/{txid}', when, () =>
      api('post', `/api/admin/invoices/${id}/cancel`).then(),
    );
    await settleInvoices();
    expect(await status('invoices', id)).toBe('CANCELADO');
    await expect(client.control.pay(txid)).rejects.toThrow();
  });

  it.each(MOMENTS)('%s a batch is created: each invoice has one charge', async (when) => {
    const day = toDay(new Date());
    const conteudo = `nome;cpfCnpj;valor;vencimento;descricao\nJoão ${when};52998224725;10,00;${day};A\nAna ${when};52998224725;20,00;${day};B\n`;
    const { body } = await lose('PUT /lotecobv/{id}', when, async () => {
      const uploaded = await api('post', '/api/admin/invoice-batches').send({
        arquivo: 'a.csv',
        conteudo,
      });
      await settleInvoices();
      return uploaded;
    });
    for (let round = 0; round < 4; round += 1) {
      await settleInvoices();
      client.control.clock.advance(1);
    }
    const batch = (await api('get', `/api/admin/invoice-batches/${body.id}`).expect(200)).body;
    expect(batch.linhas.map((row: { status: string }) => row.status)).toEqual([
      'PENDENTE',
      'PENDENTE',
    ]);
  });

  describe.each(['JORNADA_2', 'JORNADA_3'])('of a subscription by %s', (jornada) => {
    const steps = ['PUT /cob/{txid}', 'POST /locrec', 'POST /rec'].filter(
      (step) => jornada === 'JORNADA_3' || step !== 'PUT /cob/{txid}',
    );
    it.each(steps.flatMap((step) => MOMENTS.map((when) => [step, when] as const)))(
      'at %s, %s its effect: it can be approved, with one recurrence',
      async (step, when) => {
        const created = await lose(step, when, () => client.subscribe({ jornada }));
        expect(created.status).toBe('CRIANDO');
        advanceDate(PATIENCE);
        const settled = await client.settle(created.id);
        expect([settled.status, settled.motivo]).toEqual(['AGUARDANDO_APROVACAO', settled.motivo]);
        expect(await countRecurrences(settled.contrato)).toBe(1);
        const active = await client.act(created.id, 'approve');
        expect(active.status).toBe('ATIVA');
      },
    );
  });

  it('of the first charge, whose repeat the bank refuses: it can be approved', async () => {
    const { id } = await lose('PUT /cob/{txid}', 'after', () =>
      client.subscribe({ jornada: 'JORNADA_3' }),
    );
    const { faults } = client.control;
    faults.add({ on: 'PUT /cob/{txid}', kind: 'status', status: 409, count: 'always' });
    advanceDate(PATIENCE);
    const settled = await client.settle(id);
    expect(faults.list()[0]!.struck).toBeGreaterThan(0);
    expect(settled.status).toBe('AGUARDANDO_APROVACAO');
  });

  it.each(MOMENTS)('%s the charge of a month is created: it is charged once', async (when) => {
    const { id } = await client.subscribe();
    await lose('PUT /cobr/{txid}', when, () => client.act(id, 'approve'));
    advanceDate(PATIENCE);
    const { cobrancas } = await client.settle(id);
    expect(cobrancas).toMatchObject([{ status: 'AGENDADA' }]);
    const paid = await client.act(id, 'settle', { resultado: 'PAGA' });
    expect(paid.cobrancas).toMatchObject([{ status: 'PAGA' }]);
  });

  it.each(MOMENTS)('%s another attempt is requested: one attempt is pending', async (when) => {
    const { id } = await client.subscribed();
    await lose('POST /cobr/{txid}/retentativa/{data}', when, () =>
      client.act(id, 'settle', { resultado: 'SEM_SALDO' }),
    );
    advanceDate(PATIENCE);
    const { cobrancas } = await client.settle(id);
    expect(cobrancas).toMatchObject([{ status: 'EM_NOVA_TENTATIVA', retentativas: 1 }]);
  });

  it.each(MOMENTS)('%s a subscription is cancelled: it and its charge end', async (when) => {
    const { id } = await client.subscribed();
    await lose('PATCH /rec/{idRec}', when, () =>
      api('post', `/api/subscriptions/${id}/cancel`).then(),
    );
    advanceDate(PATIENCE);
    const ended = await client.settle(id);
    expect(ended.status).toBe('CANCELADA');
    expect(ended.cobrancas).toMatchObject([{ status: 'CANCELADA' }]);
  });
});
