import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PixRecebidosService } from 'nestjs-pix';
import request from 'supertest';
import { DEMO_ADMIN, logIn } from './support/log-in.js';
import { ONE_SHIRT, openShop, PLATFORMS, type Shop } from './support/open-shop.js';

interface Order {
  readonly id: string;
  readonly txid: string;
}

describe.each(PLATFORMS)('back office on %s', (platform) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(platform);
  });
  afterAll(() => shop.close());

  const api = () => request(shop.url);
  const login = (senha: unknown) =>
    api()
      .post('/api/admin/session')
      .send({ ...DEMO_ADMIN, senha });
  const openSession = () => logIn(shop.url);
  const listTasks = async (cookie: string) =>
    (await api().get('/api/admin/tasks').set('cookie', cookie).expect(200)).body as object[];

  const order = async () =>
    (await api().post('/api/orders').send(ONE_SHIRT).expect(201)).body as Order;
  const readStatus = async ({ id }: Order) =>
    (await api().get(`/api/orders/${id}`)).body.status as string;
  /** Pays at the bank, also what a payer's bank would refuse, and waits for the notification. */
  const pay = async ({ txid }: Order, valor?: string) => {
    const { control } = shop.provider.simulator;
    const pix = await control.pay(txid, { force: true, ...(valor !== undefined && { valor }) });
    await control.idle();
    return pix.endToEndId;
  };

  it('serves its page, and no data without a session', async () => {
    const { text } = await api()
      .get('/admin')
      .expect(200)
      .expect('Content-Type', /^text\/html/);
    expect(text).toContain('Área da loja');
    for (const cookie of ['', 'loja_sessao=', 'loja_sessao=forged', 'other=1; loja_sessao=x']) {
      await api().get('/api/admin/tasks').set('cookie', cookie).expect(401);
      await api().post('/api/admin/tasks/E1/refund').set('cookie', cookie).expect(401);
      await api()
        .get('/api/admin/session')
        .set('cookie', cookie)
        .expect(200, { aberta: false, usuario: null });
    }
  });

  it.each([
    ['wrong', 401],
    ['', 401],
    [undefined, 400],
    [{}, 400],
    ['x'.repeat(201), 400],
  ])('refuses the password %j with %i', async (senha, status) => {
    const { headers } = await login(senha).expect(status);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('opens a session that scripts and other sites cannot use, and closes it', async () => {
    const { headers } = await login('demo').expect(204);
    expect(headers['set-cookie']?.[0]).toMatch(
      /^loja_sessao=[\w-]{43}; Path=\/api\/admin; Max-Age=28800; HttpOnly; SameSite=Strict$/,
    );
    const cookie = await openSession();
    await api()
      .get('/api/admin/session')
      .set('cookie', cookie)
      .expect(200, {
        aberta: true,
        usuario: { nome: 'Administração', email: 'demo@loja.example', papel: 'ADMIN' },
      });
    await expect(listTasks(cookie)).resolves.toEqual([]);
    await api().delete('/api/admin/session').set('cookie', cookie).expect(204);
    await api().get('/api/admin/tasks').set('cookie', cookie).expect(401);
  });

  it.each([
    ['repeated', 'REPETIDO', 'PAGO', 'PAGO', (paid: Order) => pay(paid)],
    [
      'late',
      'FORA_DO_PRAZO',
      'EM_ANALISE',
      'DEVOLVIDO',
      ({ id }: Order) => api().post(`/api/orders/${id}/cancel`).expect(200),
    ],
  ])('lists a %s payment, and refunds it once', async (_, situacao, before, after, prepare) => {
    const cookie = await openSession();
    const paid = await order();
    await prepare(paid);
    const endToEndId = await pay(paid);
    await expect(readStatus(paid)).resolves.toBe(before);
    await expect(listTasks(cookie)).resolves.toEqual([
      expect.objectContaining({
        endToEndId,
        situacao,
        tarefa: 'ABERTA',
        valor: '37.00',
        erro: null,
        pedido: { id: paid.id, status: before, valor: '37.00', descricao: '1x Camiseta Ipê' },
      }),
    ]);
    const refund = () => api().post(`/api/admin/tasks/${endToEndId}/refund`).set('cookie', cookie);
    await Promise.all([refund().expect(200), refund().expect(200)]);
    // The notification of the refund ends the task.
    while ((await listTasks(cookie)).length > 0) await shop.provider.simulator.control.idle();
    await expect(readStatus(paid)).resolves.toBe(after);
    const { devolucoes } = await shop.app.get(PixRecebidosService).get(endToEndId);
    expect(devolucoes).toMatchObject([{ valor: '37.00', status: 'DEVOLVIDO' }]);
  });

  it('lists a payment of another amount, and keeps the task while the bank refuses', async () => {
    const cookie = await openSession();
    const paid = await order();
    const endToEndId = await pay(paid, '36.99');
    await expect(readStatus(paid)).resolves.toBe('EM_ANALISE');
    const { control } = shop.provider.simulator;
    const body = { title: 'Recusada', detail: 'O saldo é insuficiente', status: 422 };
    control.faults.add({
      on: 'PUT /pix/{e2eid}/devolucao/{id}',
      kind: 'status',
      status: 422,
      body,
    });
    const path = `/api/admin/tasks/${endToEndId}/refund`;
    const refused = await api().post(path).set('cookie', cookie).expect(200);
    expect(refused.body).toMatchObject({ tarefa: 'ABERTA', erro: 'O saldo é insuficiente' });
    await expect(readStatus(paid)).resolves.toBe('EM_ANALISE');

    const done = await api().post(path).set('cookie', cookie).expect(200);
    expect(['DEVOLVENDO', 'DEVOLVIDA']).toContain(done.body.tarefa);
    while ((await readStatus(paid)) !== 'DEVOLVIDO') await control.idle();
  });

  it('refunds what is left of a payment, and records that amount', async () => {
    const cookie = await openSession();
    const endToEndId = await pay(await order(), '36.99');
    const get = async (path: string) => (await api().get(path).set('cookie', cookie)).body;
    await api()
      .post(`/api/admin/payments/${endToEndId}/refunds`)
      .set('cookie', cookie)
      .send({ valor: '6.99' })
      .expect(201);
    const payment = `/api/admin/payments/${endToEndId}/refunds`;
    while ((await get(payment)).devolucoes[0].status !== 'DEVOLVIDA') {
      await shop.provider.simulator.control.idle();
    }
    const [task] = await listTasks(cookie);
    expect(task).toMatchObject({ valor: '36.99', restante: '30.00', ultimaDevolucao: '6.99' });

    const path = `/api/admin/tasks/${endToEndId}/refund`;
    const done = await api().post(path).set('cookie', cookie).expect(200);
    expect(done.body).toMatchObject({ restante: '0.00', ultimaDevolucao: '30.00' });
    const { itens } = await get(`/api/admin/audit?busca=${endToEndId}`);
    expect(itens.map(({ detalhe }: { detalhe: string }) => detalhe)).toEqual(['30.00', '6.99']);
  });

  it('answers 404 for an unknown payment, and for the one that paid its order', async () => {
    const cookie = await openSession();
    for (const path of ['E1', '%00', "'%20OR%201=1"]) {
      await api().post(`/api/admin/tasks/${path}/refund`).set('cookie', cookie).expect(404);
    }
    const endToEndId = await pay(await order());
    await api().post(`/api/admin/tasks/${endToEndId}/refund`).set('cookie', cookie).expect(404);
  });
});
