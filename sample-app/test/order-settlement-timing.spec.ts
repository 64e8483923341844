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

const orderOf = (id: string, expiraEm = NOON) =>
  ({ id, txid: `txid-${id}`, valor: '37.00', expiraEm }) as Order;

const chargeOf = (order: Order, expiracao: number) =>
  ({
    txid: order.txid,
    status: 'ATIVA',
    calendario: { criacao: NOON.toISOString(), expiracao },
    valor: { original: order.valor },
    pixCopiaECola: '00020126',
  }) as Charge;

/** A settlement over a database and a bank that do as a test says. */
class Bench {
  /** What the database was asked, with the milliseconds since noon for each look. */
  readonly asked: string[] = [];
  readonly told: string[] = [];
  waiting: Order[] = [];
  next: Date | undefined;
  unsettled: () => Promise<Order[]> = () => Promise.resolve([...this.waiting]);
  find: () => Promise<Charge | undefined> = () => Promise.resolve(undefined);
  /** What a change answers: the order, or nothing when it was not pending any more. */
  changed: (id: string) => Order | undefined = (id) => orderOf(id);
  readonly settlement: OrderSettlement;

  constructor() {
    const change = (name: string) => (id: string) => {
      this.asked.push(`${name} ${id}`);
      return Promise.resolve(this.changed(id));
    };
    const repository = {
      unsettled: () => {
        this.asked.push(`look at ${Date.now() - NOON.getTime()}`);
        return this.unsettled();
      },
      nextExpiry: () => Promise.resolve(this.next),
      cancel: change('cancel'),
      confirm: change('confirm'),
      expire: change('expire'),
    };
    const charges = {
      find: (txid: string) => {
        this.asked.push(`read ${txid}`);
        return this.find();
      },
    };
    const events = new OrderEvents();
    events.publish = ({ id }) => this.told.push(id);
    this.settlement = new OrderSettlement(
      repository as unknown as OrdersRepository,
      charges as unknown as ChargesService,
      {} as unknown as PaymentsService,
      events,
    );
  }

  /** What the database and the bank were asked since the last call. */
  takeAsked(): string[] {
    return this.asked.splice(0);
  }
}

describe('when the settlement looks', () => {
  it('at once when the application starts, then at the next expiry, and not again', async () => {
    const bench = new Bench();
    bench.next = after(5000);
    bench.settlement.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(1);
    expect(bench.takeAsked()).toEqual([expect.stringMatching(/^look at [01]$/)]);
    bench.next = undefined;
    await jest.advanceTimersByTimeAsync(4998);
    expect(bench.takeAsked()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(bench.takeAsked()).toEqual(['look at 5000']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('at the earliest of the instants that it was told', async () => {
    const bench = new Bench();
    for (const ms of [20_000, 10_000, 15_000]) bench.settlement.wakeAt(after(ms));
    expect(jest.getTimerCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(bench.takeAsked()).toEqual(['look at 10000']);
  });

  it('later again, when it is told so after a look', async () => {
    const bench = new Bench();
    bench.settlement.wakeAt(after(1000));
    await jest.advanceTimersByTimeAsync(1000);
    bench.settlement.wakeAt(after(1000));
    await jest.advanceTimersByTimeAsync(1000);
    expect(bench.takeAsked()).toEqual(['look at 1000', 'look at 2000']);
  });

  it('after the longest delay of a timer when the expiry is further away', async () => {
    const bench = new Bench();
    bench.settlement.wakeAt(after(3 * LONGEST));
    await jest.advanceTimersByTimeAsync(LONGEST - 1);
    expect(bench.takeAsked()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(bench.takeAsked()).toEqual([`look at ${LONGEST}`]);
  });

  it('every 30 seconds while one order is not settled', async () => {
    const bench = new Bench();
    bench.waiting = [orderOf('a', after(3_600_000))];
    await bench.settlement.sweep();
    await jest.advanceTimersByTimeAsync(RECHECK - 1);
    expect(bench.takeAsked()).toEqual(['look at 0', 'read txid-a']);
    await jest.advanceTimersByTimeAsync(1);
    expect(bench.takeAsked()).toEqual([`look at ${RECHECK}`, 'read txid-a']);
  });

  it('not again when nothing waits', async () => {
    const bench = new Bench();
    await bench.settlement.sweep();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('after 30 seconds when the database fails, which it logs', async () => {
    const bench = new Bench();
    bench.unsettled = () => Promise.reject(new Error('disk full'));
    await bench.settlement.sweep();
    expect(log).toEqual([
      expect.stringMatching(/^Orders could not be settled; trying again Error: disk full\n/),
    ]);
    await jest.advanceTimersByTimeAsync(RECHECK);
    expect(bench.takeAsked()).toEqual(['look at 0', `look at ${RECHECK}`]);
  });

  it('keeps no process alive', () => {
    const setTimeout = jest.spyOn(globalThis, 'setTimeout');
    new Bench().settlement.wakeAt(after(1000));
    const timers = setTimeout.mock.results.map(({ value }) => value as NodeJS.Timeout);
    expect(timers.map((timer) => timer.hasRef())).toEqual([false]);
  });
});

describe('what the settlement makes of an order', () => {
  it('expires it at the very instant of its expiry, logs it and tells the pages', async () => {
    const bench = new Bench();
    bench.waiting = [orderOf('a', NOON)];
    await bench.settlement.sweep();
    expect(bench.takeAsked()).toEqual(['look at 0', 'read txid-a', 'expire a']);
    expect(bench.told).toEqual(['a']);
    expect(log).toEqual(['Order a expired OrderSettlement']);
  });

  it('takes no payment from the very instant at which the charge expires', async () => {
    const bench = new Bench();
    const order = orderOf('a', NOON);
    bench.waiting = [order];
    bench.find = () => Promise.resolve(chargeOf(order, 0));
    await bench.settlement.sweep();
    expect(bench.takeAsked()).toEqual(['look at 0', 'read txid-a', 'expire a']);
  });

  it('says nothing of an order that was settled meanwhile', async () => {
    const bench = new Bench();
    bench.waiting = [orderOf('a', NOON)];
    bench.changed = () => undefined;
    await bench.settlement.sweep();
    expect(bench.told).toEqual([]);
    expect(log).toEqual([]);
  });

  it('logs that the bank cannot be asked', async () => {
    const bench = new Bench();
    bench.waiting = [orderOf('a', NOON)];
    bench.find = () => Promise.reject(new Error('bank away'));
    await bench.settlement.sweep();
    expect(log).toEqual([
      expect.stringMatching(/^Order a could not be settled; trying again Error: bank away\n/),
    ]);
  });
});

describe('the end of the application', () => {
  it('ends the timer, and no other is set', async () => {
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
    'waits for the reads under way, and reads and logs nothing once they are %s',
    async (_, end) => {
      const bench = new Bench();
      bench.waiting = Array.from({ length: 6 }, (_each, index) => orderOf(String(index), after(1)));
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
      expect(bench.takeAsked().filter((each) => each.startsWith('read'))).toHaveLength(4);
      expect(log).toEqual([]);
    },
  );

  it('logs no failure of a database that is closing', async () => {
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
