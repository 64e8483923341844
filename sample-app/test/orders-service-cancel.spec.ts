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
import { OrdersBench } from './support/orders-bench.js';

let bench: OrdersBench;
beforeAll(async () => {
  bench = await OrdersBench.open();
});
beforeEach(() => bench.reset());
afterEach(() => void jest.restoreAllMocks());
afterAll(() => bench.close());

describe('cancelling an order', () => {
  it('notes it, cancels the charge, and tells the pages', async () => {
    const order = await bench.insert();
    bench.charges.cancel = async () => {
      const noted = await bench.repository.find(order.id);
      expect(noted?.cancelamentoEm).toBeInstanceOf(Date);
      return true;
    };
    await expect(bench.orders.cancel(order.id)).resolves.toMatchObject({ status: 'CANCELADO' });
    expect(bench.told).toEqual([`${order.id} CANCELADO`]);
    expect(bench.log).toEqual([`Order ${order.id} cancelled Orders`]);
  });

  it('changes nothing when it is cancelled already', async () => {
    const order = await bench.insert({ status: 'CANCELADO' });
    await expect(bench.orders.cancel(order.id)).resolves.toMatchObject({ status: 'CANCELADO' });
    expect(bench.told).toEqual([]);
  });

  it.each([
    ['PAGO', 'O pedido já foi pago'],
    ['EXPIRADO', 'O prazo de pagamento do pedido acabou'],
  ] as const)('is refused without asking the bank when it is %s', async (status, message) => {
    const order = await bench.insert({ status });
    await expect(bench.orders.cancel(order.id)).rejects.toThrow(message);
  });

  it('is refused when the order is paid while the bank cancels its charge', async () => {
    const order = await bench.insert();
    bench.charges.cancel = async (txid) => {
      const payment = { endToEndId: 'E1', txid, valor: '37.00', horario: new Date() };
      await bench.repository.apply(payment);
      return true;
    };
    await expect(bench.orders.cancel(order.id)).rejects.toThrow('O pedido já foi pago');
    await expect(bench.statusOf(order)).resolves.toBe('PAGO');
    expect(bench.told).toEqual([]);
  });

  it('succeeds once when another request cancels it meanwhile', async () => {
    const order = await bench.insert();
    bench.charges.cancel = async () => {
      await bench.repository.cancel(order.id);
      return true;
    };
    await expect(bench.orders.cancel(order.id)).resolves.toMatchObject({ status: 'CANCELADO' });
    expect(bench.told).toEqual([]);
  });

  it('finds the payment that the bank has and the shop has not heard of', async () => {
    const order = await bench.insert();
    const { txid } = order;
    const horario = new Date().toISOString();
    bench.charges.cancel = () => Promise.resolve(false);
    bench.charges.find = () =>
      Promise.resolve({
        txid,
        status: 'CONCLUIDA',
        pix: [{ endToEndId: 'E1', txid, valor: '37.00', horario }],
      } as never);
    const told = new Promise<string>((resolve) => {
      bench.events
        .watch(order.id, () => Promise.resolve(undefined), 60_000)
        .subscribe(({ status }) => resolve(status));
    });
    await expect(bench.orders.cancel(order.id)).rejects.toThrow('O pedido já foi pago');
    await expect(told).resolves.toBe('PAGO');
  });

  it('leaves the order pending when the bank fails, and has it settled soon', async () => {
    const order = await bench.insert();
    const wakeSoon = jest.spyOn(bench.settlement, 'wakeSoon');
    bench.charges.cancel = () => Promise.reject(new Error('bank away'));
    await expect(bench.orders.cancel(order.id)).rejects.toThrow('bank away');
    await expect(bench.statusOf(order)).resolves.toBe('PENDENTE');
    expect(wakeSoon).toHaveBeenCalledTimes(1);
  });
});
