import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Order } from '../src/database/schema.js';
import type { Charge } from '../src/orders/charges.service.js';
import { OrdersBench } from './support/orders-bench.js';

const PAST = new Date(Date.now() - 60_000);

let bench: OrdersBench;
beforeAll(async () => {
  bench = await OrdersBench.open();
});
beforeEach(() => bench.reset());
afterAll(() => bench.close());

function chargeFor(order: Order, change: Partial<Charge> = {}): Charge {
  return {
    txid: order.txid,
    status: 'ATIVA',
    calendario: { criacao: new Date().toISOString(), expiracao: 3600 },
    valor: { original: order.valor },
    pixCopiaECola: '00020126',
    ...change,
  } as Charge;
}

const paidWith = (order: Order, valor = '37.00', horario = order.criadoEm): Partial<Charge> => ({
  status: 'CONCLUIDA',
  pix: [{ endToEndId: 'E1', txid: order.txid, valor, horario: horario.toISOString() }],
});

/** The bank knows these charges and no other. */
function knows(...charges: Charge[]): void {
  bench.charges.find = (txid) =>
    Promise.resolve(charges.find((candidate) => candidate.txid === txid));
}

describe('an order whose time has come', () => {
  it('expires when the bank has no payment of it', async () => {
    const order = await bench.insert({ criadoEm: PAST, expiraEm: PAST });
    knows(chargeFor(order, { calendario: { criacao: PAST.toISOString(), expiracao: 0 } }));
    await bench.settlement.sweep();
    await expect(bench.statusOf(order)).resolves.toBe('EXPIRADO');
    expect(bench.told).toEqual([`${order.id} EXPIRADO`]);
  });

  it('expires when the bank has no charge of it', async () => {
    const order = await bench.insert({ expiraEm: PAST });
    knows();
    await bench.settlement.sweep();
    await expect(bench.statusOf(order)).resolves.toBe('EXPIRADO');
  });

  it('is paid when the bank has its payment, of which nobody told', async () => {
    const order = await bench.insert({ criadoEm: PAST, expiraEm: PAST });
    knows(chargeFor(order, paidWith(order)));
    await bench.settlement.sweep();
    await expect(bench.statusOf(order)).resolves.toBe('PAGO');
    expect(bench.told).toEqual([`${order.id} PAGO`]);
  });

  it('expires when it was paid with another amount', async () => {
    const order = await bench.insert({ criadoEm: PAST, expiraEm: PAST });
    knows(chargeFor(order, paidWith(order, '1.00')));
    await bench.settlement.sweep();
    await expect(bench.statusOf(order)).resolves.toBe('EXPIRADO');
  });

  it('is cancelled when the bank has its charge removed', async () => {
    const order = await bench.insert({ expiraEm: PAST });
    knows(chargeFor(order, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }));
    await bench.settlement.sweep();
    await expect(bench.statusOf(order)).resolves.toBe('CANCELADO');
    expect(bench.told).toEqual([`${order.id} CANCELADO`]);
  });

  it('stays pending while the bank still takes its payment', async () => {
    const order = await bench.insert({ expiraEm: PAST });
    const charge = chargeFor(order);
    knows(charge);
    await bench.settlement.sweep();
    await expect(bench.repository.find(order.id)).resolves.toMatchObject({
      status: 'PENDENTE',
      expiraEm: new Date(Date.parse(charge.calendario.criacao) + 3_600_000),
    });
  });

  it('stays pending while the bank cannot be asked, and holds up no other', async () => {
    const first = await bench.insert({ expiraEm: PAST });
    const second = await bench.insert({ expiraEm: PAST });
    bench.charges.find = (txid) =>
      txid === first.txid ? Promise.reject(new Error('bank away')) : Promise.resolve(undefined);
    await bench.settlement.sweep();
    await expect(bench.statusOf(first)).resolves.toBe('PENDENTE');
    await expect(bench.statusOf(second)).resolves.toBe('EXPIRADO');
    knows();
    await bench.settlement.sweep();
    await expect(bench.statusOf(first)).resolves.toBe('EXPIRADO');
  });
});

describe('an order whose charge was being opened', () => {
  it('gets its QR Code back when the charge exists', async () => {
    const order = await bench.insert({ pixCopiaECola: null });
    knows(chargeFor(order));
    await bench.settlement.sweep();
    await expect(bench.repository.find(order.id)).resolves.toMatchObject({
      status: 'PENDENTE',
      pixCopiaECola: '00020126',
    });
  });

  it('waits while there is no charge, which may still come to be', async () => {
    const order = await bench.insert({ pixCopiaECola: null });
    knows();
    await bench.settlement.sweep();
    await expect(bench.statusOf(order)).resolves.toBe('PENDENTE');
    expect(bench.told).toEqual([]);
  });

  it('is paid when its charge was paid', async () => {
    const order = await bench.insert({ pixCopiaECola: null });
    knows(chargeFor(order, paidWith(order)));
    await bench.settlement.sweep();
    await expect(bench.statusOf(order)).resolves.toBe('PAGO');
  });
});

describe('an order that was being cancelled', () => {
  const cancelling = () => bench.insert({ cancelamentoEm: PAST });

  it('is cancelled when the bank has its charge removed', async () => {
    const order = await cancelling();
    knows(chargeFor(order, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }));
    await bench.settlement.sweep();
    await expect(bench.statusOf(order)).resolves.toBe('CANCELADO');
  });

  it('goes on when its charge is still active', async () => {
    const order = await cancelling();
    knows(chargeFor(order));
    await bench.settlement.sweep();
    await expect(bench.repository.find(order.id)).resolves.toMatchObject({
      status: 'PENDENTE',
      cancelamentoEm: null,
    });
  });
});

describe('the settlement', () => {
  it('asks nothing about orders that only wait for their payment', async () => {
    await bench.insert();
    await expect(bench.settlement.sweep()).resolves.toBeUndefined();
  });

  it('happens by itself when the application starts', async () => {
    const order = await bench.insert({ expiraEm: PAST });
    knows();
    const told = new Promise<string>((resolve) => {
      bench.events
        .watch(order.id, () => Promise.resolve(undefined), 60_000)
        .subscribe(({ status }) => resolve(status));
    });
    bench.settlement.onApplicationBootstrap();
    await expect(told).resolves.toBe('EXPIRADO');
  });

  it('reads at most four charges at a time, each within ten seconds', async () => {
    for (let i = 0; i < 9; i += 1) await bench.insert({ expiraEm: PAST });
    let reading = 0;
    let most = 0;
    bench.charges.find = async (_txid, options) => {
      expect(options?.deadline).toBe(10);
      reading += 1;
      most = Math.max(most, reading);
      await new Promise((resolve) => setImmediate(resolve));
      reading -= 1;
      return undefined;
    };
    await bench.settlement.sweep();
    expect(most).toBe(4);
    const statuses = (await bench.all()).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['EXPIRADO']));
  });
});

describe('the end of the application', () => {
  it('aborts the reads that are under way, and waits for their end', async () => {
    const ending = await OrdersBench.open();
    const order = await ending.insert({ expiraEm: PAST });
    let isEnded = false;
    const asked = new Promise<void>((resolve) => {
      ending.charges.find = (_txid, options) =>
        new Promise((_resolve, reject) => {
          resolve();
          options?.signal?.addEventListener('abort', () => {
            isEnded = true;
            reject(new Error('aborted'));
          });
        });
    });
    void ending.settlement.sweep();
    await asked;
    await ending.settlement.onModuleDestroy();
    expect(isEnded).toBe(true);
    await expect(ending.statusOf(order)).resolves.toBe('PENDENTE');
    await ending.close();
  });
});
