import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CancellationRefused, type Charge } from '../src/orders/charges.service.js';
import { buildCharge, buildPayment } from './support/build-charge.js';
import { OrdersFixture } from './support/orders-fixture.js';

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

describe('OrderSettlement with an order being cancelled', () => {
  const cancelling = () => fixture.insert({ status: 'CANCELANDO' });

  it('cancels it when its charge was removed at the bank', async () => {
    const order = await cancelling();
    setCharges(buildCharge(order, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }));
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(order)).resolves.toBe('CANCELADO');
  });

  it('completes the cancellation when its charge can still be paid', async () => {
    const order = await cancelling();
    setCharges(buildCharge(order));
    const cancelled: string[] = [];
    fixture.charges.cancel = (txid) => {
      cancelled.push(txid);
      return Promise.resolve(true);
    };
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(order)).resolves.toBe('CANCELADO');
    expect(cancelled).toEqual([order.txid]);
    expect(fixture.notified.at(-1)).toBe(`${order.id} CANCELADO`);
  });

  it('records its payment in the next run when it was paid in the meantime', async () => {
    const order = await cancelling();
    setCharges(buildCharge(order));
    fixture.charges.cancel = () => Promise.resolve(false);
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(order)).resolves.toBe('CANCELANDO');
    setCharges(buildCharge(order, buildPayment(order)));
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(order)).resolves.toBe('PAGO');
  });

  it('makes it payable again when the bank refuses the cancellation', async () => {
    const order = await cancelling();
    setCharges(buildCharge(order));
    fixture.charges.cancel = () => Promise.reject(new CancellationRefused({} as never));
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(order)).resolves.toBe('PENDENTE');
  });

  it('keeps it while the bank is unavailable', async () => {
    const order = await cancelling();
    setCharges(buildCharge(order));
    fixture.charges.cancel = () => Promise.reject(new Error('bank unavailable'));
    await fixture.settlement.sweep();
    await expect(fixture.readStatus(order)).resolves.toBe('CANCELANDO');
  });
});
