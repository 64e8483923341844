import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { Database } from '../src/database/database.js';
import { adminAudit } from '../src/database/schema.js';
import { logIn } from './support/log-in.js';
import { openShop, PLATFORMS, type Shop } from './support/open-shop.js';

const SENHA = 'uma senha bem longa';

describe.each(PLATFORMS)('back office on %s', (platform) => {
  let shop: Shop;
  let cookie: string;
  beforeAll(async () => {
    shop = await openShop(platform);
    cookie = await logIn(shop.url);
  });
  afterAll(() => shop.close());

  it.each(['orders', 'payments', 'subscriptions', 'invoices', 'deliveries', 'audit'])(
    'refuses U+0000 in the search of %s',
    async (list) => {
      await request(shop.url).get(`/api/admin/${list}?busca=%00`).set('cookie', cookie).expect(400);
    },
  );

  it('refuses U+0000 in bodies, at any depth, and a day of the year 0', async () => {
    const send = (path: string, body: object) =>
      request(shop.url).post(path).set('cookie', cookie).send(body).expect(400);
    await send('/api/admin/session', { email: '\0', senha: 'x' });
    await send('/api/orders', { itens: [{ produto: '\0', quantidade: 1 }] });
    await send('/api/admin/invoices', { nome: 'Maria\0' });
    await send('/api/admin/users', { nome: '\0' });
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    await request(shop.url)
      .post('/api/orders')
      .set('content-type', 'application/json')
      .send(`{"itens":${deep}}`)
      .expect(400);
    await request(shop.url)
      .get('/api/admin/orders?de=0000-01-01')
      .set('cookie', cookie)
      .expect(400);
  });

  it('lets no browser or proxy store its answers', async () => {
    for (const path of ['orders', 'payments.csv', 'session']) {
      const { headers } = await request(shop.url).get(`/api/admin/${path}`).set('cookie', cookie);
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('records actions that fail, and those that the role forbids', async () => {
    const person = { email: 'op@loja.example', nome: 'Op', papel: 'LEITURA', senha: SENHA };
    const users = () => request(shop.url).post('/api/admin/users');
    const { body } = await users().set('cookie', cookie).send(person).expect(201);
    const reader = await logIn(shop.url, person);
    const { orm } = shop.app.get(Database, { strict: false });
    await orm.delete(adminAudit);

    await users().set('cookie', cookie).send(person).expect(409);
    await users().set('cookie', reader).send(person).expect(403);
    const own = () => request(shop.url).patch(`/api/admin/users/${body.id}`);
    await own().set('cookie', cookie).send({ papel: 'DONO' }).expect(400);
    await own().set('cookie', reader).send({ papel: 'ADMIN' }).expect(403);
    const refund = () => request(shop.url).post('/api/admin/payments/E1/refunds');
    await refund().set('cookie', reader).send({ valor: '1.00' }).expect(403);
    const trail = await orm.select().from(adminAudit).orderBy(adminAudit.id);
    const forbidden = { userId: body.id, resultado: 'FALHA', detalhe: 'sem permissão' };
    expect(trail).toMatchObject([
      { acao: 'USUARIO_CRIADO', resultado: 'FALHA', detalhe: null },
      { acao: 'USUARIO_CRIADO', ...forbidden },
      { acao: 'USUARIO_ALTERADO', alvo: body.id, resultado: 'FALHA' },
      { acao: 'USUARIO_ALTERADO', alvo: body.id, ...forbidden },
      { acao: 'PAGAMENTO_DEVOLVIDO', alvo: 'E1', ...forbidden },
    ]);
  });
});
