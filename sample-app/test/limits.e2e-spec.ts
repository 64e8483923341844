import { get, type IncomingMessage, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { MAX_STREAMS } from '../src/limits/stream-limits.js';
import { ONE_SHIRT, openShop, PLATFORMS, type Shop } from './support/open-shop.js';

describe.each(PLATFORMS)('request checks of the shop on %s', (platform) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(platform, { ALLOWED_HOSTS: 'loja.example.com' });
  });
  afterAll(() => shop.close());

  const api = () => request(shop.url);
  const order = async (): Promise<string> =>
    (await api().post('/api/orders').send(ONE_SHIRT).expect(201)).body.id;
  const created = () =>
    shop.provider.simulator.control.stats.requestsByOperation['PUT /cob/{txid}'] ?? 0;

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another subdomain of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a page whose browser only sends its origin', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
  ])('refuse a request from %s', async (_, headers) => {
    const id = await order();
    const before = created();
    for (const path of ['/api/orders', `/api/orders/${id}/cancel`, `/API/Demo/orders/${id}/pay`]) {
      const { body } = await api().post(path).set(headers).send(ONE_SHIRT).expect(403);
      expect(body.message).toBe('A requisição vem de outro site');
    }
    await api().get(`/api/orders/${id}/events`).set(headers).expect(403);
    expect(created()).toBe(before);
    expect((await api().get(`/api/orders/${id}`)).body.status).toBe('PENDENTE');
  });

  it.each([
    ['the page', { 'sec-fetch-site': 'same-origin' }],
    ['a direct navigation', { 'sec-fetch-site': 'none' }],
  ])('accept a request from %s', async (_, headers) => {
    await api().post('/api/orders').set(headers).send(ONE_SHIRT).expect(201);
  });

  it('accept a request with the origin of the shop', async () => {
    await api().post('/api/orders').set('origin', shop.url).send(ONE_SHIRT).expect(201);
  });

  it('accept a link from another site to the page', async () => {
    await api().get('/').set('sec-fetch-site', 'cross-site').expect(200);
  });

  it.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data',
    'application/jsonp',
  ])('refuse the content type %s', async (type) => {
    const id = await order();
    const before = created();
    const text = JSON.stringify(ONE_SHIRT);
    for (const path of ['/api/orders', `/api/orders/${id}/cancel`]) {
      await api().post(path).set('content-type', type).send(text).expect(415);
    }
    expect(created()).toBe(before);
  });

  it('accept JSON with a character set', async () => {
    const type = 'Application/JSON; charset=utf-8';
    const text = JSON.stringify(ONE_SHIRT);
    await api().post('/api/orders').set('content-type', type).send(text).expect(201);
  });

  it('refuse a chunked body without a content type', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = httpRequest(`${shop.url}/api/orders`, { method: 'POST' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      call.on('error', reject);
      call.write('{');
      call.end('}');
    });
    expect(status).toBe(415);
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.0.2.1',
    'a b',
    'evil.example@localhost',
    'localhost/evil.example',
    'localhost?evil.example',
  ])('refuse the host name %s in demo mode', async (host) => {
    const { body } = await api().get('/api/config').set('host', host).expect(403);
    expect(body.message).toContain('ALLOWED_HOSTS');
  });

  it.each(['localhost:3000', 'LOCALHOST', '127.0.0.1', '[::1]:80', 'loja.example.com:443'])(
    'accept the host name %s',
    async (host) => {
      await api().get('/api/config').set('host', host).expect(200);
    },
  );

  describe('event streams', () => {
    const open = (id: string) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        get(`${shop.url}/api/orders/${id}/events`, resolve).on('error', reject);
      });
    const openMany = (id: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => open(id)));
    const closeAll = (streams: IncomingMessage[]) => {
      for (const stream of streams) stream.destroy();
    };

    it('are limited per order and per address, until streams end', async () => {
      const ids = [await order(), await order(), await order()];
      const full = await openMany(ids[0]!, MAX_STREAMS.perOrder + 3);
      const byStatus = full.map(({ statusCode }) => statusCode).sort();
      expect(byStatus).toEqual([
        ...Array<number>(MAX_STREAMS.perOrder).fill(200),
        ...Array<number>(3).fill(429),
      ]);
      const others = await openMany(ids[1]!, MAX_STREAMS.perAddress - MAX_STREAMS.perOrder);
      expect(others.every(({ statusCode }) => statusCode === 200)).toBe(true);
      const refused = await open(ids[2]!);
      expect(refused.statusCode).toBe(429);

      closeAll([...full, ...others, refused]);
      // The server detects a closed connection with a delay.
      let again = await open(ids[0]!);
      while (again.statusCode === 429) again = await open(ids[0]!);
      expect(again.statusCode).toBe(200);
      again.destroy();
    });
  });
});

describe.each(PLATFORMS)('limit of two requests per minute on %s', (platform) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(platform, {
      REQUESTS_PER_MINUTE: '2',
      TRUSTED_PROXIES: platform === 'express' ? '127.0.0.1' : '',
    });
  });
  afterAll(() => shop.close());

  it('applies to creation, cancellation and payment separately', async () => {
    const api = () => request(shop.url);
    const { body } = await api().post('/api/orders').send(ONE_SHIRT).expect(201);
    await api().post('/api/orders').send({}).expect(400);
    const refused = await api().post('/api/orders').send(ONE_SHIRT).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(refused.body.message).toMatch(/Tente de novo/);

    for (const path of [`/api/orders/${body.id}/cancel`, `/api/demo/orders/${body.id}/pay`]) {
      const statuses = [await api().post(path), await api().post(path), await api().post(path)];
      expect(statuses.map(({ status }) => status === 429)).toEqual([false, false, true]);
    }
    for (let i = 0; i < 5; i += 1) await api().get(`/api/orders/${body.id}`).expect(200);
  });
});

describe('address for rate limits', () => {
  const attempts = async (shop: Shop, addresses: string[]) => {
    const statuses: number[] = [];
    for (const address of addresses) {
      const call = request(shop.url).post('/api/orders').set('x-forwarded-for', address);
      statuses.push((await call.send({})).status);
    }
    return statuses;
  };

  it('is the one that a trusted proxy forwards', async () => {
    const env = { REQUESTS_PER_MINUTE: '1', TRUSTED_PROXIES: '127.0.0.0/8, ::1' };
    const shop = await openShop('express', env);
    await expect(
      attempts(shop, ['192.0.2.1', '192.0.2.2', '192.0.2.1', '2001:db8::1', '2001:db8::2']),
    ).resolves.toEqual([400, 400, 429, 400, 429]);
    await shop.close();
  });

  it('is that of the connection when the proxy is not trusted', async () => {
    const shop = await openShop('express', { REQUESTS_PER_MINUTE: '1' });
    await expect(attempts(shop, ['192.0.2.1', '192.0.2.2'])).resolves.toEqual([400, 429]);
    await shop.close();
  });
});
