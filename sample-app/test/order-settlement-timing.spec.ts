import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Order } from '../src/database/schema.js';
import type { Charge, ChargesService } from '../src/orders/charges.service.js';
import { OrderEvents } from '../src/orders/order-events.js';
import { OrderSettlement } from '../src/orders/order-settlement.js';
import type { OrdersRepository } from '../src/orders/orders.repository.js';
import type { PaymentsService } from '../src/orders/payments.service.js';
import { memoryLogger } from './support/memory-logger.js';

const NOON = new Date('2026-03-10T12:00:00Z');
const RECHECK = 30_000;
/** The longest delay of a timer: 2^31 - 1 ms. */
const LONGEST = 2_147_483_647;
const after = (ms: number) => new Date(Date.now() + ms);

let log: string[];
beforeEach(() => {
  jest.useFakeTimers({ now: NOON });
  log = [];
  Logger.overrideLogger(memoryLogger(log));
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const buildOrder = (id: string, expiraEm = NOON) =>
  ({ id, txid: `txid-${id}`, valor: '37.00', expiraEm }) as Order;

const buildCharge = (order: Order, expiracao: number) =>
  ({
    txid: order.txid,
    status: 'ATIVA',
    calendario: { criacao: NOON.toISOString(), expiracao },
    valor: { original: order.valor },
    pixCopiaECola: '00020126',
  }) as Charge;

/** A settlement with a scripted database and bank. */
class Bench {
  /** Queries to the database, with the milliseconds since noon for each read. */
  readonly queries: string[] = [];
  readonly notified: string[] = [];
  waiting: Order[] = [];
  next: Date | undefined;
  unsettled: () => Promise<Order[]> = () => Promise.resolve([...this.waiting]);
  find: () => Promise<Charge | undefined> = () => Promise.resolve(undefined);
  /** The result of a change: the order, or nothing when it is no longer pending. */
  changed: (id: string) => Order | undefined = (id) => buildOrder(id);
  readonly settlement: OrderSettlement;

  constructor() {
    const change = (name: string) => (id: string) => {
      this.queries.push(`${name} ${id}`);
      return Promise.resolve(this.changed(id));
    };
    const repository = {
      unsettled: () => {
        this.queries.push(`query at ${Date.now() - NOON.getTime()}`);
        return this.unsettled();
      },
      nextExpiry: () => Promise.resolve(this.next),
      cancel: change('cancel'),
      confirm: change('confirm'),
      expire: change('expire'),
    };
    const charges = {
      find: (txid: string) => {
        this.queries.push(`read ${txid}`);
        return this.find();
      },
    };
    const events = new OrderEvents();
    events.publish = ({ id }) => this.notified.push(id);
    this.settlement = new OrderSettlement(
      repository as unknown as OrdersRepository,
      charges as unknown as ChargesService,
      {} as unknown as PaymentsService,
      events,
    );
  }

  /** Returns the queries to database and bank since the last call. */
  takeQueries(): string[] {
    return this.queries.splice(0);
  }
}

describe('OrderSettlement, schedule', () => {
  it('reads at startup and at the next expiry, and not again', async () => {
    const bench = new Bench();
    bench.next = after(5000);
    bench.settlement.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(1);
    expect(bench.takeQueries()).toEqual([expect.stringMatching(/^query at [01]$/)]);
    bench.next = undefined;
    await jest.advanceTimersByTimeAsync(4998);
    expect(bench.takeQueries()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(bench.takeQueries()).toEqual(['query at 5000']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('reads at the earliest of the given instants', async () => {
    const bench = new Bench();
    for (const ms of [20_000, 10_000, 15_000]) bench.settlement.wakeAt(after(ms));
    expect(jest.getTimerCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(bench.takeQueries()).toEqual(['query at 10000']);
  });

  it('reads again at an instant given after a read', async () => {
    const bench = new Bench();
    bench.settlement.wakeAt(after(1000));
    await jest.advanceTimersByTimeAsync(1000);
    bench.settlement.wakeAt(after(1000));
    await jest.advanceTimersByTimeAsync(1000);
    expect(bench.takeQueries()).toEqual(['query at 1000', 'query at 2000']);
  });

  it('reads after the longest delay of a timer when the expiry is later', async () => {
    const bench = new Bench();
    bench.settlement.wakeAt(after(3 * LONGEST));
    await jest.advanceTimersByTimeAsync(LONGEST - 1);
    expect(bench.takeQueries()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(bench.takeQueries()).toEqual([`query at ${LONGEST}`]);
  });

  it('reads every 30 seconds while one order is not settled', async () => {
    const bench = new Bench();
    bench.waiting = [buildOrder('a', after(3_600_000))];
    await bench.settlement.sweep();
    await jest.advanceTimersByTimeAsync(RECHECK - 1);
    expect(bench.takeQueries()).toEqual(['query at 0', 'read txid-a']);
    await jest.advanceTimersByTimeAsync(1);
    expect(bench.takeQueries()).toEqual([`query at ${RECHECK}`, 'read txid-a']);
  });

  it('does not read again when no order is pending', async () => {
    const bench = new Bench();
    await bench.settlement.sweep();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('reads again after 30 seconds when the database fails, and logs the failure', async () => {
    const bench = new Bench();
    bench.unsettled = () => Promise.reject(new Error('disk full'));
    await bench.settlement.sweep();
    expect(log).toEqual([
      expect.stringMatching(/^Orders could not be settled; trying again Error: disk full\n/),
    ]);
    await jest.advanceTimersByTimeAsync(RECHECK);
    expect(bench.takeQueries()).toEqual(['query at 0', `query at ${RECHECK}`]);
  });

  it('uses timers that do not keep the process running', () => {
    const setTimeout = jest.spyOn(globalThis, 'setTimeout');
    new Bench().settlement.wakeAt(after(1000));
    const timers = setTimeout.mock.results.map(({ value }) => value as NodeJS.Timeout);
    expect(timers.map((timer) => timer.hasRef())).toEqual([false]);
  });
});

describe('OrderSettlement, outcomes', () => {
  it('expires an order at the instant of its expiry, logs it and notifies the pages', async () => {
    const bench = new Bench();
    bench.waiting = [buildOrder('a', NOON)];
    await bench.settlement.sweep();
    expect(bench.takeQueries()).toEqual(['query at 0', 'read txid-a', 'expire a']);
    expect(bench.notified).toEqual(['a']);
    expect(log).toEqual(['Order a expired OrderSettlement']);
  });

  it('refuses a payment from the instant at which the charge expires', async () => {
    const bench = new Bench();
    const order = buildOrder('a', NOON);
    bench.waiting = [order];
    bench.find = () => Promise.resolve(buildCharge(order, 0));
    await bench.settlement.sweep();
    expect(bench.takeQueries()).toEqual(['query at 0', 'read txid-a', 'expire a']);
  });

  it('logs nothing for an order that was settled in the meantime', async () => {
    const bench = new Bench();
    bench.waiting = [buildOrder('a', NOON)];
    bench.changed = () => undefined;
    await bench.settlement.sweep();
    expect(bench.notified).toEqual([]);
    expect(log).toEqual([]);
  });

  it('logs that the bank is unavailable', async () => {
    const bench = new Bench();
    bench.waiting = [buildOrder('a', NOON)];
    bench.find = () => Promise.reject(new Error('bank unavailable'));
    await bench.settlement.sweep();
    expect(log).toEqual([
      expect.stringMatching(
        /^Order a could not be settled; trying again Error: bank unavailable\n/,
      ),
    ]);
  });
});

describe('OrderSettlement.onModuleDestroy()', () => {
  it('clears the timer, and sets no other', async () => {
    const bench = new Bench();
    bench.settlement.wakeAt(after(1000));
    await bench.settlement.onModuleDestroy();
    bench.settlement.wakeAt(after(500));
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each([
    ['aborted', () => Promise.reject(new Error('aborted'))],
    ['done', () => Promise.resolve(undefined)],
  ])(
    'waits for the reads in progress, and reads and logs nothing after they are %s',
    async (_, end) => {
      const bench = new Bench();
      bench.waiting = Array.from({ length: 6 }, (_each, index) =>
        buildOrder(String(index), after(1)),
      );
      let answer!: () => void;
      const ending = new Promise<void>((resolve) => (answer = resolve));
      bench.find = () => ending.then(end);
      void bench.settlement.sweep();
      await jest.advanceTimersByTimeAsync(0);
      let isEnded = false;
      const ended = bench.settlement.onModuleDestroy().then(() => (isEnded = true));
      await jest.advanceTimersByTimeAsync(0);
      expect(isEnded).toBe(false);
      answer();
      await ended;
      expect(bench.takeQueries().filter((each) => each.startsWith('read'))).toHaveLength(4);
      expect(log).toEqual([]);
    },
  );

  it('does not log a failure of a closing database', async () => {
    const bench = new Bench();
    let close!: () => void;
    bench.unsettled = () =>
      new Promise((_resolve, reject) => (close = () => reject(new Error('closed'))));
    void bench.settlement.sweep();
    await jest.advanceTimersByTimeAsync(0);
    const ended = bench.settlement.onModuleDestroy();
    close();
    await ended;
    expect(log).toEqual([]);
    expect(jest.getTimerCount()).toBe(0);
  });
});
