import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../src/database/database.js';
import { type Order, type OrderStatus, orders, payments } from '../src/database/schema.js';
import { type ConfirmedPayment, OrdersRepository } from '../src/orders/orders.repository.js';

const NOON = new Date('2026-03-10T12:00:00.000Z');
const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000);
const unique = () => randomUUID().replaceAll('-', '');

let database: Database;
let repository: OrdersRepository;

beforeAll(async () => {
  database = await Database.open({ directory: 'memory://' });
  repository = new OrdersRepository(database);
});
afterAll(() => database.close());

function newOrder(status: OrderStatus = 'PENDENTE', expiraEm = minutes(60)): Promise<Order> {
  return repository.insert({
    id: randomUUID(),
    txid: unique(),
    descricao: 'Camiseta',
    valor: '37.00',
    status,
    criadoEm: NOON,
    expiraEm,
  });
}

function paymentOf(order: Pick<Order, 'txid'>, change: Partial<ConfirmedPayment> = {}) {
  return {
    endToEndId: `E${unique().slice(1)}`,
    txid: order.txid,
    valor: '37.00',
    horario: minutes(5),
    ...change,
  };
}

async function recordedAs(endToEndId: string) {
  const rows = await database.orm.select().from(payments);
  return rows.find((row) => row.endToEndId === endToEndId)?.situacao;
}

describe('a payment', () => {
  it('marks its pending order paid, at the time of the payment', async () => {
    const payment = paymentOf(await newOrder());
    const { outcome, order } = await repository.apply(payment);
    expect(outcome).toBe('APLICADO');
    expect(order).toMatchObject({ status: 'PAGO', pagoEm: payment.horario });
  });

  it('changes nothing when it is told of again', async () => {
    const payment = paymentOf(await newOrder());
    await repository.apply(payment);
    await expect(repository.apply(payment)).resolves.toMatchObject({ outcome: 'JA_REGISTRADO' });
    await expect(recordedAs(payment.endToEndId)).resolves.toBe('APLICADO');
  });

  it('pays its order once, however many notifications arrive at once', async () => {
    const payment = paymentOf(await newOrder());
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
    ['of an order that is already paid', 'PAGO', {}, 'REPETIDO'],
  ] as const)(
    '%s is recorded and leaves the order as it is',
    async (_, status, change, outcome) => {
      const order = await newOrder(status);
      const payment = paymentOf(order, change);
      await expect(repository.apply(payment)).resolves.toMatchObject({ outcome });
      await expect(recordedAs(payment.endToEndId)).resolves.toBe(outcome);
      await expect(repository.find(order.id)).resolves.toMatchObject({ status });
    },
  );

  it('of no order is recorded', async () => {
    const payment = paymentOf({ txid: unique() });
    await expect(repository.apply(payment)).resolves.toMatchObject({ outcome: 'SEM_PEDIDO' });
    await expect(recordedAs(payment.endToEndId)).resolves.toBe('SEM_PEDIDO');
  });

  it('made in time pays its order although the notification came after it had expired', async () => {
    const payment = paymentOf(await newOrder('EXPIRADO'), { horario: minutes(59) });
    await expect(repository.apply(payment)).resolves.toMatchObject({
      outcome: 'APLICADO',
      order: { status: 'PAGO' },
    });
  });
});

describe('a pending order', () => {
  it('expires at its time and not before', async () => {
    await database.orm.delete(payments);
    await database.orm.delete(orders);
    const due = await newOrder('PENDENTE', minutes(1));
    const later = await newOrder('PENDENTE', minutes(2));
    await expect(repository.nextExpiry()).resolves.toEqual(due.expiraEm);
    await expect(repository.expire(minutes(1))).resolves.toMatchObject([{ id: due.id }]);
    await expect(repository.nextExpiry()).resolves.toEqual(later.expiraEm);
  });

  it('is canceled once, and never after it was paid', async () => {
    const order = await newOrder();
    await expect(repository.cancel(order.id)).resolves.toMatchObject({ status: 'CANCELADO' });
    await expect(repository.cancel(order.id)).resolves.toBeUndefined();

    const paid = await newOrder('PAGO');
    await expect(repository.cancel(paid.id)).resolves.toBeUndefined();
  });

  it('keeps its amount exact', async () => {
    const { id } = await repository.insert({
      id: randomUUID(),
      txid: unique(),
      descricao: 'Prédio',
      valor: '9999999999.99',
      criadoEm: NOON,
      expiraEm: minutes(1),
    });
    await expect(repository.find(id)).resolves.toMatchObject({ valor: '9999999999.99' });
  });
});
