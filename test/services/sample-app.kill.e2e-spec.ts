import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPixClient } from 'nestjs-pix';
import type { PixSimulator } from 'nestjs-pix-devkit';
import { Client } from 'pg';
import request from 'supertest';
import { ShopProcess } from '../../sample-app/test/browser/shop-process.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../../sample-app/test/support/bank-environment.js';
import { logIn } from '../../sample-app/test/support/log-in.js';
import { ONE_SHIRT } from '../../sample-app/test/support/open-shop.js';
import {
  openSimulatedBank,
  type SimulatedBank,
} from '../../sample-app/test/support/simulated-bank.js';
import { waitUntil } from './support/wait-until.js';

/** Any PostgreSQL whose user may create databases. */
const SERVER = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

interface Order {
  readonly id: string;
  readonly txid: string;
}

/**
 * The shop runs as a process with a bank and PostgreSQL. Each test kills it while a request to the bank has no response,
 * before or after the request took effect, and starts it again.
 */
describe('shop that is killed', () => {
  const name = `loja_ipe_${randomBytes(6).toString('hex')}`;
  const server = new Client({ connectionString: SERVER });
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  const database = new Client({ connectionString: url.href });
  let opened: SimulatedBank;
  let bank: PixSimulator;
  let shop: ShopProcess;

  beforeAll(async () => {
    await server.connect();
    await server.query(`CREATE DATABASE ${name}`);
    await database.connect();
    opened = await openSimulatedBank();
    bank = opened.simulator;
    await start();
  });
  afterAll(async () => {
    await shop.stop('SIGKILL');
    await opened.close();
    await database.end();
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.end();
  });

  async function start(): Promise<void> {
    const variables = Object.entries(opened.environment.variables).filter(([, value]) => value);
    shop = await ShopProcess.start(
      {
        ...(Object.fromEntries(variables) as Record<string, string>),
        DATABASE_URL: url.href,
        PIX_TIMEOUT: '60',
        REQUESTS_PER_MINUTE: '1000000',
      },
      ['--import', './test/support/register-typescript.js', 'sample-app/src/main.ts'],
    );
  }

  /** Kills the shop while the bank does not answer an operation, runs `meanwhile`, and starts the shop again. */
  async function killDuring(
    operation: string,
    when: 'before' | 'after',
    act: () => Promise<unknown>,
    meanwhile: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<void> {
    const { faults } = bank.control;
    const { id } = faults.add({ on: operation, kind: 'hang', when, count: 'always' });
    // The response of the shop is lost with its process.
    const acted = act().catch(() => undefined);
    await waitUntil(() => faults.list().some((fault) => fault.id === id && fault.struck > 0));
    await shop.stop('SIGKILL');
    await acted;
    faults.remove(id);
    await meanwhile();
    await start();
  }

  const api = () => request(shop.url);
  const createOrder = (key = randomUUID()) =>
    api().post('/api/orders').set('Idempotency-Key', key).send(ONE_SHIRT);
  const order = async () => (await createOrder().expect(201)).body as Order;
  const cancel = ({ id }: Order) => api().post(`/api/orders/${id}/cancel`);
  const isStatus = async ({ id }: Order, status: string) =>
    (await api().get(`/api/orders/${id}`)).body.status === status;
  /** Waits for the status, which the shop reaches without a further request. */
  const becomes = async (of: Order, status: string) => {
    await waitUntil(() => isStatus(of, status));
    return status;
  };
  const lastOrder = async () =>
    (await database.query<Order>('SELECT id, txid FROM orders ORDER BY criado_em DESC LIMIT 1'))
      .rows[0]!;
  const payAgain = ({ txid }: Order) => bank.control.pay(txid, { force: true });

  it('before its charge is created: the repeat of the request opens one charge', async () => {
    const key = randomUUID();
    await killDuring('PUT /cob/{txid}', 'before', () => createOrder(key).then());
    const interrupted = await lastOrder();
    expect(await isStatus(interrupted, 'CRIANDO')).toBe(true);
    const { body } = await createOrder(key).expect(201);
    expect(body).toMatchObject({ ...interrupted, status: 'PENDENTE' });
    await bank.control.pay(interrupted.txid);
    await expect(becomes(interrupted, 'PAGO')).resolves.toBe('PAGO');
  });

  it('before its charge is created, without a repeat: the order expires', async () => {
    await killDuring('PUT /cob/{txid}', 'before', () => createOrder().then());
    const interrupted = await lastOrder();
    await shop.stop('SIGKILL');
    await database.query('UPDATE orders SET expira_em = now() WHERE id = $1', [interrupted.id]);
    await start();
    await expect(becomes(interrupted, 'EXPIRADO')).resolves.toBe('EXPIRADO');
  });

  it('after its charge was created: the order has its QR Code, and can be paid', async () => {
    await killDuring('PUT /cob/{txid}', 'after', () => createOrder().then());
    const interrupted = await lastOrder();
    await expect(becomes(interrupted, 'PENDENTE')).resolves.toBe('PENDENTE');
    const { body } = await api().get(`/api/orders/${interrupted.id}`);
    expect(body.pixCopiaECola).toMatch(/^000201/);
    await bank.control.pay(interrupted.txid);
    await expect(becomes(interrupted, 'PAGO')).resolves.toBe('PAGO');
  });

  it('while a payment is read: the payment is recorded once', async () => {
    const paid = await order();
    await killDuring('GET /pix/{e2eid}', 'before', () => bank.control.pay(paid.txid));
    await expect(becomes(paid, 'PAGO')).resolves.toBe('PAGO');
    const sql = 'SELECT situacao FROM payments WHERE order_id = $1';
    const { rows } = await database.query(sql, [paid.id]);
    expect(rows).toEqual([{ situacao: 'APLICADO' }]);
  });

  it.each(['before', 'after'] as const)(
    '%s its charge is cancelled: it is CANCELADO',
    async (when) => {
      const cancelled = await order();
      await killDuring('PATCH /cob/{txid}', when, () => cancel(cancelled).then());
      await expect(becomes(cancelled, 'CANCELADO')).resolves.toBe('CANCELADO');
      await expect(bank.control.pay(cancelled.txid)).rejects.toThrow();
    },
  );

  it('before its charge is cancelled, and paid in the meantime: it is PAGO', async () => {
    const paid = await order();
    const pay = () => bank.control.pay(paid.txid);
    await killDuring('PATCH /cob/{txid}', 'before', () => cancel(paid).then(), pay);
    await expect(becomes(paid, 'PAGO')).resolves.toBe('PAGO');
  });

  it('while its expiry is checked: it is PAGO if it was paid', async () => {
    const paid = await order();
    await shop.stop('SIGKILL');
    await bank.control.pay(paid.txid);
    const sql = `UPDATE orders SET expira_em = now() - interval '1 second' WHERE id = $1`;
    await database.query(sql, [paid.id]);
    await start();
    await expect(becomes(paid, 'PAGO')).resolves.toBe('PAGO');
  });

  it.each(['before', 'after'] as const)(
    '%s a payment is refunded: it is refunded once',
    async (when) => {
      const paid = await order();
      await bank.control.pay(paid.txid);
      await expect(becomes(paid, 'PAGO')).resolves.toBe('PAGO');
      const { endToEndId } = await payAgain(paid);
      const cookie = await logIn(shop.url, { email: ADMIN_EMAIL, senha: ADMIN_PASSWORD });
      const tasks = async () =>
        (await api().get('/api/admin/tasks').set('cookie', cookie)).body as object[];
      await waitUntil(async () => (await tasks()).length === 1);
      const path = `/api/admin/tasks/${endToEndId}/refund`;
      await killDuring('PUT /pix/{e2eid}/devolucao/{id}', when, () =>
        api().post(path).set('cookie', cookie).then(),
      );
      await waitUntil(async () => (await tasks()).length === 0);
      const sql = 'SELECT tarefa FROM payments WHERE end_to_end_id = $1';
      expect((await database.query(sql, [endToEndId])).rows).toEqual([{ tarefa: 'DEVOLVIDA' }]);
      const client = await createPixClient(bank.moduleOptions);
      const { devolucoes } = await client.recebidos.get(endToEndId);
      await client.close();
      expect(devolucoes).toMatchObject([{ valor: '37.00', status: 'DEVOLVIDO' }]);
      expect(await isStatus(paid, 'PAGO')).toBe(true);
    },
  );
});
