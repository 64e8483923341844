import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { PixErroValidacaoException } from 'nestjs-pix';
import { ChargeRefused } from '../src/orders/charges.service.js';
import { parseIdempotencyKey } from '../src/orders/idempotency-key.js';
import { OrdersBench } from './support/orders-bench.js';

const KEY = 'idempotency-key-1';
const SHIRT = [{ produto: 'camiseta-ipe', quantidade: 1 }];
const open = () =>
  Promise.resolve({ pixCopiaECola: '00020126', expiraEm: new Date(Date.now() + 3_600_000) });

let bench: OrdersBench;
beforeAll(async () => {
  Logger.overrideLogger(false);
  bench = await OrdersBench.open();
});
beforeEach(() => bench.reset());
afterAll(() => bench.close());

describe('creating an order', () => {
  it('stores it before its charge is opened', async () => {
    bench.charges.open = async (order) => {
      await expect(bench.repository.find(order.id)).resolves.toMatchObject({
        status: 'PENDENTE',
        txid: order.txid,
        pixCopiaECola: null,
      });
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

  it('refuses a product that is not in the catalogue', async () => {
    const created = bench.orders.create([{ produto: 'iate', quantidade: 1 }]);
    await expect(created).rejects.toThrow('produto não existe no catálogo');
    await expect(bench.all()).resolves.toEqual([]);
  });

  it('opens one charge for requests with one key, at once and afterwards', async () => {
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
    // The second request has found the order of the first one once a third one has.
    const third = bench.orders.create(SHIRT, KEY);
    await bench.all();
    answer();
    const created = await Promise.all([...both, third, bench.orders.create(SHIRT, KEY)]);
    expect(new Set(created.map(({ id }) => id)).size).toBe(1);
    expect(charges).toBe(1);
  });

  it('opens the charge again when its outcome was unknown and the request is repeated', async () => {
    bench.charges.open = () => Promise.reject(new Error('connection lost'));
    await expect(bench.orders.create(SHIRT, KEY)).rejects.toThrow('connection lost');
    const [kept] = await bench.all();
    expect(kept).toMatchObject({ status: 'PENDENTE', pixCopiaECola: null });

    bench.charges.open = ({ txid }) => {
      expect(txid).toBe(kept!.txid);
      return open();
    };
    await expect(bench.orders.create(SHIRT, KEY)).resolves.toMatchObject({
      id: kept!.id,
      pixCopiaECola: '00020126',
    });
  });

  it('answers with the order of the first request as it is now', async () => {
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

  it('refuses a key that stands for other items', async () => {
    bench.charges.open = open;
    await bench.orders.create(SHIRT, KEY);
    const other = bench.orders.create([{ produto: 'camiseta-ipe', quantidade: 2 }], KEY);
    await expect(other).rejects.toMatchObject({ status: 422 });
    await expect(bench.all()).resolves.toHaveLength(1);
  });

  it('makes two orders of two requests without a key', async () => {
    bench.charges.open = open;
    await bench.orders.create(SHIRT);
    await bench.orders.create(SHIRT);
    await expect(bench.all()).resolves.toHaveLength(2);
  });

  it('cancels an order whose charge was refused, and lets its key be used again', async () => {
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

  it('leaves the order pending when the bank fails', async () => {
    const order = await bench.insert();
    bench.charges.cancel = () => Promise.reject(new Error('bank away'));
    await expect(bench.orders.cancel(order.id)).rejects.toThrow('bank away');
    await expect(bench.statusOf(order)).resolves.toBe('PENDENTE');
  });
});

describe('an id', () => {
  it('of another form is not looked up', async () => {
    await expect(bench.orders.find("' OR 1=1")).resolves.toBeUndefined();
    await expect(bench.orders.get('1')).rejects.toThrow('Pedido não encontrado');
  });
});

describe('Idempotency-Key', () => {
  it.each(['a'.repeat(16), 'A-z_0'.repeat(4), 'f'.repeat(64)])('may be %s', (key) => {
    expect(parseIdempotencyKey(key)).toBe(key);
  });

  it('may be absent', () => {
    expect(parseIdempotencyKey(undefined)).toBeUndefined();
  });

  it.each(['', 'a'.repeat(15), 'a'.repeat(65), `${'a'.repeat(16)}\n`, 'ç'.repeat(16)])(
    'may not be %j',
    (key) => expect(() => parseIdempotencyKey(key)).toThrow('16 a 64'),
  );
});
