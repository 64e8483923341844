import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PixReconciler } from 'nestjs-pix';
import request from 'supertest';
import { Database } from '../src/database/database.js';
import { adminAudit, webhookDeliveries } from '../src/database/schema.js';
import { PaymentsService } from '../src/orders/payments.service.js';
import { logIn } from './support/log-in.js';
import { ONE_SHIRT, openShop, PLATFORMS, type Shop } from './support/open-shop.js';

interface Order {
  readonly id: string;
  readonly txid: string;
}

describe.each(PLATFORMS)('records of the back office on %s', (platform) => {
  let shop: Shop;
  let cookie: string;
  beforeAll(async () => {
    shop = await openShop(platform);
    cookie = await logIn(shop.url);
  });
  afterAll(() => shop.close());
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const get = (path: string) => request(shop.url).get(`/api/admin/${path}`).set('cookie', cookie);
  const post = (path: string) => request(shop.url).post(`/api/admin/${path}`).set('cookie', cookie);
  const database = () => shop.app.get(Database, { strict: false }).orm;
  const order = async () =>
    (await request(shop.url).post('/api/orders').send(ONE_SHIRT).expect(201)).body as Order;
  const pay = async ({ txid }: Order) => {
    const { control } = shop.provider.simulator;
    const { endToEndId } = await control.pay(txid);
    await control.idle();
    return endToEndId;
  };
  const readAudit = async () =>
    (await database().select().from(adminAudit).orderBy(adminAudit.id)).map(
      ({ acao, alvo, resultado, detalhe }) => ({ acao, alvo, resultado, detalhe }),
    );

  it('lists orders and payments in pages, and exports them', async () => {
    const created = [await order(), await order(), await order()];
    const endToEndId = await pay(created[2]!);
    const first = await get('orders?limite=2&busca=&status=').expect(200);
    expect(first.body.itens.map(({ id }: Order) => id)).toEqual([created[2]!.id, created[1]!.id]);
    const second = await get(`orders?limite=2&depois=${first.body.proxima}`).expect(200);
    expect(second.body).toMatchObject({ itens: [{ id: created[0]!.id }], proxima: null });
    const paid = await get('payments?status=APLICADO').expect(200);
    expect(paid.body.itens).toEqual([
      expect.objectContaining({ endToEndId, pedido: created[2]!.id, valor: '37.00', tarefa: null }),
    ]);
    const delivered = await get(`deliveries?busca=${endToEndId}&status=CONCLUIDO`).expect(200);
    expect(delivered.body.itens).toMatchObject([
      { tipo: 'pix.recebido', txid: created[2]!.txid, tentativas: 1, erro: null, repetivel: false },
    ]);

    const file = await get('orders.csv?status=PAGO')
      .expect(200)
      .expect('Content-Type', /^text\/csv/)
      .expect('Content-Disposition', 'attachment; filename="cobrancas.csv"');
    const lines = file.text.split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`${created[2]!.id};${created[2]!.txid};PAGO;37,00;1x Camiseta Ipê;`);
    for (const list of ['payments', 'deliveries', 'audit']) await get(`${list}.csv`).expect(200);
  });

  it.each([
    'orders?status=NADA',
    'orders?limite=101',
    'orders?limite=0',
    'orders?limite=x',
    'orders?de=2026-02-29',
    'orders?de=10/03/2026',
    'orders?depois=x',
    'orders?busca=a&busca=b',
    `orders?busca=${'x'.repeat(81)}`,
    'orders.csv?status=NADA',
    'statistics?de=2026-03-11&ate=2026-03-10',
  ])('refuses %s', async (path) => {
    const { body } = await get(path).expect(400);
    expect(body.message).toBeTruthy();
  });

  it('shows an order with its history, and cancels it', async () => {
    const { id } = await order();
    await database().delete(adminAudit);
    const { body } = await post(`orders/${id}/cancel`).expect(200);
    expect(body).toMatchObject({
      id,
      status: 'CANCELADO',
      itens: ONE_SHIRT.itens,
      pagamentos: [],
      transicoes: [
        { de: null, para: 'CRIANDO' },
        { de: 'CRIANDO', para: 'PENDENTE' },
        { de: 'PENDENTE', para: 'CANCELANDO', motivo: 'cancelamento pedido pela loja' },
        { de: 'CANCELANDO', para: 'CANCELADO' },
      ],
    });
    const paid = await order();
    await pay(paid);
    await post(`orders/${paid.id}/cancel`).expect(409);
    await get('orders/1').expect(404);
    await post('orders/%00/cancel').expect(404);
    await expect(readAudit()).resolves.toMatchObject([
      { acao: 'PEDIDO_CANCELADO', alvo: id, resultado: 'SUCESSO' },
      { acao: 'PEDIDO_CANCELADO', alvo: paid.id, resultado: 'FALHA' },
      { acao: 'PEDIDO_CANCELADO', alvo: null, resultado: 'FALHA' },
    ]);
  });

  it('reads a charge from the bank on request, and records what the bank refuses', async () => {
    const missed = await order();
    const { control } = shop.provider.simulator;
    // The notification does not arrive.
    control.faults.add({ on: 'delivery:pix', kind: 'lose' });
    await database().delete(adminAudit);
    await control.pay(missed.txid);
    const settled = await post(`orders/${missed.id}/settle`).expect(200);
    expect(settled.body).toMatchObject({ status: 'PAGO', pagamentos: [{ situacao: 'APLICADO' }] });

    control.faults.add({ on: 'GET /cob/{txid}', kind: 'status', status: 400 });
    await post(`orders/${missed.id}/settle`).expect(400);
    await expect(readAudit()).resolves.toMatchObject([
      { acao: 'PEDIDO_CONSULTADO', resultado: 'SUCESSO', detalhe: 'PAGO' },
      { acao: 'PEDIDO_CONSULTADO', resultado: 'FALHA' },
    ]);
  });

  it('lists a delivery whose handler failed, and replays it once', async () => {
    await database().delete(webhookDeliveries);
    const failing = await order();
    const failure = jest
      .spyOn(shop.app.get(PaymentsService, { strict: false }), 'record')
      .mockImplementation(() => {
        throw new RangeError('CPF 123.456.789-09');
      });
    const { control } = shop.provider.simulator;
    // No repeat of the notification interferes: the reconciliation finds the payment.
    control.faults.add({ on: 'delivery:pix', kind: 'lose' });
    const { endToEndId } = await control.pay(failing.txid);
    const fim = new Date();
    const inicio = new Date(fim.getTime() - 60_000);
    await shop.app.get(PixReconciler, { strict: false }).run({ inicio, fim });
    const { body, text } = await get(`deliveries?busca=${endToEndId}`).expect(200);
    expect(text).not.toContain('456.789');
    expect(body.itens).toEqual([
      expect.objectContaining({
        tipo: 'pix.recebido',
        tratador: 'PaymentHandler.onPixRecebido',
        txid: failing.txid,
        resultado: 'FALHOU',
        erro: 'RangeError',
        concluidoEm: null,
        repetivel: true,
      }),
    ]);
    const { id, tentativas } = body.itens[0] as { id: number; tentativas: number };
    const again = await post(`deliveries/${id}/replay`).expect(200);
    expect(again.body.resultado).toBe('FALHOU');
    expect(again.body.tentativas).toBeGreaterThan(tentativas);

    failure.mockRestore();
    const done = await post(`deliveries/${id}/replay`).expect(200);
    expect(done.body).toMatchObject({ resultado: 'CONCLUIDO', erro: null, repetivel: false });
    await get(`orders/${failing.id}`).expect(200, /"status":"PAGO"/);
    await post(`deliveries/${id}/replay`).expect(409);
    await post('deliveries/999999/replay').expect(404);
    await post('deliveries/x/replay').expect(404);
    const replays = (await readAudit()).filter(({ acao }) => acao === 'ENTREGA_REPETIDA');
    expect(replays.map(({ resultado }) => resultado)).toEqual([
      'FALHA',
      'SUCESSO',
      'FALHA',
      'FALHA',
      'FALHA',
    ]);
  });

  it('reports revenue and conversion of today', async () => {
    const { body } = await get('statistics').expect(200);
    expect(body.dias).toHaveLength(30);
    expect(body.total.pagos).toBeGreaterThan(0);
    expect(body.total.receita).toMatch(/^\d+\.\d{2}$/);
  });

  it('reports its health, in detail only with a session', async () => {
    const { body } = await get('health').expect(200);
    expect(body).toMatchObject({
      banco: { status: 'up' },
      certificado: { status: 'up', daysLeft: expect.any(Number) },
      bancoDeDados: { status: 'up' },
    });
    for (const probe of ['live', 'ready']) {
      await request(shop.url)
        .get(`/health/${probe}`)
        .set('host', 'pod.example')
        .expect(200, { status: 'ok' });
    }
    await request(shop.url).get('/api/config').set('host', 'pod.example').expect(403);
    await shop.app.get(Database, { strict: false }).close();
    await request(shop.url).get('/health/ready').expect(503);
    await request(shop.url).get('/health/live').expect(200);
  });
});
