import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { SESSION_COOKIE, Sessions } from '../src/access/session.guard.js';
import { addDays, toDay } from '../src/charges/brazilian-day.js';
import type { InvoiceView } from '../src/invoices/invoice.view.js';
import type { OrderView } from '../src/orders/orders.controller.js';
import { openShop } from './support/open-shop.js';
import { ASSET } from './support/pages-folder.js';
import { ShopClient } from './support/shop-client.js';
import { ONE_SHIRT, type Shop } from './support/start-shop.js';

const UNKNOWN = '4a4f3b80-3a5a-4b0f-9a53-0e6f3f8d3c11';

describe('requests', () => {
  let shop: Shop;
  let order: OrderView;
  beforeAll(async () => {
    shop = await openShop({ ALLOWED_HOSTS: 'loja.example', REQUESTS_PER_MINUTE: '40' });
    order = await new ShopClient(shop.url).post<OrderView>('orders', ONE_SHIRT);
  });
  afterAll(() => shop.close());

  const get = (path: string) => request(shop.url).get(path);
  const post = (path: string, body: object = {}) => request(shop.url).post(path).send(body);

  it('for a page are answered with its HTML, and with 404 for an unknown record', async () => {
    for (const path of [
      '/',
      '/assinaturas',
      `/pedido/${order.id}`,
      '/admin',
      '/admin/cobrancas/x',
    ]) {
      const { headers } = await get(path).expect(200);
      expect(headers['content-type']).toMatch('text/html');
      expect(headers['content-security-policy']).toMatch("default-src 'none'");
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['cache-control']).toBe('no-cache');
    }
    for (const path of ['/nada', '/admin/nada', `/pedido/${UNKNOWN}`, '/pedido/x']) {
      expect((await get(path).expect(404)).headers['content-type']).toMatch('text/html');
    }
    await get(`/assets/${ASSET}`)
      .expect(200)
      .expect('cache-control', /immutable/);
    await get(`/assets/${ASSET}.map`).expect(404);
  });

  it('from the console of the simulated bank lead to the page of the record', async () => {
    const { headers } = await get(`/banco/${order.cobranca.identificador!}`).expect(302);
    expect(headers.location).toBe(`/pedido/${order.id}`);
    await get('/banco/desconhecido').expect(404);
  });

  it('for a record have a preview for messengers, without personal data', async () => {
    const client = await ShopClient.logIn(shop.url);
    const due = addDays(toDay(new Date()), 20);
    const invoice = await client.post<InvoiceView>('admin/invoices', {
      nome: 'Maria da Silva',
      cpfCnpj: '529.982.247-25',
      descricao: 'Exame de sangue',
      valor: '1150.00',
      vencimento: due,
    });
    const page = await get(`/pedido/${order.id}`).expect(200);
    expect(page.text).toContain('<meta property="og:title" content="Pedido de R$ 37,00" />');
    const { text } = await get(`/faturas/${invoice.id}`).expect(200);
    const day = due.split('-').reverse().join('/');
    expect(text).toContain(`content="Fatura de R$ 1.150,00, vence em ${day}"`);
    expect(text).not.toMatch(/Maria|982|Exame/);
    expect(text).toMatch(/<script type="module"[^]*<\/html>/);
  });

  it('for the API are answered in JSON, and stored nowhere', async () => {
    await get(`/api/orders/${order.id}`).expect(200).expect('cache-control', 'no-store');
    const { body } = await get(`/api/orders/${UNKNOWN}`).expect(404);
    expect(body).toMatchObject({ message: 'Pedido não encontrado' });
    await get(`/api/invoices/${UNKNOWN}`).expect(404);
    await get(`/api/subscriptions/${UNKNOWN}`).expect(404);
  });

  it('with wrong content are refused with a text in Portuguese', async () => {
    const { body } = await post('/api/orders', { itens: [] }).expect(400);
    expect(body).toEqual({
      statusCode: 400,
      message: ['O pedido está vazio'],
      campos: [{ campo: 'itens', mensagem: 'O pedido está vazio' }],
    });
    const none = { itens: [{ produto: 'camiseta-ipe', quantidade: 0 }] };
    const refused = await post('/api/orders', none).expect(400);
    expect(refused.body.campos).toEqual([
      { campo: 'itens.0.quantidade', mensagem: expect.stringContaining('número inteiro') },
    ]);
    await post('/api/orders', { itens: [{ produto: 'x', quantidade: 1 }] }).expect(400);
    await post('/api/orders', { itens: [{ produto: 'a\0', quantidade: 1 }] }).expect(400);
    const invalid = { plano: 'clube-250', nome: 'Maria', cpf: '11111111111' };
    await post('/api/subscriptions', invalid).expect(400);
    await request(shop.url)
      .post('/api/orders')
      .set('idempotency-key', 'short')
      .send(ONE_SHIRT)
      .expect(400);
  });

  it('from other sites and unknown hosts are refused', async () => {
    await post('/api/orders', ONE_SHIRT).set('sec-fetch-site', 'cross-site').expect(403);
    await post('/api/orders', ONE_SHIRT).set('origin', 'https://evil.example').expect(403);
    await get(`/api/orders/${order.id}`).set('sec-fetch-site', 'same-site').expect(403);
    await get('/').set('host', 'evil.example').expect(403);
    await get('/').set('host', 'loja.example').expect(200);
    await get('/health/ready').set('host', 'evil.example').expect(200);
    await request(shop.url).post('/api/orders').type('form').send('itens=1').expect(415);
  });

  it('for the back office need the session of the administrator', async () => {
    const paths = [
      'tasks',
      'charges',
      `charges/${order.id}`,
      'payments',
      'refunds',
      'deliveries',
      'books?de=2026-01-01&ate=2026-01-02',
      'health',
      'invoices',
    ];
    for (const path of paths) {
      await get(`/api/admin/${path}`).expect(401);
      for (const followed of [`/api/admin/${path}`, `//x/api/x/../admin/${path}`]) {
        await get('/api/live')
          .query({ caminho: ['/api/orders/x', followed] })
          .expect(401);
      }
    }
    await get('/api/live?caminho=/api/nothing').expect(404);
    for (const path of ['refunds', 'books', 'tasks/1', `charges/${order.id}/cancel`, 'invoices']) {
      await post(`/api/admin/${path}`).expect(401);
    }
    const client = await ShopClient.logIn(shop.url);
    for (const path of paths) await client.get(`admin/${path}`);
    const wrong = {
      nome: '',
      cpfCnpj: '1',
      valor: '0.00',
      vencimento: 'x',
      descontoAte: '2020-01-01',
    };
    const { body } = await client.send('admin/invoices', wrong);
    const { campos } = body as { campos: { campo: string; mensagem: string }[] };
    expect(campos.map(({ campo }) => campo)).toEqual([
      'nome',
      'cpfCnpj',
      'valor',
      'vencimento',
      'descricao',
      'descontoPercentual',
      'descontoAte',
    ]);
    // Texts are for people, who do not know the names of fields.
    for (const { mensagem } of campos) expect(mensagem).not.toMatch(/[a-z][A-Z]|descricao/);
    await expect(client.get('admin/session')).resolves.toEqual({ aberta: true });
    const { headers } = await request(shop.url).delete('/api/admin/session').expect(200);
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/Max-Age=0; HttpOnly; SameSite/)]);
  });

  it('with a session that has ended or was forged are refused', async () => {
    const sessions = shop.app.get(Sessions, { strict: false });
    const open = async (now?: number) =>
      (await sessions.open(now)).split(';', 1)[0]!.replace(`${SESSION_COOKIE}=`, '');
    const [end, idle, signature] = (await open()).split('.') as [string, string, string];
    const later = Number(idle) + 1;
    const forged = [
      `${end}.${later}.${signature}`,
      `${later}.${idle}.${signature}`,
      `${end}.${idle}.`,
    ];
    const idleFor = (minutes: number) => open(Date.now() - minutes * 60_000);
    for (const value of [...forged, await idleFor(31), await idleFor(9 * 60), '', 'x']) {
      await get('/api/admin/tasks').set('cookie', `${SESSION_COOKIE}=${value}`).expect(401);
    }
  });

  it('keep a session open for 30 minutes more, up to 8 hours in all', async () => {
    const sessions = shop.app.get(Sessions, { strict: false });
    const start = Date.now();
    const at = (minutes: number) => start + minutes * 60_000;
    let [cookie = ''] = (await sessions.open(start)).split(';', 1);
    await expect(sessions.renew(cookie, at(0.5))).resolves.toBeUndefined();
    for (let minutes = 29; minutes < 480; minutes += 29) {
      await expect(sessions.isOpen(cookie, at(minutes))).resolves.toBe(true);
      [cookie = ''] = (await sessions.renew(cookie, at(minutes)))!.split(';', 1);
    }
    await expect(sessions.isOpen(cookie, at(480))).resolves.toBe(false);

    const [used = ''] = (await sessions.open(start - 60_000 * 20)).split(';', 1);
    const { headers } = await get('/api/admin/tasks').set('cookie', used).expect(200);
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/Max-Age=27\d{3}; HttpOnly/)]);
  });

  it('that guess the password or order too often wait a minute', async () => {
    const login = { email: 'demo@loja.example', senha: 'wrong' };
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 41; attempt += 1) {
      const { status, headers } = await post('/api/admin/session', login);
      statuses.add(status);
      if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect([...statuses]).toEqual([401, 429]);
  });
});
