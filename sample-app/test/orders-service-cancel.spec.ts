import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { CancellationRefused } from '../src/orders/charges.service.js';
import { OrdersFixture } from './support/orders-fixture.js';

let fixture: OrdersFixture;
beforeAll(async () => {
  fixture = await OrdersFixture.open();
});
beforeEach(() => fixture.reset());
afterEach(() => void jest.restoreAllMocks());
afterAll(() => fixture.close());

describe('OrdersService.cancel()', () => {
  it('marks the order, cancels the charge, and notifies the pages', async () => {
    const order = await fixture.insert();
    fixture.charges.cancel = async () => {
      const marked = await fixture.repository.find(order.id);
      expect(marked?.status).toBe('CANCELANDO');
      return true;
    };
    await expect(fixture.orders.cancel(order.id)).resolves.toMatchObject({ status: 'CANCELADO' });
    expect(fixture.notified).toEqual([`${order.id} CANCELADO`]);
    expect(fixture.log).toEqual([`Order ${order.id} cancelled Orders`]);
  });

  it('changes nothing for a cancelled order', async () => {
    const order = await fixture.insert({ status: 'CANCELADO' });
    await expect(fixture.orders.cancel(order.id)).resolves.toMatchObject({ status: 'CANCELADO' });
    expect(fixture.notified).toEqual([]);
  });

  it.each([
    ['PAGO', 'O pedido já foi pago'],
    ['EXPIRADO', 'O prazo de pagamento do pedido acabou'],
  ] as const)(
    'refuses an order that is %s, without a request to the bank',
    async (status, message) => {
      const order = await fixture.insert({ status });
      await expect(fixture.orders.cancel(order.id)).rejects.toThrow(message);
    },
  );

  it('refuses an order that is paid while the bank cancels its charge', async () => {
    const order = await fixture.insert();
    fixture.charges.cancel = async (txid) => {
      const payment = { endToEndId: 'E1', txid, valor: '37.00', horario: new Date() };
      await fixture.repository.apply(payment);
      return true;
    };
    await expect(fixture.orders.cancel(order.id)).rejects.toThrow('O pedido já foi pago');
    await expect(fixture.readStatus(order)).resolves.toBe('PAGO');
    expect(fixture.notified).toEqual([]);
  });

  it('succeeds once when another request cancels the order at the same time', async () => {
    const order = await fixture.insert();
    fixture.charges.cancel = async () => {
      await fixture.repository.cancel(order.id);
      return true;
    };
    await expect(fixture.orders.cancel(order.id)).resolves.toMatchObject({ status: 'CANCELADO' });
    expect(fixture.notified).toEqual([]);
  });

  it('records a payment at the bank that was not notified', async () => {
    const order = await fixture.insert();
    const { txid } = order;
    const horario = new Date().toISOString();
    fixture.charges.cancel = () => Promise.resolve(false);
    fixture.charges.find = () =>
      Promise.resolve({
        txid,
        status: 'CONCLUIDA',
        pix: [{ endToEndId: 'E1', txid, valor: '37.00', horario }],
      } as never);
    const notified = new Promise<string>((resolve) => {
      fixture.events
        .watch(order.id, () => Promise.resolve(undefined), 60_000)
        .subscribe(({ status }) => resolve(status));
    });
    await expect(fixture.orders.cancel(order.id)).rejects.toThrow('O pedido já foi pago');
    await expect(notified).resolves.toBe('PAGO');
  });

  it('returns the order CANCELANDO when the outcome is unknown, and schedules its settlement', async () => {
    const order = await fixture.insert();
    const wakeSoon = jest.spyOn(fixture.settlement, 'wakeSoon');
    fixture.charges.cancel = () => Promise.reject(new Error('bank unavailable'));
    await expect(fixture.orders.cancel(order.id)).resolves.toMatchObject({ status: 'CANCELANDO' });
    await expect(fixture.readStatus(order)).resolves.toBe('CANCELANDO');
    expect(fixture.notified).toEqual([`${order.id} CANCELANDO`]);
    const problem = `it is not known whether charge ${order.txid} is cancelled Error: bank unavailable`;
    expect(fixture.log).toEqual([expect.stringContaining(`Order ${order.id}: ${problem}`)]);
    expect(wakeSoon).toHaveBeenCalledTimes(1);

    fixture.charges.cancel = () => Promise.resolve(true);
    await expect(fixture.orders.cancel(order.id)).resolves.toMatchObject({ status: 'CANCELADO' });
    await expect(fixture.readTransitions(order)).resolves.toEqual([
      '→ PENDENTE',
      'PENDENTE → CANCELANDO',
      'CANCELANDO → CANCELADO',
    ]);
  });

  it('returns an order that another request has made payable again', async () => {
    const order = await fixture.insert();
    jest.spyOn(fixture.repository, 'beginCancel').mockResolvedValue(undefined);
    await expect(fixture.orders.cancel(order.id)).resolves.toMatchObject({ status: 'PENDENTE' });
  });

  it('keeps the order payable when the bank refuses to cancel its charge', async () => {
    const order = await fixture.insert();
    const cause = new Error('forbidden');
    fixture.charges.cancel = () => Promise.reject(new CancellationRefused(cause as never));
    await expect(fixture.orders.cancel(order.id)).rejects.toBe(cause);
    await expect(fixture.readStatus(order)).resolves.toBe('PENDENTE');
  });

  it('refuses an order whose charge is being created', async () => {
    const order = await fixture.insert({ status: 'CRIANDO', pixCopiaECola: null });
    await expect(fixture.orders.cancel(order.id)).rejects.toThrow('ainda está sendo criado');
  });
});
