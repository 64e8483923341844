import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { openShop } from './support/open-shop.js';
import { ONE_SHIRT, PLATFORMS, type Shop } from './support/start-shop.js';

/** Clients of these tests write the first line of a request themselves, in forms that no browser sends. */
describe.each(PLATFORMS)('forms of an address on %s', (platform) => {
  let shop: Shop;
  let path: string;
  beforeAll(async () => {
    shop = await openShop(platform);
    const { body } = await request(shop.url).post('/api/orders').send(ONE_SHIRT).expect(201);
    path = `/api/orders/${body.id}`;
  });
  afterAll(() => shop.close());

  const send = async (target: string, headers: readonly string[] = []) => {
    const { port, host, hostname } = new URL(shop.url);
    const socket = connect(Number(port), hostname);
    const lines = [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return text(socket);
  };

  it('an address is answered as its path', async () => {
    const answer = await send(shop.url + path);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/^cache-control: no-store\r$/im);
  });

  it.each([
    ['an address', (url: string) => url + path],
    ['a path', () => path],
    ['a path in capitals', () => path.replace('api', 'API')],
  ])('%s is refused from another site', async (_, target) => {
    const answer = await send(target(shop.url), ['Sec-Fetch-Site: cross-site']);
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('an encoded path shows nothing to another site', async () => {
    const answer = await send(path.replace('api', '%61pi'), ['Sec-Fetch-Site: cross-site']);
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('an address with an unknown host is refused, whatever the header says', async () => {
    expect(await send(`http://evil.example${path}`)).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('an unknown record is answered in JSON', async () => {
    const answer = await send(`${shop.url}/api/orders/nothing`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toMatch(/^content-type: application\/json/im);
  });

  it('an encoding that is broken is no failure', async () => {
    expect(await send('/api/%E0%A4%A')).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});
