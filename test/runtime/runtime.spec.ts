import { getEventListeners } from 'node:events';
import { describe, expect, it, jest } from '@jest/globals';
import { onAbort, Outage, sleep, systemRuntime, within } from '../../lib/runtime/index.js';

describe('systemRuntime', () => {
  it('calls the action once, after the delay', async () => {
    const startedAt = systemRuntime.elapsed();
    await new Promise<void>((resolve) => systemRuntime.after(20, resolve));
    expect(systemRuntime.elapsed() - startedAt).toBeGreaterThanOrEqual(19);
  });

  it('does not call the action of a cancelled timer', async () => {
    let called = false;
    const cancel = systemRuntime.after(5, () => {
      called = true;
    });
    cancel();
    await sleep(systemRuntime, 20);
    expect(called).toBe(false);
  });

  it('does not fire early for a delay above the limit of Node timers', async () => {
    let called = false;
    const cancel = systemRuntime.after(2 ** 40, () => {
      called = true;
    });
    await sleep(systemRuntime, 20);
    cancel();
    expect(called).toBe(false);
  });
});

describe('sleep', () => {
  it('resolves to true after the wait', async () => {
    expect(await sleep(systemRuntime, 1)).toBe(true);
  });

  it('resolves to false when the signal aborts', async () => {
    const controller = new AbortController();
    const waiting = sleep(systemRuntime, 60_000, controller.signal);
    controller.abort();
    expect(await waiting).toBe(false);
  });

  it('resolves to false immediately for an aborted signal', async () => {
    expect(await sleep(systemRuntime, 60_000, AbortSignal.abort())).toBe(false);
  });
});

describe('onAbort', () => {
  it('registers one listener for 1,000 callbacks, runs each once, and removes the listener after the last', () => {
    const controller = new AbortController();
    const { signal } = controller;
    let runs = 0;
    const stops = Array.from({ length: 1000 }, () => onAbort(signal, () => (runs += 1)));
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    for (const stop of stops.slice(0, 400)) stop();
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    controller.abort();
    expect(runs).toBe(600);
  });

  it('removes the listener after the last callback and adds it again for a new one', () => {
    const controller = new AbortController();
    const action = jest.fn();
    onAbort(controller.signal, action)();
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    onAbort(controller.signal, action);
    controller.abort();
    expect(action).toHaveBeenCalledTimes(1);
  });
});

describe('within', () => {
  it('settles like work that ends in time', async () => {
    await expect(within(systemRuntime, 1000, 'It', Promise.resolve(1))).resolves.toBe(1);
    await expect(
      within(systemRuntime, 1000, 'It', Promise.reject(new RangeError('no'))),
    ).rejects.toThrow(RangeError);
  });

  it('rejects with a TimeoutError after the time limit', async () => {
    await expect(
      within(systemRuntime, 5, 'Redis', new Promise(() => undefined)),
    ).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'Redis did not respond within 0.005 s',
    });
  });
});

describe('Outage', () => {
  it('reports its start and end once and allows one attempt every five seconds', () => {
    let now = 0;
    const report = { down: jest.fn(), back: jest.fn() };
    const outage = new Outage({ ...systemRuntime, elapsed: () => now }, report);
    expect([outage.mayTry(), outage.mayTry()]).toEqual([true, true]);
    outage.failed(new Error('first'));
    outage.failed(new Error('second'));
    expect(outage.mayTry()).toBe(false);
    now = 5000;
    expect([outage.mayTry(), outage.mayTry()]).toEqual([true, false]);
    outage.answered();
    outage.answered();
    expect([outage.mayTry(), outage.mayTry()]).toEqual([true, true]);
    expect(report.down).toHaveBeenCalledTimes(1);
    expect(report.back).toHaveBeenCalledTimes(1);
  });
});
