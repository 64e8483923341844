import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { Database } from '../../sample-app/src/database/database.js';
import { type Order, orders } from '../../sample-app/src/database/schema.js';
import { OrdersRepository } from '../../sample-app/src/orders/orders.repository.js';

/** Any PostgreSQL whose user may create databases. */
const SERVER = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const name = `loja_ipe_${randomBytes(6).toString('hex')}`;

/** Tests concurrent connections; PGlite has only one. */
describe('payment concurrent with another change of its order', () => {
  let database: Database;
  let repository: OrdersRepository;
  let other: Client;
  let order: Order;

  const server = new Client({ connectionString: SERVER });
  beforeAll(async () => {
    await server.connect();
    await server.query(`CREATE DATABASE ${name}`);
    const url = new URL(SERVER);
    url.pathname = `/${name}`;
    database = await Database.open({ url: url.href });
    repository = new OrdersRepository(database);
    other = new Client({ connectionString: url.href });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await database.close();
    await server.query(`DROP DATABASE ${name}`);
    await server.end();
  });

  beforeEach(async () => {
    const inserted = await repository.insert({
      id: randomUUID(),
      txid: randomUUID().replaceAll('-', ''),
      descricao: 'Camiseta',
      valor: '37.00',
      criadoEm: new Date(),
      expiraEm: new Date(Date.now() + 3_600_000),
    });
    order = inserted!;
    await other.query('BEGIN');
  });
  afterEach(() => other.query('ROLLBACK'));

  const payment = () => ({
    endToEndId: `E${randomUUID().replaceAll('-', '').slice(1)}`,
    txid: order.txid,
    valor: '37.00',
    horario: new Date(),
  });
  const end = (status: string) =>
    other.query('UPDATE orders SET status = $1 WHERE id = $2', [status, order.id]);

  async function isWaiting(): Promise<void> {
    const blocked = `SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'`;
    while ((await server.query(blocked, [name])).rowCount === 0);
  }

  it.each([
    ['PAGO', 'REPETIDO', 'PAGO'],
    ['CANCELADO', 'FORA_DO_PRAZO', 'EM_ANALISE'],
  ])(
    'waits for the change, and applies to the status %s that it commits: %s',
    async (status, outcome, after) => {
      await end(status);
      const applied = repository.apply(payment());
      await isWaiting();
      await other.query('COMMIT');
      await expect(applied).resolves.toMatchObject({ outcome, order: { status: after } });
      await expect(repository.find(order.id)).resolves.toMatchObject({ status: after });
    },
  );

  it('and a cancellation change the status once', async () => {
    await database.orm.update(orders).set({ status: 'PENDENTE' }).where(eq(orders.id, order.id));
    await other.query('COMMIT');
    const [applied, cancelled] = await Promise.all([
      repository.apply(payment()),
      repository.beginCancel(order.id, 'teste').then(() => repository.cancel(order.id)),
    ]);
    const isPaid = applied.outcome === 'APLICADO';
    expect(cancelled?.status).toBe(isPaid ? undefined : 'CANCELADO');
    await expect(repository.find(order.id)).resolves.toMatchObject({
      status: isPaid ? 'PAGO' : 'EM_ANALISE',
    });
  });

  it('pays the order when the other change is rolled back', async () => {
    await end('CANCELADO');
    const applied = repository.apply(payment());
    await isWaiting();
    await other.query('ROLLBACK');
    await expect(applied).resolves.toMatchObject({ outcome: 'APLICADO' });
  });

  it('pays the order once when two payments arrive at the same time', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, () => repository.apply(payment())));
    const outcomes = results.map(({ outcome }) => outcome).sort();
    expect(outcomes).toEqual(['APLICADO', ...Array<string>(7).fill('REPETIDO')]);
  });
});
