import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { Database } from '../src/database/database.js';
import {
  type NewOrder,
  type Order,
  orders,
  payments,
  type OrderStatus,
} from '../src/database/schema.js';
import { type ConfirmedPayment, OrdersRepository } from '../src/orders/orders.repository.js';
import { copyDatabase, type DatabaseDirectory } from './support/database-directory.js';

const NOON = new Date('2026-03-10T12:00:00.000Z');
const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000);
const unique = () => randomUUID().replaceAll('-', '');

let directory: DatabaseDirectory;
let database: Database;
let repository: OrdersRepository;

beforeAll(async () => {
  directory = await copyDatabase();
  database = await Database.open({ directory: directory.path });
  repository = new OrdersRepository(database);
});
afterAll(async () => {
  await database.close();
  await directory.remove();
});

async function newOrder(
  status: OrderStatus = 'PENDENTE',
  expiraEm = minutes(60),
  change: Partial<NewOrder> = {},
): Promise<Order> {
  const order = await repository.insert({
    id: randomUUID(),
    txid: unique(),
    descricao: 'Camiseta',
    valor: '37.00',
    status,
    criadoEm: NOON,
    expiraEm,
    pixCopiaECola: '000201',
    ...change,
  });
  return order!;
}

function buildPayment(order: Pick<Order, 'txid'>, change: Partial<ConfirmedPayment> = {}) {
  return {
    endToEndId: `E${unique().slice(1)}`,
    txid: order.txid,
    valor: '37.00',
    horario: minutes(5),
    ...change,
  };
}

async function findPayments(endToEndId: string) {
  const rows = await database.orm.select().from(payments);
  return rows.find((row) => row.endToEndId === endToEndId);
}

async function findOutcomes(endToEndId: string) {
  return (await findPayments(endToEndId))?.situacao;
}

describe('payment', () => {
  it.each(['37.00', '37'])(
    'of %s marks its pending order paid, at its own instant',
    async (valor) => {
      const payment = buildPayment(await newOrder(), { valor });
      const { outcome, order } = await repository.apply(payment);
      expect(outcome).toBe('APLICADO');
      expect(order).toMatchObject({ status: 'PAGO', pagoEm: payment.horario });
      await expect(findPayments(payment.endToEndId)).resolves.toMatchObject({ orderId: order!.id });
    },
  );

  it('changes nothing when it is applied again', async () => {
    const payment = buildPayment(await newOrder());
    const { order } = await repository.apply(payment);
    await expect(repository.apply(payment)).resolves.toEqual({ outcome: 'JA_REGISTRADO', order });
    await expect(findOutcomes(payment.endToEndId)).resolves.toBe('APLICADO');
  });

  it('pays its order once when many notifications arrive at the same time', async () => {
    const payment = buildPayment(await newOrder());
    const results = await Promise.all(Array.from({ length: 8 }, () => repository.apply(payment)));
    expect(results.filter(({ outcome }) => outcome === 'APLICADO')).toHaveLength(1);
  });

  it.each([
    [
      'after the deadline of an expired order',
      'EXPIRADO',
      { horario: minutes(61) },
      'FORA_DO_PRAZO',
    ],
    ['of a canceled order', 'CANCELADO', {}, 'FORA_DO_PRAZO'],
    ['of another amount', 'PENDENTE', { valor: '36.99' }, 'VALOR_DIVERGENTE'],
    ['of another amount and an expired order', 'EXPIRADO', { valor: '38.00' }, 'VALOR_DIVERGENTE'],
    ['of an order that was refunded', 'DEVOLVIDO', {}, 'REPETIDO'],
    ['of an order whose payment is being refunded', 'DEVOLVENDO', {}, 'REPETIDO'],
  ] as const)('%s opens a task, and moves the order there', async (_, status, change, outcome) => {
    const order = await newOrder(status);
    const payment = buildPayment(order, change);
    await expect(repository.apply(payment)).resolves.toEqual({
      outcome,
      order: { ...order, status: 'EM_ANALISE' },
    });
    await expect(findPayments(payment.endToEndId)).resolves.toMatchObject({
      situacao: outcome,
      tarefa: 'ABERTA',
    });
    await expect(repository.find(order.id)).resolves.toMatchObject({ status: 'EM_ANALISE' });
  });

  it.each(['PAGO', 'EM_ANALISE'] as const)(
    'of an order that is already %s opens a task, and leaves the order as it is',
    async (status) => {
      const order = await newOrder(status);
      const payment = buildPayment(order);
      await expect(repository.apply(payment)).resolves.toEqual({ outcome: 'REPETIDO', order });
      await expect(findPayments(payment.endToEndId)).resolves.toMatchObject({ tarefa: 'ABERTA' });
    },
  );

  it.each(['CRIANDO', 'PENDENTE', 'CANCELANDO'] as const)(
    'pays an order that is %s, and opens no task',
    async (status) => {
      const payment = buildPayment(await newOrder(status));
      await expect(repository.apply(payment)).resolves.toMatchObject({
        outcome: 'APLICADO',
        order: { status: 'PAGO' },
      });
      await expect(findPayments(payment.endToEndId)).resolves.toMatchObject({ tarefa: null });
    },
  );

  it('without an order is recorded once', async () => {
    const payment = buildPayment({ txid: unique() });
    await expect(repository.apply(payment)).resolves.toEqual({ outcome: 'SEM_PEDIDO' });
    await expect(repository.apply(payment)).resolves.toEqual({ outcome: 'JA_REGISTRADO' });
    await expect(findPayments(payment.endToEndId)).resolves.toMatchObject({
      situacao: 'SEM_PEDIDO',
      orderId: null,
    });
  });

  it.each(['38', '37.01', '36.99'])(
    'of %s instead of 37.00 does not pay the order',
    async (valor) => {
      const payment = buildPayment(await newOrder(), { valor });
      await expect(repository.apply(payment)).resolves.toMatchObject({
        outcome: 'VALOR_DIVERGENTE',
      });
    },
  );

  it('at the instant of the deadline pays the order', async () => {
    const payment = buildPayment(await newOrder('EXPIRADO'), { horario: minutes(60) });
    await expect(repository.apply(payment)).resolves.toMatchObject({ outcome: 'APLICADO' });
  });

  it('after the deadline pays an order that is not expired yet', async () => {
    const payment = buildPayment(await newOrder('PENDENTE'), { horario: minutes(61) });
    await expect(repository.apply(payment)).resolves.toMatchObject({ outcome: 'APLICADO' });
  });

  it('is not recorded when the event cannot be completed', async () => {
    const order = await newOrder();
    const payment = buildPayment(order);
    const lost = () => Promise.reject(new Error('lease lost'));
    await expect(repository.apply(payment, lost)).rejects.toThrow('lease lost');
    await expect(findOutcomes(payment.endToEndId)).resolves.toBeUndefined();
    await expect(repository.find(order.id)).resolves.toMatchObject({ status: 'PENDENTE' });
  });

  it('rolls back the completion of its event when it cannot be recorded', async () => {
    const order = await newOrder();
    const payment = buildPayment(order, { endToEndId: 'E'.repeat(33) });
    const mark = { descricao: 'event completed' };
    const applied = repository.apply(payment, async (tx) => {
      await tx.update(orders).set(mark).where(eq(orders.id, order.id));
    });
    await expect(applied).rejects.toThrow();
    await expect(repository.find(order.id)).resolves.not.toMatchObject(mark);
  });

  it('made in time pays its order when the notification arrives after the expiry', async () => {
    const payment = buildPayment(await newOrder('EXPIRADO'), { horario: minutes(59) });
    await expect(repository.apply(payment)).resolves.toMatchObject({
      outcome: 'APLICADO',
      order: { status: 'PAGO' },
    });
  });
});
