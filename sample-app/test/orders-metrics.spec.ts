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
import { shopMetrics } from '../src/metrics/shop-metrics.js';
import { OrdersFixture } from './support/orders-fixture.js';
import { ScriptedSettlement } from './support/scripted-settlement.js';

const SHIRT = [{ produto: 'camiseta-ipe', quantidade: 1 }];
const KEY = 'idempotency-key-1';

let fixture: OrdersFixture;
beforeAll(async () => {
  fixture = await OrdersFixture.open();
});
beforeEach(() => fixture.reset());
afterEach(() => void jest.restoreAllMocks());
afterAll(() => fixture.close());

describe('shop.checkout.duration', () => {
  /** Creates an order while the clock advances by 2.5 seconds. */
  async function checkOut(open: () => Promise<void> = () => Promise.resolve()) {
    const record = jest.spyOn(shopMetrics().checkoutDuration, 'record');
    let now = 1000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    fixture.charges.open = async () => {
      now = 3500;
      await open();
      return { pixCopiaECola: '00020126', expiraEm: new Date(Date.now() + 3_600_000) };
    };
    await fixture.orders.create(SHIRT, KEY).catch(() => undefined);
    return record.mock.calls;
  }

  it('has the seconds until the charge was created', async () => {
    await expect(checkOut()).resolves.toEqual([[2.5, { 'shop.outcome': 'created' }]]);
  });

  it('has a separate outcome for a failure', async () => {
    const calls = await checkOut(() => Promise.reject(new Error('connection lost')));
    expect(calls).toEqual([[2.5, { 'shop.outcome': 'failed' }]]);
  });

  it('has a separate outcome for an order whose charge is not confirmed', async () => {
    jest.spyOn(fixture.repository, 'confirm').mockResolvedValue(undefined);
    await expect(checkOut()).resolves.toEqual([[2.5, { 'shop.outcome': 'unknown' }]]);
  });
});

describe('shop.order.changes', () => {
  const pay = (txid: string) =>
    fixture.repository.apply({ endToEndId: 'E1', txid, valor: '37.00', horario: new Date() });

  it('counts each status of an order once', async () => {
    const add = jest.spyOn(shopMetrics().orderChanges, 'add');
    const { id, txid } = await fixture.insert({ status: 'CRIANDO', pixCopiaECola: null });
    await fixture.repository.confirm(id, { pixCopiaECola: '000201', expiraEm: new Date() });
    await pay(txid);
    await pay(txid);
    await fixture.repository.expire(id);
    expect(add.mock.calls).toEqual(
      ['CRIANDO', 'PENDENTE', 'PAGO'].map((status) => [1, { 'shop.order.status': status }]),
    );
  });
});

describe('shop.settlement.runs', () => {
  it.each<[outcome: string, arrange: (scripted: ScriptedSettlement) => unknown]>([
    ['done', () => undefined],
    ['busy', (scripted) => (scripted.isBusy = true)],
    ['failed', (scripted) => (scripted.unsettled = () => Promise.reject(new Error('disk full')))],
    [
      'stopped',
      (scripted) =>
        (scripted.unsettled = () => {
          void scripted.settlement.onModuleDestroy();
          return Promise.reject(new Error('The database is closed'));
        }),
    ],
  ])('counts a run that is %s', async (outcome, arrange) => {
    const add = jest.spyOn(shopMetrics().settlementRuns, 'add');
    const scripted = new ScriptedSettlement();
    arrange(scripted);
    await scripted.settlement.sweep();
    const labels = { 'shop.settlement': 'orders', 'shop.outcome': outcome };
    expect(add.mock.calls).toEqual([[1, labels]]);
    await scripted.settlement.onModuleDestroy();
  });
});
