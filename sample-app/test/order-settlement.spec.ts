import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Charge } from '../src/orders/charges.service.js';
import { buildCharge, buildPayment } from './support/build-charge.js';
import { OrdersFixture } from './support/orders-fixture.js';

const PAST = new Date(Date.now() - 60_000);

let fixture: OrdersFixture;
beforeAll(async () => {
  fixture = await OrdersFixture.open();
});
beforeEach(() => fixture.reset());
afterAll(() => fixture.close());

/** Scripts the bank with only these charges. */
function setCharges(...charges: Charge[]): void {
  fixture.charges.find = (txid) =>
    Promise.resolve(charges.find((candidate) => candidate.txid === txid));
}

describe('OrderSettlement with an order past its expiry', () => {
  it('expires it when the bank has no payment', async () => {
    const order = await fixture.insert({ criadoEm: PAST, expiraEm: PAST });
    setCharges(buildCharge(order, { calendario: { criacao: PAST.toISOString(), expiracao: 0 } }));
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(order)).resolves.toBe('EXPIRADO');
    expect(fixture.notified).toEqual([`${order.id} EXPIRADO`]);
  });

  it('expires it when the bank has no charge', async () => {
    const order = await fixture.insert({ expiraEm: PAST });
    setCharges();
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(order)).resolves.toBe('EXPIRADO');
  });

  it('marks it paid when the bank has a payment that was not notified', async () => {
    const order = await fixture.insert({ criadoEm: PAST, expiraEm: PAST });
    setCharges(buildCharge(order, buildPayment(order)));
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(order)).resolves.toBe('PAGO');
    expect(fixture.notified).toEqual([`${order.id} PAGO`]);
  });

  it('opens a task when it was paid with another amount', async () => {
    const order = await fixture.insert({ criadoEm: PAST, expiraEm: PAST });
    setCharges(buildCharge(order, buildPayment(order, '1.00')));
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(order)).resolves.toBe('EM_ANALISE');
    await expect(fixture.refunds.openTasks()).resolves.toMatchObject([
      { payment: { endToEndId: 'E1', valor: '1.00', situacao: 'VALOR_DIVERGENTE' } },
    ]);
  });

  it('does not expire it when its charge was paid and the bank does not show the payment', async () => {
    const order = await fixture.insert({ expiraEm: PAST });
    setCharges(buildCharge(order, { status: 'CONCLUIDA' }));
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(order)).resolves.toBe('PENDENTE');
  });

  it('expires it when the bank sends no text for the QR Code', async () => {
    const order = await fixture.insert({ criadoEm: PAST, expiraEm: PAST });
    const calendario = { criacao: PAST.toISOString(), expiracao: 0 };
    const charge = buildCharge(order, { calendario });
    delete charge.pixCopiaECola;
    setCharges(charge);
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(order)).resolves.toBe('EXPIRADO');
  });

  it('cancels it when its charge was removed at the bank', async () => {
    const order = await fixture.insert({ expiraEm: PAST });
    setCharges(buildCharge(order, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }));
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(order)).resolves.toBe('CANCELADO');
    expect(fixture.notified).toEqual([`${order.id} CANCELADO`]);
  });

  it('keeps it pending while the bank still accepts its payment', async () => {
    const order = await fixture.insert({ expiraEm: PAST });
    const charge = buildCharge(order);
    setCharges(charge);
    await fixture.settlement.sweep();
    await expect(fixture.repository.find(order.id)).resolves.toMatchObject({
      status: 'PENDENTE',
      expiraEm: new Date(Date.parse(charge.calendario.criacao) + 3_600_000),
    });
  });

  it('keeps it pending while the bank is unavailable, and settles other orders', async () => {
    const first = await fixture.insert({ expiraEm: PAST });
    const second = await fixture.insert({ expiraEm: PAST });
    fixture.charges.find = (txid) =>
      txid === first.txid
        ? Promise.reject(new Error('bank unavailable'))
        : Promise.resolve(undefined);
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(first)).resolves.toBe('PENDENTE');
    await expect(fixture.readStatus(second)).resolves.toBe('EXPIRADO');
    setCharges();
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(first)).resolves.toBe('EXPIRADO');
  });
});

describe('OrderSettlement with an order without a confirmed charge', () => {
  it('restores its QR Code when the charge exists', async () => {
    const order = await fixture.insert({ status: 'CRIANDO', pixCopiaECola: null });
    setCharges(buildCharge(order));
    await fixture.settlement.sweep();
    await expect(fixture.repository.find(order.id)).resolves.toMatchObject({
      status: 'PENDENTE',
      pixCopiaECola: '00020126',
    });
    expect(fixture.notified).toEqual([`${order.id} PENDENTE`]);
  });

  it('keeps it when there is no charge, which may be created later', async () => {
    const order = await fixture.insert({ status: 'CRIANDO', pixCopiaECola: null });
    setCharges();
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(order)).resolves.toBe('CRIANDO');
    expect(fixture.notified).toEqual([]);
  });

  it('marks it paid when its charge was paid', async () => {
    const order = await fixture.insert({ status: 'CRIANDO', pixCopiaECola: null });
    setCharges(buildCharge(order, buildPayment(order)));
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(order)).resolves.toBe('PAGO');
  });
});

describe('OrderSettlement', () => {
  it('does not read charges of orders that are only pending', async () => {
    await fixture.insert();
    await expect(fixture.settlement.sweep()).resolves.toBeUndefined();
  });

  it('runs when the application starts', async () => {
    const order = await fixture.insert({ expiraEm: PAST });
    setCharges();
    const notified = new Promise<string>((resolve) => {
      fixture.events
        .watch(order.id, () => Promise.resolve(undefined), 60_000)
        .subscribe(({ status }) => resolve(status));
    });
    fixture.settlement.onApplicationBootstrap();
    await expect(notified).resolves.toBe('EXPIRADO');
  });

  it('reads at most four charges at a time, each within ten seconds', async () => {
    for (let i = 0; i < 9; i += 1) await fixture.insert({ expiraEm: PAST });
    let reading = 0;
    let most = 0;
    fixture.charges.find = async (_txid, options) => {
      expect(options?.deadline).toBe(10);
      reading += 1;
      most = Math.max(most, reading);
      await new Promise((resolve) => setImmediate(resolve));
      reading -= 1;
      return undefined;
    };
    await fixture.settlement.sweep();
    expect(most).toBe(4);
    const statuses = (await fixture.all()).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['EXPIRADO']));
  });
});

describe('OrderSettlement.onModuleDestroy()', () => {
  it('aborts the reads in progress, and waits for their end', async () => {
    const ending = await OrdersFixture.open();
    const order = await ending.insert({ expiraEm: PAST });
    let isEnded = false;
    const requested = new Promise<void>((resolve) => {
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
    await requested;
    await ending.settlement.onModuleDestroy();
    expect(isEnded).toBe(true);
    await expect(ending.readStatus(order)).resolves.toBe('PENDENTE');
    await ending.close();
  });
});
