import { request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeBrCode, PixCobService } from 'nestjs-pix';
import request from 'supertest';
import { WebhookListener } from '../src/webhook/webhook-listener.js';
import { drain, eventStream } from './support/event-stream.js';
import { ONE_SHIRT, openShop, PLATFORMS, type Shop } from './support/open-shop.js';

const UNKNOWN_IDS = ['4a4f3b80-3a5a-4b0f-9a53-0e6f3f8d3c11', 'nothing', '%27%20OR%201=1', '1'];

interface Event {
  id: string;
  txid: string;
  status: string;
}

describe.each(PLATFORMS)('shop on %s', (platform) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(platform);
  });
  afterAll(() => shop.close());

  const api = () => request(shop.url);
  const order = async () => (await api().post('/api/orders').send(ONE_SHIRT)).body;
  const created = () =>
    shop.provider.simulator.control.stats.requestsByOperation['PUT /cob/{txid}'] ?? 0;
  const follow = (id: string) => eventStream<Event>(`${shop.url}/api/orders/${id}/events`);

  /** Sends a notification as the simulated bank does, over mutual TLS. */
  const notify = async (path: string, body: object, method = 'POST'): Promise<number> => {
    const { control, ca } = shop.provider.simulator;
    const certificate = await control.issueClientCertificate();
    const { url = '' } = shop.app.get(WebhookListener, { strict: false });
    return new Promise((resolve, reject) => {
      httpsRequest(new URL(path, url), { method, ca, ...certificate }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end(method === 'POST' ? JSON.stringify(body) : undefined);
    });
  };
  const buildPix = (txid: string, valor = '37.00') => ({
    pix: [
      {
        endToEndId: `E99999999202603101200${txid.slice(0, 11)}`,
        txid,
        valor,
        chave: 'loja@example.com',
        horario: new Date().toISOString(),
      },
    ],
  });

  describe('order', () => {
    it('is created with 201 and a QR Code that pays its charge', async () => {
      const { status, body } = await api().post('/api/orders').send(ONE_SHIRT);
      expect(status).toBe(201);
      expect(body).toMatchObject({
        id: expect.any(String),
        txid: expect.stringMatching(/^[a-zA-Z0-9]{26,35}$/),
        status: 'PENDENTE',
        valor: '37.00',
        descricao: '1x Camiseta Ipê',
        pagoEm: null,
      });
      expect(Date.parse(body.expiraEm) - Date.parse(body.criadoEm)).toBeCloseTo(3_600_000, -4);
      expect(decodeBrCode(body.pixCopiaECola)).toHaveProperty('location');

      const [prefix, base64] = body.qrCode.split(',');
      expect(prefix).toBe('data:image/svg+xml;base64');
      expect(Buffer.from(base64, 'base64').toString()).toMatch(/^<svg /);

      const charge = await shop.app.get(PixCobService).get(body.txid);
      expect(charge).toMatchObject({ status: 'ATIVA', valor: { original: '37.00' } });
    });

    it('becomes PAGO after the notification, and its stream ends', async () => {
      const { id, txid } = await order();
      const events = follow(id);
      expect((await events.next()).value).toMatchObject({ id, txid, status: 'PENDENTE' });

      await api().post(`/api/demo/orders/${id}/pay`).expect(202);
      expect(await drain(events)).toMatchObject([{ id, txid, status: 'PAGO' }]);

      const { body } = await api().get(`/api/orders/${id}`).expect(200);
      expect(body).toMatchObject({ status: 'PAGO', pagoEm: expect.any(String) });
      await shop.provider.simulator.control.idle();
      const deliveries = shop.provider.simulator.control.deliveries;
      expect(deliveries.filter((delivery) => JSON.stringify(delivery).includes(txid))).toHaveLength(
        1,
      );
    });

    it('is neither paid again nor cancelled after it is paid', async () => {
      const { id } = await order();
      await api().post(`/api/demo/orders/${id}/pay`).expect(202);
      await drain(follow(id));
      await api().post(`/api/demo/orders/${id}/pay`).expect(409);
      const { body } = await api().post(`/api/orders/${id}/cancel`).expect(409);
      expect(body.message).toBe('O pedido já foi pago');
    });

    it('cannot be paid at the bank after it is cancelled', async () => {
      const { id, txid } = await order();
      const events = follow(id);
      await events.next();
      const { body } = await api().post(`/api/orders/${id}/cancel`).expect(200);
      expect(body).toMatchObject({ id, status: 'CANCELADO' });
      expect(await drain(events)).toMatchObject([{ status: 'CANCELADO' }]);

      await api().post(`/api/orders/${id}/cancel`).expect(200);
      await api().post(`/api/demo/orders/${id}/pay`).expect(409);
      const charge = await shop.app.get(PixCobService).get(txid);
      expect(charge.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
    });

    it('has the same final state as the bank when it is paid during its cancellation', async () => {
      const { id, txid } = await order();
      await Promise.all([
        api().post(`/api/demo/orders/${id}/pay`),
        api().post(`/api/orders/${id}/cancel`),
      ]);
      const [last] = (await drain(follow(id))).slice(-1);
      const charge = await shop.app.get(PixCobService).get(txid);
      expect([last?.status, charge.status]).toEqual(
        last?.status === 'PAGO'
          ? ['PAGO', 'CONCLUIDA']
          : ['CANCELADO', 'REMOVIDA_PELO_USUARIO_RECEBEDOR'],
      );
    });

    it('has the amount of the catalogue, not that of the request', async () => {
      const { body } = await api()
        .post('/api/orders')
        .send({
          valor: '0.01',
          descricao: 'Nada',
          itens: [
            { produto: 'camiseta-ipe', quantidade: 2, preco: '0.01', valor: '0.01' },
            { produto: 'cafe-da-serra', quantidade: 3 },
          ],
        })
        .expect(201);
      expect(body).toMatchObject({
        valor: '163.70',
        descricao: '2x Camiseta Ipê, 3x Café da Serra 250 g',
      });
      const charge = await shop.app.get(PixCobService).get(body.txid);
      expect(charge).toMatchObject({
        valor: { original: '163.70' },
        solicitacaoPagador: '2x Camiseta Ipê, 3x Café da Serra 250 g',
      });
    });

    it('is created once with one charge when its request is repeated', async () => {
      const send = (body: object, key: string) =>
        api().post('/api/orders').set('Idempotency-Key', key).send(body);
      const before = created();
      const first = await Promise.all([1, 2, 3].map(() => send(ONE_SHIRT, 'double-click-0001')));
      const again = await send(ONE_SHIRT, 'double-click-0001');
      expect(new Set([...first, again].map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set([...first, again].map(({ body }) => body.pixCopiaECola))).toHaveProperty(
        'size',
        1,
      );
      expect(created()).toBe(before + 1);

      const other = { itens: [{ produto: 'camiseta-ipe', quantidade: 2 }] };
      const refused = await send(other, 'double-click-0001').expect(422);
      expect(refused.body.message).toBe('Idempotency-Key já foi usada com outro pedido');
      await send(ONE_SHIRT, 'short').expect(400);
      await send(ONE_SHIRT, 'double-click-0002').expect(201);
    });
  });

  describe('invalid order', () => {
    const shirts = (quantidade: unknown) => ({ itens: [{ produto: 'camiseta-ipe', quantidade }] });

    it.each([
      ['no body', undefined, /itens/],
      ['no items', { valor: '37.00' }, /itens deve ser uma lista/],
      ['an empty list', { itens: [] }, /vazia/],
      ['an item that is null', { itens: [null] }, /produto e quantidade/],
      ['an item that is a string', { itens: ['camiseta-ipe'] }, /produto/],
      ['an unknown product', { itens: [{ produto: 'iate', quantidade: 1 }] }, /catálogo/],
      ['a null character', { itens: [{ produto: '\u0000', quantidade: 1 }] }, /U\+0000/],
      [
        'an inherited property name',
        { itens: [{ produto: 'toString', quantidade: 1 }] },
        /catálogo/,
      ],
      ['a product twice', { itens: [...shirts(1).itens, ...shirts(1).itens] }, /repetir/],
      ['no quantity', shirts(undefined), /quantidade/],
      ['a quantity of zero', shirts(0), /quantidade/],
      ['a quantity below zero', shirts(-1), /quantidade/],
      ['a fractional quantity', shirts(1.5), /quantidade/],
      ['a large quantity', shirts(100), /quantidade/],
      ['a quantity as text', shirts('1'), /quantidade/],
      ['a list', [ONE_SHIRT], /itens|inválid|esperad/],
    ])('is answered with 400 in Portuguese for %s', async (_, body, words) => {
      const before = shop.provider.simulator.control.stats;
      const response = await api().post('/api/orders').send(body).expect(400);
      expect(JSON.stringify(response.body.message)).toMatch(words);
      expect(shop.provider.simulator.control.stats).toEqual(before);
    });

    it('is answered with 400 when it is not JSON', async () => {
      await api()
        .post('/api/orders')
        .set('content-type', 'application/json')
        .send('{"valor":')
        .expect(400);
    });
  });

  it.each(UNKNOWN_IDS)('answers 404 for the id %s', async (id) => {
    await api().get(`/api/orders/${id}`).expect(404);
    await api().get(`/api/orders/${id}/events`).expect(404);
    await api().post(`/api/orders/${id}/cancel`).expect(404);
    await api().post(`/api/demo/orders/${id}/pay`).expect(404);
  });

  describe('notification', () => {
    it('without a certificate is refused and changes nothing', async () => {
      const { id, txid } = await order();
      await api().post('/webhooks/pix/pix').send(buildPix(txid)).expect(403);
      await api().post('/webhooks/pix').send(buildPix(txid)).expect(403);
      expect((await api().get(`/api/orders/${id}`)).body.status).toBe('PENDENTE');
    });

    it('of a payment that the bank does not have changes nothing', async () => {
      const { id, txid } = await order();
      await expect(notify('/webhooks/pix/pix', buildPix(txid))).resolves.toBe(403);
      expect((await api().get(`/api/orders/${id}`)).body.status).toBe('PENDENTE');
      expect(shop.log.join('\n')).toContain('the provider has no such Pix');
    });

    it('is accepted only at the path of the webhook', async () => {
      for (const path of ['/', '/api/config', '/webhooks', '/webhooks/pixel']) {
        await expect(notify(path, {}, 'GET')).resolves.toBe(404);
      }
    });
  });

  describe('page', () => {
    it('gets the catalogue of the shop', async () => {
      const { body } = await api().get('/api/products').expect(200);
      expect(body.quantidadeMaxima).toBe(99);
      expect(body.produtos).toHaveLength(4);
      expect(body.produtos[0]).toEqual({
        id: 'camiseta-ipe',
        nome: 'Camiseta Ipê',
        detalhe: 'Algodão orgânico, estampa à mão',
        preco: '37.00',
      });
    });

    it('is informed that the bank is simulated', async () => {
      await api().get('/api/config').expect(200, { demo: true });
    });
  });
});

describe.each(PLATFORMS)('order with a short expiry on %s', (platform) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(platform, { ORDER_EXPIRATION_SECONDS: '1' });
  });
  afterAll(() => shop.close());

  it('becomes EXPIRADO without a request, and can then be neither paid nor cancelled', async () => {
    const { body } = await request(shop.url).post('/api/orders').send(ONE_SHIRT);
    const events = await drain(eventStream(`${shop.url}/api/orders/${body.id}/events`));
    expect(events).toMatchObject([{ status: 'PENDENTE' }, { status: 'EXPIRADO' }]);
    await request(shop.url).post(`/api/demo/orders/${body.id}/pay`).expect(409);
    const refused = await request(shop.url).post(`/api/orders/${body.id}/cancel`).expect(409);
    expect(refused.body.message).toBe('O prazo de pagamento do pedido acabou');
  });
});

describe.each(PLATFORMS)('closing the shop on %s', (platform) => {
  it('ends the open event streams of pages', async () => {
    const shop = await openShop(platform);
    const { body } = await request(shop.url).post('/api/orders').send(ONE_SHIRT);
    const events = eventStream<Event>(`${shop.url}/api/orders/${body.id}/events`);
    await events.next();
    await shop.close();
    await expect(drain(events)).resolves.toEqual([]);
  });
});
