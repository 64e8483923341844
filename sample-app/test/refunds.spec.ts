import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Devolucao,
  PixErroServidorException,
  PixErroValidacaoException,
  PixRecursoNaoEncontradoException,
} from 'nestjs-pix';
import type { NewOrder, Order } from '../src/database/schema.js';
import { OrdersFixture } from './support/orders-fixture.js';

const context = { operation: 'x' };
const refused = new PixErroValidacaoException(
  { status: 400, title: 'Inválida', detail: 'O saldo é insuficiente' },
  context,
);
const unknown = new PixErroServidorException(
  { status: 500, title: 'x' },
  { ...context, resultUnknown: true },
);
const notFound = () =>
  Promise.reject<Devolucao>(
    new PixRecursoNaoEncontradoException({ status: 404, title: 'x' }, context),
  );
const refund = (status: string, motivo?: string) =>
  Promise.resolve({ id: 'x', valor: '37.00', status, motivo } as Devolucao);

let fixture: OrdersFixture;
beforeAll(async () => {
  fixture = await OrdersFixture.open();
});
beforeEach(() => fixture.reset());
afterAll(() => fixture.close());

/** Records a payment that is a task, because its order has this status. */
async function createTask(status: NewOrder['status'] = 'CANCELADO', endToEndId = 'E1') {
  const order = await fixture.insert({ status });
  await pay(order, endToEndId);
  return order;
}

const pay = ({ txid }: Order, endToEndId: string, valor = '37.00') =>
  fixture.payments.record({ endToEndId, txid, valor, horario: new Date() });
const readTask = async (endToEndId = 'E1') =>
  (await fixture.refunds.openTasks()).find(({ payment }) => payment.endToEndId === endToEndId)
    ?.payment;

const readRefunds = async () => (await fixture.refunds.get('E1')).refunds;

describe('RefundsService.refundTask()', () => {
  it('stores the identifier, requests the whole amount, and ends the task and its order', async () => {
    const order = await createTask();
    fixture.pix.refund = async (endToEndId, id, body) => {
      await expect(readTask()).resolves.toMatchObject({ tarefa: 'DEVOLVENDO' });
      await expect(readRefunds()).resolves.toMatchObject([{ id, status: 'DEVOLVENDO' }]);
      expect([endToEndId, body]).toEqual(['E1', { valor: '37.00' }]);
      return refund('DEVOLVIDO');
    };
    await expect(fixture.refunds.refundTask('E1')).resolves.toMatchObject({
      payment: { tarefa: 'DEVOLVIDA' },
      refunds: [{ status: 'DEVOLVIDA', valor: '37.00', erro: null }],
      order: { status: 'DEVOLVIDO' },
    });
    await expect(fixture.refunds.openTasks()).resolves.toEqual([]);
    await expect(fixture.readTransitions(order)).resolves.toEqual([
      '→ CANCELADO',
      'CANCELADO → EM_ANALISE',
      'EM_ANALISE → DEVOLVENDO',
      'DEVOLVENDO → DEVOLVIDO',
    ]);
  });

  it('requests one refund for two clicks at the same time', async () => {
    await createTask();
    let requests = 0;
    fixture.pix.refund = () => {
      requests += 1;
      return refund('EM_PROCESSAMENTO');
    };
    const clicks = [1, 2, 3].map(() => fixture.refunds.refundTask('E1'));
    for (const { payment } of await Promise.all(clicks)) expect(payment.tarefa).toBe('DEVOLVENDO');
    expect(requests).toBe(1);
  });

  it('leaves a paid order paid when its second payment is refunded', async () => {
    const order = await createTask('PAGO');
    fixture.pix.refund = () => refund('DEVOLVIDO');
    await expect(fixture.refunds.refundTask('E1')).resolves.toMatchObject({
      payment: { tarefa: 'DEVOLVIDA' },
    });
    await expect(fixture.readStatus(order)).resolves.toBe('PAGO');
  });

  it('keeps an order in analysis until all of its payments are refunded', async () => {
    const order = await createTask();
    await pay(order, 'E2');
    fixture.pix.refund = () => refund('DEVOLVIDO');
    await fixture.refunds.refundTask('E1');
    await expect(fixture.readStatus(order)).resolves.toBe('EM_ANALISE');
    await fixture.refunds.refundTask('E2');
    await expect(fixture.readStatus(order)).resolves.toBe('DEVOLVIDO');
  });

  it('opens the task again with the reason when the bank refuses, under a new identifier', async () => {
    const order = await createTask();
    const ids = new Set<string>();
    fixture.pix.refund = (_, id) => {
      ids.add(id);
      return Promise.reject(refused);
    };
    fixture.pix.getRefund = notFound;
    await expect(fixture.refunds.refundTask('E1')).resolves.toMatchObject({
      payment: { tarefa: 'ABERTA' },
      refunds: [{ status: 'NAO_REALIZADA', erro: 'O saldo é insuficiente' }],
      order: { status: 'EM_ANALISE' },
    });
    await fixture.refunds.refundTask('E1');
    expect(ids.size).toBe(2);
    await expect(fixture.readStatus(order)).resolves.toBe('EM_ANALISE');
  });

  it('adopts a refund that exists although the bank refuses its repeat', async () => {
    await createTask();
    fixture.pix.refund = () => Promise.reject(refused);
    fixture.pix.getRefund = () => refund('DEVOLVIDO');
    await expect(fixture.refunds.refundTask('E1')).resolves.toMatchObject({
      payment: { tarefa: 'DEVOLVIDA' },
    });
  });

  it.each([401, 403, 429])('keeps a refund in progress after status %d', async (status) => {
    await createTask();
    fixture.pix.refund = () =>
      Promise.reject(new PixErroServidorException({ status, title: 'x' }, context));
    fixture.pix.getRefund = notFound;
    await expect(fixture.refunds.refundTask('E1')).resolves.toMatchObject({
      refunds: [{ status: 'DEVOLVENDO', erro: null }],
    });
  });

  it('keeps an unknown outcome in progress, until the settlement repeats it with its identifier', async () => {
    const order = await createTask();
    const ids: string[] = [];
    fixture.pix.refund = (_, id) => {
      ids.push(id);
      return Promise.reject(unknown);
    };
    await expect(fixture.refunds.refundTask('E1')).resolves.toMatchObject({
      payment: { tarefa: 'DEVOLVENDO' },
      order: { status: 'DEVOLVENDO' },
    });
    fixture.pix.getRefund = notFound;
    fixture.pix.refund = (_, id) => {
      ids.push(id);
      return refund('DEVOLVIDO');
    };
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(order)).resolves.toBe('DEVOLVIDO');
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('refuses a payment that paid its order, and an unknown one', async () => {
    await createTask('PENDENTE');
    for (const endToEndId of ['E1', 'E2']) {
      await expect(fixture.refunds.refundTask(endToEndId)).rejects.toMatchObject({ status: 404 });
    }
  });
});

describe('refund in progress', () => {
  const begin = async () => {
    const order = await createTask();
    fixture.pix.refund = () => refund('EM_PROCESSAMENTO');
    await fixture.refunds.refundTask('E1');
    return order;
  };

  it.each([
    ['DEVOLVIDO', 'DEVOLVIDO'],
    ['NAO_REALIZADO', 'EM_ANALISE'],
    ['EM_PROCESSAMENTO', 'DEVOLVENDO'],
  ])('that is %s at the bank makes its order %s', async (status, expected) => {
    const order = await begin();
    const [made] = await readRefunds();
    await fixture.refunds.report('E1', { ...(await refund(status)), id: made!.id, horario: {} });
    await expect(fixture.readStatus(order)).resolves.toBe(expected);
    await expect(readRefunds()).resolves.toHaveLength(1);
  });

  it('that was not executed shows the reason of the bank', async () => {
    await begin();
    fixture.pix.getRefund = () => refund('NAO_REALIZADO', 'Conta de 529.982.247-25 encerrada');
    await fixture.settlement.sweep();
    await expect(readRefunds()).resolves.toMatchObject([{ erro: 'Conta de *** encerrada' }]);
  });

  it('is reported again while its payment is not recorded', async () => {
    const made = { ...(await refund('DEVOLVIDO')), horario: {} };
    await expect(fixture.refunds.report('E9', made)).rejects.toMatchObject({ status: 404 });
  });

  it('that cannot be read is logged, and the others are settled', async () => {
    await begin();
    const other = await createTask('CANCELADO', 'E2');
    await fixture.refunds.refundTask('E2');
    fixture.pix.getRefund = (endToEndId) =>
      endToEndId === 'E1' ? Promise.reject(unknown) : refund('DEVOLVIDO');
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(other)).resolves.toBe('DEVOLVIDO');
    expect(fixture.log.join('\n')).toContain('of payment E1 could not be settled');
  });
});

describe('RefundsService.refund()', () => {
  const payOrder = async () => {
    const order = await fixture.insert();
    await pay(order, 'E1');
    fixture.pix.refund = () => refund('DEVOLVIDO');
    return order;
  };

  it('refunds a paid order in parts up to the full value, and ends it with the last one', async () => {
    const order = await payOrder();
    const asked: string[] = [];
    fixture.pix.refund = (_, __, { valor }) => {
      asked.push(valor);
      return refund('DEVOLVIDO');
    };
    await fixture.refunds.refund('E1', { valor: '10.00' });
    await expect(fixture.readStatus(order)).resolves.toBe('PAGO');
    await expect(fixture.refunds.refund('E1', { valor: '27.01' })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('R$ 27,00'),
    });
    await fixture.refunds.refund('E1', { valor: '27.00' });
    await expect(fixture.readStatus(order)).resolves.toBe('DEVOLVIDO');
    await expect(fixture.refunds.refund('E1', { valor: '0.01' })).rejects.toMatchObject({
      status: 409,
    });
    expect(asked).toEqual(['10.00', '27.00']);
    await expect(fixture.refunds.openTasks()).resolves.toEqual([]);
  });

  it('never exceeds the payment with two clicks at the same time', async () => {
    await payOrder();
    const clicks = [1, 2, 3].map(() => fixture.refunds.refund('E1', { valor: '20.00' }));
    const results = await Promise.allSettled(clicks);
    expect(results.map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    await expect(readRefunds()).resolves.toHaveLength(1);
  });

  it('makes one refund for a repeated key, and refuses the key for another value', async () => {
    await payOrder();
    const request = { valor: '10.00', chaveIdempotencia: 'k'.repeat(16) };
    const first = await fixture.refunds.refund('E1', request);
    await expect(fixture.refunds.refund('E1', request)).resolves.toMatchObject({ id: first.id });
    await expect(
      fixture.refunds.refund('E1', { ...request, valor: '11.00' }),
    ).rejects.toMatchObject({ status: 422 });
    await expect(readRefunds()).resolves.toHaveLength(1);
  });

  it('does not count a refund that the bank refused', async () => {
    const order = await payOrder();
    fixture.pix.refund = () => Promise.reject(refused);
    fixture.pix.getRefund = notFound;
    await expect(fixture.refunds.refund('E1', { valor: '37.00' })).resolves.toMatchObject({
      status: 'NAO_REALIZADA',
      erro: 'O saldo é insuficiente',
    });
    await expect(fixture.readStatus(order)).resolves.toBe('PAGO');
    fixture.pix.refund = () => refund('DEVOLVIDO');
    await fixture.refunds.refund('E1', { valor: '37.00' });
    await expect(fixture.readStatus(order)).resolves.toBe('DEVOLVIDO');
  });

  it('counts a refund whose outcome is unknown, until the settlement knows it', async () => {
    await payOrder();
    fixture.pix.refund = () => Promise.reject(unknown);
    await expect(fixture.refunds.refund('E1', { valor: '30.00' })).resolves.toMatchObject({
      status: 'DEVOLVENDO',
    });
    await expect(fixture.refunds.refund('E1', { valor: '10.00' })).rejects.toMatchObject({
      status: 409,
    });
    fixture.pix.getRefund = () => refund('NAO_REALIZADO', 'Conta encerrada');
    await fixture.settlement.sweep();
    fixture.pix.refund = () => refund('DEVOLVIDO');
    await fixture.refunds.refund('E1', { valor: '10.00' });
    await expect(readRefunds()).resolves.toMatchObject([
      { status: 'NAO_REALIZADA', valor: '30.00' },
      { status: 'DEVOLVIDA', valor: '10.00' },
    ]);
  });

  it('keeps a task open until its payment is refunded in full', async () => {
    const order = await createTask();
    fixture.pix.refund = () => refund('DEVOLVIDO');
    await fixture.refunds.refund('E1', { valor: '10.00' });
    await expect(readTask()).resolves.toMatchObject({ tarefa: 'ABERTA' });
    await expect(fixture.readStatus(order)).resolves.toBe('EM_ANALISE');
    await fixture.refunds.refundTask('E1');
    await expect(readRefunds()).resolves.toMatchObject([{ valor: '10.00' }, { valor: '27.00' }]);
    await expect(fixture.readStatus(order)).resolves.toBe('DEVOLVIDO');
  });
});

describe('refund that was made at the bank', () => {
  const report = (id: string, valor: string, status = 'DEVOLVIDO', endToEndId = 'E1') =>
    fixture.refunds.report(endToEndId, {
      id,
      rtrId: 'D1',
      valor,
      status,
      horario: { liquidacao: '2026-03-10T12:00:00.000Z' },
    });

  it('counts, and ends the order when nothing is left', async () => {
    const order = await fixture.insert();
    await pay(order, 'E1');
    await report('app1', '30.00');
    await report('app1', '30.00');
    await expect(readRefunds()).resolves.toMatchObject([
      {
        id: 'app1',
        valor: '30.00',
        status: 'DEVOLVIDA',
        concluidaEm: new Date('2026-03-10T12:00:00.000Z'),
      },
    ]);
    await expect(fixture.readStatus(order)).resolves.toBe('PAGO');
    await expect(fixture.refunds.refund('E1', { valor: '7.01' })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('R$ 7,00'),
    });
    await report('app2', '7.00');
    await expect(fixture.readStatus(order)).resolves.toBe('DEVOLVIDO');
    expect(fixture.log.join('\n')).toContain('was not requested by the shop');
  });

  it('closes a task', async () => {
    const order = await createTask();
    await report('app1', '37.00');
    await expect(fixture.refunds.openTasks()).resolves.toEqual([]);
    await expect(fixture.readStatus(order)).resolves.toBe('DEVOLVIDO');
  });

  it('may have the identifier of a refund of another payment', async () => {
    await createTask();
    const other = await createTask('CANCELADO', 'E2');
    await report('1', '37.00');
    await report('1', '37.00', 'DEVOLVIDO', 'E2');
    await expect(fixture.readStatus(other)).resolves.toBe('DEVOLVIDO');
  });

  it('leaves nothing to refund beside one of the shop whose outcome is unknown', async () => {
    await pay(await fixture.insert(), 'E1');
    fixture.pix.refund = () => Promise.reject(unknown);
    await fixture.refunds.refund('E1', { valor: '37.00' });
    await report('app1', '37.00');
    await expect(fixture.refunds.refund('E1', { valor: '0.01' })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('R$ 0,00'),
    });
  });

  it('that was not executed changes nothing', async () => {
    const order = await fixture.insert();
    await pay(order, 'E1');
    await report('app1', '37.00', 'NAO_REALIZADO');
    await expect(readRefunds()).resolves.toMatchObject([{ status: 'NAO_REALIZADA' }]);
    await expect(fixture.readStatus(order)).resolves.toBe('PAGO');
  });
});
