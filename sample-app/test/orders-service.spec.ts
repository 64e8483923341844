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
import { PixErroValidacaoException } from 'nestjs-pix';
import { ChargeRefused } from '../src/orders/charges.service.js';
import { OrdersBench } from './support/orders-bench.js';

const KEY = 'idempotency-key-1';
const SHIRT = [{ produto: 'camiseta-ipe', quantidade: 1 }];
const open = () =>
  Promise.resolve({ pixCopiaECola: '00020126', expiraEm: new Date(Date.now() + 3_600_000) });

let bench: OrdersBench;
beforeAll(async () => {
  bench = await OrdersBench.open();
});
beforeEach(() => bench.reset());
afterEach(() => void jest.restoreAllMocks());
afterAll(() => bench.close());

describe('OrdersService.create()', () => {
  it('stores the order before it opens the charge', async () => {
    bench.charges.open = async (order) => {
      await expect(bench.repository.find(order.id)).resolves.toMatchObject({
        status: 'PENDENTE',
        txid: order.txid,
        pixCopiaECola: null,
      });
      expect(order.expiraEm.getTime() - order.criadoEm.getTime()).toBe(3_600_000);
      return open();
    };
    const order = await bench.orders.create(SHIRT);
    expect(order).toMatchObject({
      status: 'PENDENTE',
      valor: '37.00',
      descricao: '1x Camiseta Ipê',
      itens: SHIRT,
      pixCopiaECola: '00020126',
    });
  });

  it('schedules the settlement at the charge’s expiry, and logs the charge', async () => {
    const wakeAt = jest.spyOn(bench.settlement, 'wakeAt');
    const charge = await open();
    bench.charges.open = () => Promise.resolve(charge);
    const { id, txid } = await bench.orders.create(SHIRT);
    expect(wakeAt.mock.calls).toEqual([[charge.expiraEm]]);
    expect(bench.log).toEqual([`Order ${id} waits for payment of charge ${txid} Orders`]);
  });

  it('refuses a product that is not in the catalogue', async () => {
    const created = bench.orders.create([{ produto: 'iate', quantidade: 1 }]);
    await expect(created).rejects.toThrow('produto não existe no catálogo');
    await expect(bench.all()).resolves.toEqual([]);
  });

  it('opens one charge for concurrent and repeated requests with one key', async () => {
    let charges = 0;
    let answer!: () => void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    bench.charges.open = async () => {
      charges += 1;
      await answered;
      return open();
    };
    const both = [bench.orders.create(SHIRT, KEY), bench.orders.create(SHIRT, KEY)];
    while ((await bench.all()).length === 0);
    // The second request has found the order of the first one when a third one has found it.
    const third = bench.orders.create(SHIRT, KEY);
    await bench.all();
    answer();
    const created = await Promise.all([...both, third, bench.orders.create(SHIRT, KEY)]);
    expect(new Set(created.map(({ id }) => id)).size).toBe(1);
    expect(charges).toBe(1);
  });

  it('opens the charge again when its outcome was unknown and the request is repeated', async () => {
    const wakeSoon = jest.spyOn(bench.settlement, 'wakeSoon');
    bench.charges.open = () => Promise.reject(new Error('connection lost'));
    await expect(bench.orders.create(SHIRT, KEY)).rejects.toThrow('connection lost');
    const [kept] = await bench.all();
    expect(kept).toMatchObject({ status: 'PENDENTE', pixCopiaECola: null });
    expect(wakeSoon).toHaveBeenCalledTimes(1);
    expect(bench.log).toEqual([
      `Order ${kept!.id}: it is not known whether charge ${kept!.txid} exists Orders`,
    ]);

    bench.charges.open = ({ txid }) => {
      expect(txid).toBe(kept!.txid);
      return open();
    };
    await expect(bench.orders.create(SHIRT, KEY)).resolves.toMatchObject({
      id: kept!.id,
      pixCopiaECola: '00020126',
    });
  });

  it('returns the current state of the first request’s order', async () => {
    const itens = SHIRT;
    const paid = await bench.insert({
      status: 'PAGO',
      itens,
      chaveIdempotencia: KEY,
      pixCopiaECola: null,
    });
    await expect(bench.orders.create(SHIRT, KEY)).resolves.toMatchObject({
      id: paid.id,
      status: 'PAGO',
    });
  });

  it('refuses a key that was used for other items', async () => {
    bench.charges.open = open;
    await bench.orders.create(SHIRT, KEY);
    const other = bench.orders.create([{ produto: 'camiseta-ipe', quantidade: 2 }], KEY);
    await expect(other).rejects.toMatchObject({ status: 422 });
    await expect(bench.all()).resolves.toHaveLength(1);
  });

  it('refuses a repeat when the charge of the first request was refused', async () => {
    bench.charges.open = open;
    await bench.orders.create(SHIRT, KEY);
    jest.spyOn(bench.repository, 'findByKey').mockResolvedValue(undefined);
    await expect(bench.orders.create(SHIRT, KEY)).rejects.toMatchObject({
      status: 409,
      message: 'O pedido anterior foi recusado. Tente de novo',
    });
  });

  it('creates two orders for two requests without a key', async () => {
    bench.charges.open = open;
    await bench.orders.create(SHIRT);
    await bench.orders.create(SHIRT);
    await expect(bench.all()).resolves.toHaveLength(2);
  });

  it('cancels an order whose charge was refused, and accepts its key again', async () => {
    const cause = new PixErroValidacaoException({ status: 400, title: 'Cobrança inválida' }, {
      operation: 'cob.createWithTxid',
      method: 'PUT',
      path: '/cob',
    } as never);
    bench.charges.open = () => Promise.reject(new ChargeRefused(cause));
    await expect(bench.orders.create(SHIRT, KEY)).rejects.toBe(cause);
    const [refused] = await bench.all();
    expect(refused).toMatchObject({ status: 'CANCELADO' });

    bench.charges.open = open;
    const second = await bench.orders.create(SHIRT, KEY);
    expect(second.id).not.toBe(refused!.id);
    expect(second.status).toBe('PENDENTE');
  });

  it('does not overwrite an order that was paid before its charge was confirmed', async () => {
    bench.charges.open = async ({ txid }) => {
      const payment = { endToEndId: 'E1', txid, valor: '37.00', horario: new Date() };
      await bench.repository.apply(payment);
      return open();
    };
    await expect(bench.orders.create(SHIRT)).resolves.toMatchObject({ status: 'PAGO' });
  });
});

describe('OrdersService.find(), id', () => {
  const id = '4a4f3b80-3a5a-4b0f-9a53-0e6f3f8d3c11';

  it.each(["' OR 1=1", '1', `x${id}`, `${id}x`, `${id}\n`])(
    'refuses an invalid id without a query: %j',
    async (other) => {
      const find = jest.spyOn(bench.repository, 'find');
      await expect(bench.orders.find(other)).resolves.toBeUndefined();
      await expect(bench.orders.get(other)).rejects.toThrow('Pedido não encontrado');
      expect(find).not.toHaveBeenCalled();
    },
  );

  it('accepts upper-case letters', async () => {
    await bench.insert({ id });
    await expect(bench.orders.get(id.toUpperCase())).resolves.toMatchObject({ id });
  });
});
