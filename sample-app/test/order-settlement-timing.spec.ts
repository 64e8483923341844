import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Order } from '../src/database/schema.js';
import type { Charge } from '../src/orders/charges.service.js';
import { memoryLogger } from './support/memory-logger.js';
import { buildOrder, NOON, ScriptedSettlement } from './support/scripted-settlement.js';

const RECHECK = 30_000;
/** The time between two runs in any case. */
const LONGEST = 60_000;
const after = (ms: number) => new Date(Date.now() + ms);

let log: string[];
beforeEach(() => {
  jest.useFakeTimers({ now: NOON });
  log = [];
  Logger.overrideLogger(memoryLogger(log));
});
afterEach(() => {
  // A spy of a timer restores the fake one.
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const buildCharge = (order: Order, expiracao: number) =>
  ({
    txid: order.txid,
    status: 'ATIVA',
    calendario: { criacao: NOON.toISOString(), expiracao },
    valor: { original: order.valor },
    pixCopiaECola: '00020126',
  }) as Charge;

describe('OrderSettlement, schedule', () => {
  it('reads at startup, at the next expiry, and a minute after each read', async () => {
    const fixture = new ScriptedSettlement();
    fixture.next = after(5000);
    fixture.settlement.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(1);
    expect(fixture.takeQueries()).toEqual([expect.stringMatching(/^query at [01]$/)]);
    fixture.next = undefined;
    await jest.advanceTimersByTimeAsync(4998);
    expect(fixture.takeQueries()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(fixture.takeQueries()).toEqual(['query at 5000']);
    await jest.advanceTimersByTimeAsync(LONGEST - 1);
    expect(fixture.takeQueries()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(fixture.takeQueries()).toEqual(['query at 65000']);
  });

  it('tries again after five seconds while another process is settling', async () => {
    const fixture = new ScriptedSettlement();
    fixture.isBusy = true;
    fixture.settlement.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(10);
    expect(fixture.takeQueries()).toEqual([]);
    fixture.isBusy = false;
    await jest.advanceTimersByTimeAsync(5000);
    expect(fixture.takeQueries()).toEqual([expect.stringMatching(/^query at 500\d$/)]);
  });

  it('reads at the earliest of the given instants', async () => {
    const fixture = new ScriptedSettlement();
    for (const ms of [20_000, 10_000, 15_000]) fixture.settlement.wakeAt(after(ms));
    expect(jest.getTimerCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(fixture.takeQueries()).toEqual(['query at 10000']);
  });

  it('reads again at an instant given after a read', async () => {
    const fixture = new ScriptedSettlement();
    fixture.settlement.wakeAt(after(1000));
    await jest.advanceTimersByTimeAsync(1000);
    fixture.settlement.wakeAt(after(1000));
    await jest.advanceTimersByTimeAsync(1000);
    expect(fixture.takeQueries()).toEqual(['query at 1000', 'query at 2000']);
  });

  it('reads after a minute when the expiry is later', async () => {
    const fixture = new ScriptedSettlement();
    fixture.settlement.wakeAt(after(3 * LONGEST));
    await jest.advanceTimersByTimeAsync(LONGEST - 1);
    expect(fixture.takeQueries()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(fixture.takeQueries()).toEqual([`query at ${LONGEST}`]);
  });

  it('reads again after 30 seconds what is still due, not at once', async () => {
    const fixture = new ScriptedSettlement();
    fixture.next = NOON;
    await fixture.settlement.sweep();
    await jest.advanceTimersByTimeAsync(RECHECK - 1);
    expect(fixture.takeQueries()).toEqual(['query at 0']);
    await jest.advanceTimersByTimeAsync(1);
    expect(fixture.takeQueries()).toEqual([`query at ${RECHECK}`]);
  });

  it('reads at the instant at which something becomes due', async () => {
    const fixture = new ScriptedSettlement();
    fixture.next = after(5_000);
    await fixture.settlement.sweep();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(fixture.takeQueries()).toEqual(['query at 0', 'query at 5000']);
  });

  it('reads every 30 seconds while one order is not settled', async () => {
    const fixture = new ScriptedSettlement();
    fixture.waiting = [buildOrder('a', after(3_600_000))];
    await fixture.settlement.sweep();
    await jest.advanceTimersByTimeAsync(RECHECK - 1);
    expect(fixture.takeQueries()).toEqual(['query at 0', 'read txid-a']);
    await jest.advanceTimersByTimeAsync(1);
    expect(fixture.takeQueries()).toEqual([`query at ${RECHECK}`, 'read txid-a']);
  });

  it('reads again after 30 seconds when the database fails, and logs the failure', async () => {
    const fixture = new ScriptedSettlement();
    fixture.unsettled = () => Promise.reject(new Error('disk full'));
    await fixture.settlement.sweep();
    expect(log).toEqual([
      expect.stringMatching(/^Settling orders failed; trying again Error: disk full\n/),
    ]);
    await jest.advanceTimersByTimeAsync(RECHECK);
    expect(fixture.takeQueries()).toEqual(['query at 0', `query at ${RECHECK}`]);
  });

  it('uses timers that do not keep the process running', () => {
    const setTimeout = jest.spyOn(globalThis, 'setTimeout');
    new ScriptedSettlement().settlement.wakeAt(after(1000));
    const timers = setTimeout.mock.results.map(({ value }) => value as NodeJS.Timeout);
    expect(timers.map((timer) => timer.hasRef())).toEqual([false]);
  });
});

describe('OrderSettlement, outcomes', () => {
  it('expires an order at the instant of its expiry, logs it and notifies the pages', async () => {
    const fixture = new ScriptedSettlement();
    fixture.waiting = [buildOrder('a', NOON)];
    await fixture.settlement.sweep();
    expect(fixture.takeQueries()).toEqual(['query at 0', 'read txid-a', 'expire a']);
    expect(fixture.notified).toEqual(['a']);
    expect(log).toEqual(['Order a expired OrderSettlement']);
  });

  it('refuses a payment from the instant at which the charge expires', async () => {
    const fixture = new ScriptedSettlement();
    const order = buildOrder('a', NOON);
    fixture.waiting = [order];
    fixture.find = () => Promise.resolve(buildCharge(order, 0));
    await fixture.settlement.sweep();
    expect(fixture.takeQueries()).toEqual(['query at 0', 'read txid-a', 'expire a']);
  });

  it('logs nothing for an order that was settled in the meantime', async () => {
    const fixture = new ScriptedSettlement();
    fixture.waiting = [buildOrder('a', NOON)];
    fixture.changed = () => undefined;
    await fixture.settlement.sweep();
    expect(fixture.notified).toEqual([]);
    expect(log).toEqual([]);
  });

  it('logs that the bank is unavailable', async () => {
    const fixture = new ScriptedSettlement();
    fixture.waiting = [buildOrder('a', NOON)];
    fixture.find = () => Promise.reject(new Error('bank unavailable'));
    await fixture.settlement.sweep();
    expect(log).toEqual([
      expect.stringMatching(
        /^Order a could not be settled; trying again Error: bank unavailable\n/,
      ),
    ]);
  });
});

describe('OrderSettlement.onModuleDestroy()', () => {
  it('clears the timer, and sets no other', async () => {
    const fixture = new ScriptedSettlement();
    fixture.settlement.wakeAt(after(1000));
    await fixture.settlement.onModuleDestroy();
    fixture.settlement.wakeAt(after(500));
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each([
    ['aborted', () => Promise.reject(new Error('aborted'))],
    ['done', () => Promise.resolve(undefined)],
  ])(
    'waits for the reads in progress, and reads and logs nothing after they are %s',
    async (_, end) => {
      const fixture = new ScriptedSettlement();
      fixture.waiting = Array.from({ length: 6 }, (_each, index) =>
        buildOrder(String(index), after(1)),
      );
      let answer!: () => void;
      const ending = new Promise<void>((resolve) => (answer = resolve));
      fixture.find = () => ending.then(end);
      void fixture.settlement.sweep();
      await jest.advanceTimersByTimeAsync(0);
      let isEnded = false;
      const ended = fixture.settlement.onModuleDestroy().then(() => (isEnded = true));
      await jest.advanceTimersByTimeAsync(0);
      expect(isEnded).toBe(false);
      answer();
      await ended;
      expect(fixture.takeQueries().filter((each) => each.startsWith('read'))).toHaveLength(4);
      expect(log).toEqual([]);
    },
  );

  it('does not log a failure of a closing database', async () => {
    const fixture = new ScriptedSettlement();
    let close!: () => void;
    fixture.unsettled = () =>
      new Promise((_resolve, reject) => (close = () => reject(new Error('closed'))));
    void fixture.settlement.sweep();
    await jest.advanceTimersByTimeAsync(0);
    const ended = fixture.settlement.onModuleDestroy();
    close();
    await ended;
    expect(log).toEqual([]);
    expect(jest.getTimerCount()).toBe(0);
  });
});
