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
import { OrdersFixture } from './support/orders-fixture.js';

const KEY = 'idempotency-key-1';
const SHIRT = [{ produto: 'camiseta-ipe', quantidade: 1 }];
const open = () =>
  Promise.resolve({ pixCopiaECola: '00020126', expiraEm: new Date(Date.now() + 3_600_000) });

let fixture: OrdersFixture;
beforeAll(async () => {
  fixture = await OrdersFixture.open();
});
beforeEach(() => fixture.reset());
afterEach(() => void jest.restoreAllMocks());
afterAll(() => fixture.close());

describe('OrdersService.create()', () => {
  it('stores the order before it opens the charge', async () => {
    fixture.charges.open = async (order) => {
      await expect(fixture.repository.find(order.id)).resolves.toMatchObject({
        status: 'CRIANDO',
        txid: order.txid,
        pixCopiaECola: null,
      });
      expect(order.expiraEm.getTime() - order.criadoEm.getTime()).toBe(3_600_000);
      return open();
    };
    const order = await fixture.orders.create(SHIRT);
    expect(order).toMatchObject({
      status: 'PENDENTE',
      valor: '37.00',
      descricao: '1x Camiseta Ipê',
      itens: SHIRT,
      pixCopiaECola: '00020126',
    });
    expect(fixture.notified).toEqual([`${order.id} PENDENTE`]);
  });

  it('schedules the settlement at the charge’s expiry, and logs the charge', async () => {
    const wakeAt = jest.spyOn(fixture.settlement, 'wakeAt');
    const charge = await open();
    fixture.charges.open = () => Promise.resolve(charge);
    const { id, txid } = await fixture.orders.create(SHIRT);
    expect(wakeAt.mock.calls).toEqual([[charge.expiraEm]]);
    expect(fixture.log).toEqual([`Order ${id} waits for payment of charge ${txid} Orders`]);
  });

  it('refuses a product that is not in the catalogue', async () => {
    const created = fixture.orders.create([{ produto: 'iate', quantidade: 1 }]);
    await expect(created).rejects.toThrow('produto não existe no catálogo');
    await expect(fixture.all()).resolves.toEqual([]);
  });

  it('opens one charge for concurrent and repeated requests with one key', async () => {
    let charges = 0;
    let answer!: () => void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    fixture.charges.open = async () => {
      charges += 1;
      await answered;
      return open();
    };
    const both = [fixture.orders.create(SHIRT, KEY), fixture.orders.create(SHIRT, KEY)];
    while ((await fixture.all()).length === 0);
    // The second request has found the order of the first one when a third one has found it.
    const third = fixture.orders.create(SHIRT, KEY);
    await fixture.all();
    answer();
    const created = await Promise.all([...both, third, fixture.orders.create(SHIRT, KEY)]);
    expect(new Set(created.map(({ id }) => id)).size).toBe(1);
    expect(charges).toBe(1);
  });

  it('opens the charge again when its outcome was unknown and the request is repeated', async () => {
    const wakeSoon = jest.spyOn(fixture.settlement, 'wakeSoon');
    fixture.charges.open = () => Promise.reject(new Error('connection lost'));
    await expect(fixture.orders.create(SHIRT, KEY)).rejects.toThrow('connection lost');
    const [stored] = await fixture.all();
    expect(stored).toMatchObject({ status: 'CRIANDO', pixCopiaECola: null });
    expect(wakeSoon).toHaveBeenCalledTimes(1);
    expect(fixture.log).toEqual([
      `Order ${stored!.id}: it is not known whether charge ${stored!.txid} exists Orders`,
    ]);

    fixture.charges.open = ({ txid }) => {
      expect(txid).toBe(stored!.txid);
      return open();
    };
    await expect(fixture.orders.create(SHIRT, KEY)).resolves.toMatchObject({
      id: stored!.id,
      pixCopiaECola: '00020126',
    });
  });

  it('returns the current state of the first request’s order', async () => {
    const itens = SHIRT;
    const paid = await fixture.insert({
      status: 'PAGO',
      itens,
      chaveIdempotencia: KEY,
      pixCopiaECola: null,
    });
    await expect(fixture.orders.create(SHIRT, KEY)).resolves.toMatchObject({
      id: paid.id,
      status: 'PAGO',
    });
  });

  it('refuses a key that was used for other items', async () => {
    fixture.charges.open = open;
    await fixture.orders.create(SHIRT, KEY);
    const other = fixture.orders.create([{ produto: 'camiseta-ipe', quantidade: 2 }], KEY);
    await expect(other).rejects.toMatchObject({ status: 422 });
    await expect(fixture.all()).resolves.toHaveLength(1);
  });

  it('refuses a repeat when the charge of the first request was refused', async () => {
    fixture.charges.open = open;
    await fixture.orders.create(SHIRT, KEY);
    jest.spyOn(fixture.repository, 'findByKey').mockResolvedValue(undefined);
    await expect(fixture.orders.create(SHIRT, KEY)).rejects.toMatchObject({
      status: 409,
      message: 'O pedido anterior foi recusado. Tente de novo',
    });
  });

  it('creates two orders for two requests without a key', async () => {
    fixture.charges.open = open;
    await fixture.orders.create(SHIRT);
    await fixture.orders.create(SHIRT);
    await expect(fixture.all()).resolves.toHaveLength(2);
  });

  it('cancels an order whose charge was refused, and accepts its key again', async () => {
    const cause = new PixErroValidacaoException({ status: 400, title: 'Cobrança inválida' }, {
      operation: 'cob.createWithTxid',
      method: 'PUT',
      path: '/cob',
    } as never);
    fixture.charges.open = () => Promise.reject(new ChargeRefused(cause));
    await expect(fixture.orders.create(SHIRT, KEY)).rejects.toBe(cause);
    const [refused] = await fixture.all();
    expect(refused).toMatchObject({ status: 'CANCELADO' });

    fixture.charges.open = open;
    const second = await fixture.orders.create(SHIRT, KEY);
    expect(second.id).not.toBe(refused!.id);
    expect(second.status).toBe('PENDENTE');
  });

  it('does not overwrite an order that was paid before its charge was confirmed', async () => {
    fixture.charges.open = async ({ txid }) => {
      const payment = { endToEndId: 'E1', txid, valor: '37.00', horario: new Date() };
      await fixture.repository.apply(payment);
      return open();
    };
    await expect(fixture.orders.create(SHIRT)).resolves.toMatchObject({ status: 'PAGO' });
    expect(fixture.notified).toEqual([]);
  });
});

describe('OrdersService.settle()', () => {
  it('changes the order to what the bank shows now', async () => {
    const order = await fixture.insert({ expiraEm: new Date(Date.now() - 1) });
    fixture.charges.find = () => Promise.resolve(undefined);
    await fixture.orders.settle(order.id);
    await expect(fixture.readStatus(order)).resolves.toBe('EXPIRADO');
  });

  it('refuses an unknown id', async () => {
    await expect(fixture.orders.settle('1')).rejects.toThrow('Pedido não encontrado');
  });
});

describe('OrdersService.find(), id', () => {
  const id = '4a4f3b80-3a5a-4b0f-9a53-0e6f3f8d3c11';

  it.each(["' OR 1=1", '1', `x${id}`, `${id}x`, `${id}\n`])(
    'refuses an invalid id without a query: %j',
    async (other) => {
      const find = jest.spyOn(fixture.repository, 'find');
      await expect(fixture.orders.find(other)).resolves.toBeUndefined();
      await expect(fixture.orders.get(other)).rejects.toThrow('Pedido não encontrado');
      expect(find).not.toHaveBeenCalled();
    },
  );

  it('accepts upper-case letters', async () => {
    await fixture.insert({ id });
    await expect(fixture.orders.get(id.toUpperCase())).resolves.toMatchObject({ id });
  });
});
