import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import request from 'supertest';
import { drain, eventStream } from '../../sample-app/test/support/event-stream.js';
import {
  ONE_SHIRT,
  openShop,
  PLATFORMS,
  type Shop,
} from '../../sample-app/test/support/open-shop.js';

/** Any PostgreSQL whose user may create databases. */
const SERVER = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: SERVER });
  await client.connect();
  await client.query(statement);
  await client.end();
}

describe.each(PLATFORMS)('sample app on %s with PostgreSQL', (platform) => {
  const name = `loja_ipe_${randomBytes(6).toString('hex')}`;
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  const open = () => openShop(platform, { DATABASE_URL: url.href, DATABASE_DIR: undefined });

  let shop: Shop;
  beforeAll(async () => {
    await onServer(`CREATE DATABASE ${name}`);
    shop = await open();
  });
  afterAll(async () => {
    await shop.close();
    await onServer(`DROP DATABASE ${name}`);
  });

  const order = async (itens: object[] = ONE_SHIRT.itens) =>
    (await request(shop.url).post('/api/orders').send({ itens })).body;
  const readStatus = async (id: string) =>
    (await request(shop.url).get(`/api/orders/${id}`)).body.status;

  it('takes an order from its creation to PAGO', async () => {
    const { id } = await order();
    const events = eventStream<{ status: string }>(`${shop.url}/api/orders/${id}/events`);
    await events.next();
    await request(shop.url).post(`/api/demo/orders/${id}/pay`).expect(202);
    expect(await drain(events)).toMatchObject([{ status: 'PAGO' }]);
  });

  it('keeps amounts exact', async () => {
    const itens = [
      { produto: 'cafe-da-serra', quantidade: 99 },
      { produto: 'caneca-esmaltada', quantidade: 99 },
    ];
    expect((await order(itens)).valor).toBe('7167.60');
  });

  it('is migrated once by processes that start at the same time', async () => {
    const other = `${name}_new`;
    const fresh = new URL(SERVER);
    fresh.pathname = `/${other}`;
    await onServer(`CREATE DATABASE ${other}`);
    const shops = await Promise.all(
      [1, 2, 3].map(() =>
        openShop(platform, { DATABASE_URL: fresh.href, DATABASE_DIR: undefined }),
      ),
    );
    expect(shops).toHaveLength(3);
    await Promise.all(shops.map((opened) => opened.close()));
    await onServer(`DROP DATABASE ${other}`);
  });

  it('reports an unreachable server without its password', async () => {
    const unreachable = 'postgres://loja:hunter2@127.0.0.1:1/loja';
    const opening = openShop(platform, { DATABASE_URL: unreachable, DATABASE_DIR: undefined });
    await expect(opening).rejects.toThrow(
      'The server of DATABASE_URL cannot be reached (ECONNREFUSED)',
    );
    await expect(opening).rejects.not.toThrow('hunter2');
  });

  it('keeps orders after a restart', async () => {
    const { id } = await order();
    await shop.close();
    shop = await open();
    await expect(readStatus(id)).resolves.toBe('PENDENTE');
  });

  it('reports the changes of one process in another', async () => {
    const { id } = await order();
    const other = await open();
    await request(shop.url).post(`/api/orders/${id}/cancel`).expect(200);
    const events = eventStream<{ status: string }>(`${other.url}/api/orders/${id}/events`);
    expect(await drain(events)).toMatchObject([{ status: 'CANCELADO' }]);
    await other.close();
  });
});
