import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { toDay } from '../../sample-app/src/invoices/brazilian-day.js';
import { ShopProcess } from '../../sample-app/test/browser/shop-process.js';
import { openServices, type Services } from '../../sample-app/test/load/services.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../../sample-app/test/support/bank-environment.js';
import { drain, eventStream } from '../../sample-app/test/support/event-stream.js';
import { logIn } from '../../sample-app/test/support/log-in.js';
import { ONE_SHIRT } from '../../sample-app/test/support/open-shop.js';
import {
  openSimulatedBank,
  type SimulatedBank,
} from '../../sample-app/test/support/simulated-bank.js';
import { waitUntil } from './support/wait-until.js';

interface Order {
  readonly id: string;
  readonly txid: string;
}

/** Requests per minute and kind that the shop allows, for all processes together. */
const LIMIT = 8;

/** Web processes and workers as separate processes with PostgreSQL, Redis and a bank. */
describe('shop of several processes', () => {
  let services: Services;
  let bank: SimulatedBank;
  let receiving: ShopProcess;
  let showing: ShopProcess;
  let worker: ShopProcess;

  const start = (variables: Readonly<Record<string, string>>) => {
    const texts = Object.entries(bank.environment.variables).filter(([, value]) => value);
    return ShopProcess.start(
      {
        ...(Object.fromEntries(texts) as Record<string, string>),
        PIX_TIMEOUT: '30',
        DATABASE_URL: services.databaseUrl,
        REDIS_URL: services.redisUrl,
        PIX_TOKEN_KEY: tokenKey,
        REQUESTS_PER_MINUTE: String(LIMIT),
        ...variables,
      },
      ['--import', './test/support/register-typescript.js', 'sample-app/src/main.ts'],
    );
  };
  const tokenKey = randomBytes(32).toString('base64');
  const startWorker = () => start({ SHOP_ROLE: 'worker' });

  beforeAll(async () => {
    services = await openServices();
    bank = await openSimulatedBank();
    // Together, on a new database. The bank's notifications lead to the first one.
    [receiving, showing, worker] = await Promise.all([
      start({ SHOP_ROLE: 'web' }),
      start({ SHOP_ROLE: 'web', PIX_WEBHOOK_PORT: '0' }),
      startWorker(),
    ]);
  });
  afterAll(async () => {
    await Promise.all([receiving, showing, worker].map((shop) => shop.stop('SIGKILL')));
    await bank.close();
    await services.close();
  });

  const createOrder = async (shop: ShopProcess) =>
    (await request(shop.url).post('/api/orders').send(ONE_SHIRT).expect(201)).body as Order;
  const readStatus = async ({ id }: Order) =>
    (await request(showing.url).get(`/api/orders/${id}`)).body.status as string;
  const becomes = (order: Order, status: string) =>
    waitUntil(async () => (await readStatus(order)) === status);

  /**
   * Pays what a page of another process shows. The next poll of that page is 15 seconds after the first event.
   *
   * @returns milliseconds until the page showed the payment
   */
  const payWhileShown = async ({ id, txid }: Order, kind: 'orders' | 'invoices') => {
    const events = eventStream<{ status: string }>(`${showing.url}/api/${kind}/${id}/events`);
    await events.next();
    const shownAt = Date.now();
    await bank.simulator.control.pay(txid);
    expect(await drain(events)).toMatchObject([{ status: 'PAGO' }]);
    return Date.now() - shownAt;
  };

  it('shows a payment on a page of another process, which a worker has handled', async () => {
    expect(await payWhileShown(await createOrder(showing), 'orders')).toBeLessThan(10_000);
  });

  it('shows the payment of an invoice on a page of another process', async () => {
    const person = { email: ADMIN_EMAIL, senha: ADMIN_PASSWORD };
    const { body } = await request(showing.url)
      .post('/api/admin/invoices')
      .set('cookie', await logIn(showing.url, person))
      .send({
        nome: 'Maria da Silva',
        cpfCnpj: '52998224725',
        valor: '100.00',
        vencimento: toDay(new Date()),
        descricao: 'Mensalidade',
      })
      .expect(201);
    expect(await payWhileShown(body as Order, 'invoices')).toBeLessThan(10_000);
  });

  it('requests one access token for all processes', () => {
    const { tokenRequests } = bank.simulator.control.stats;
    expect(tokenRequests).toBe(1);
  });

  it('keeps payments in the queue while no worker runs', async () => {
    await worker.stop('SIGKILL');
    const order = await createOrder(receiving);
    await bank.simulator.control.pay(order.txid);
    await bank.simulator.control.idle();
    expect(await readStatus(order)).toBe('PENDENTE');
    worker = await startWorker();
    await becomes(order, 'PAGO');
  });

  it('records a payment once whose worker was killed in the middle', async () => {
    const { database } = services;
    const order = await createOrder(receiving);
    await database.query('BEGIN');
    await database.query('SELECT 1 FROM orders WHERE id = $1 FOR UPDATE', [order.id]);
    await bank.simulator.control.pay(order.txid);
    const blocked = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await waitUntil(async () => (await database.query(blocked)).rowCount === 1);
    await worker.stop('SIGKILL');
    worker = await startWorker();
    await database.query('COMMIT');
    await becomes(order, 'PAGO');
    const sql = 'SELECT situacao FROM payments WHERE order_id = $1';
    const { rows } = await database.query(sql, [order.id]);
    expect(rows).toEqual([{ situacao: 'APLICADO' }]);
  });

  it('serves no pages from a worker', async () => {
    await request(worker.url).get('/').expect(404);
    await request(worker.url).post('/api/orders').send(ONE_SHIRT).expect(404);
  });

  it('counts requests of one customer in all processes', async () => {
    const answers = [];
    for (let sent = 0; sent <= LIMIT; sent += 1) {
      const { url } = sent % 2 === 0 ? receiving : showing;
      answers.push((await request(url).post('/api/orders').send(ONE_SHIRT)).status);
    }
    expect(answers).toContain(429);
    expect(answers.at(-1)).toBe(429);
  });

  it('migrates and ends with SHOP_ROLE=migrate', async () => {
    await expect(start({ SHOP_ROLE: 'migrate' })).rejects.toThrow('The database is migrated');
  });
});
