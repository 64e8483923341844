import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { Database } from '../src/database/database.js';
import {
  type NewOrder,
  type Order,
  type OrderStatus,
  orders,
  payments,
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
    ['of an order that is already paid', 'PAGO', {}, 'REPETIDO'],
  ] as const)(
    '%s is recorded and does not change the order',
    async (_, status, change, outcome) => {
      const order = await newOrder(status);
      const payment = buildPayment(order, change);
      await expect(repository.apply(payment)).resolves.toEqual({ outcome, order });
      await expect(findOutcomes(payment.endToEndId)).resolves.toBe(outcome);
      await expect(repository.find(order.id)).resolves.toMatchObject({ status });
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

describe('pending order', () => {
  it('is scheduled for its expiry, then the next one', async () => {
    await database.orm.delete(payments);
    await database.orm.delete(orders);
    const due = await newOrder('PENDENTE', minutes(1));
    const later = await newOrder('PENDENTE', minutes(2));
    await newOrder('PAGO', minutes(1));
    await expect(repository.nextExpiry(NOON)).resolves.toEqual(due.expiraEm);
    await expect(repository.nextExpiry(minutes(1))).resolves.toEqual(later.expiraEm);
    await expect(repository.nextExpiry(minutes(2))).resolves.toBeUndefined();
  });

  it('is unsettled after its expiry, without a QR Code, and while it is being cancelled', async () => {
    await database.orm.delete(payments);
    await database.orm.delete(orders);
    const due = await newOrder('PENDENTE', minutes(1));
    const opening = await newOrder('PENDENTE', minutes(9), { pixCopiaECola: null });
    const cancelling = await newOrder('PENDENTE', minutes(9));
    await newOrder('PENDENTE', minutes(9));
    await newOrder('PAGO', minutes(1), { pixCopiaECola: null });
    await repository.beginCancel(cancelling.id, NOON);
    const unsettledAt = async (now: Date) =>
      (await repository.unsettled(now)).map(({ id }) => id).sort();
    const always = [opening.id, cancelling.id];
    await expect(unsettledAt(new Date(due.expiraEm.getTime() - 1))).resolves.toEqual(always.sort());
    await expect(unsettledAt(due.expiraEm)).resolves.toEqual([...always, due.id].sort());
  });

  it('stores its charge, and can be settled again', async () => {
    const { id } = await newOrder('PENDENTE', minutes(9), { pixCopiaECola: null });
    await repository.beginCancel(id, NOON);
    const charge = { pixCopiaECola: '00020126', expiraEm: minutes(10) };
    await expect(repository.confirm(id, charge)).resolves.toMatchObject({
      ...charge,
      status: 'PENDENTE',
      cancelamentoEm: null,
    });
  });

  it.each([
    ['cancelled', 'CANCELADO', 'cancel'],
    ['expired', 'EXPIRADO', 'expire'],
    ['refused', 'CANCELADO', 'refuse'],
  ] as const)('is %s once, and not after it was paid', async (_, status, change) => {
    const order = await newOrder();
    await expect(repository[change](order.id)).resolves.toMatchObject({ id: order.id, status });
    await expect(repository[change](order.id)).resolves.toBeUndefined();

    const paid = await newOrder('PAGO');
    await expect(repository[change](paid.id)).resolves.toBeUndefined();
    await expect(repository.find(paid.id)).resolves.toMatchObject({ status: 'PAGO' });
  });

  it('keeps its amount exact', async () => {
    const { id } = await newOrder('PENDENTE', minutes(1), { valor: '9999999999.99' });
    await expect(repository.find(id)).resolves.toMatchObject({ valor: '9999999999.99' });
  });
});

describe('idempotency key', () => {
  it('belongs to one order, until its charge is refused', async () => {
    const chaveIdempotencia = unique();
    const repeat = () =>
      repository.insert({
        id: randomUUID(),
        txid: unique(),
        descricao: 'Camiseta',
        valor: '37.00',
        criadoEm: NOON,
        expiraEm: NOON,
        chaveIdempotencia,
      });
    const first = await repeat();
    await expect(repeat()).resolves.toBeUndefined();
    await expect(repository.findByKey(chaveIdempotencia)).resolves.toMatchObject({
      id: first!.id,
    });
    await repository.refuse(first!.id);
    await expect(repository.findByKey(chaveIdempotencia)).resolves.toBeUndefined();
    await expect(repeat()).resolves.toMatchObject({ chaveIdempotencia });
  });
});
