import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { InFlight } from '../../lib/client/caller.js';
import { ManualRuntime } from '../support/manual-runtime.js';

let runtime: ManualRuntime;
let calls: InFlight;

beforeEach(() => {
  runtime = new ManualRuntime();
  calls = new InFlight(runtime);
});

/** Returns whether the promise has settled after all pending work has run. */
async function isSettled(work: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void work.then(() => (settled = true));
  await runtime.advance(0);
  return settled;
}

afterEach(() => void jest.restoreAllMocks());

describe('the calls in flight', () => {
  it('counts the calls from their start to their end', async () => {
    expect(calls.count).toBe(0);
    expect(await isSettled(calls.idle())).toBe(true);
    calls.enter();
    calls.enter();
    expect(calls.count).toBe(2);
    const idle = [calls.idle(), calls.idle()];
    calls.leave();
    expect(await isSettled(Promise.race(idle))).toBe(false);
    calls.leave();
    expect(await isSettled(Promise.all(idle))).toBe(true);
    expect(calls.count).toBe(0);
  });

  it('drain resolves when the last call ends', async () => {
    calls.enter();
    const drained = calls.drain(1000);
    expect(calls.draining).toBe(true);
    await runtime.advance(999);
    expect(await isSettled(drained)).toBe(false);
    calls.leave();
    expect(await isSettled(drained)).toBe(true);
    expect(runtime.pendingTimers).toBe(0);
  });

  it('drain resolves after its time limit even if a call is still in flight', async () => {
    calls.enter();
    const drained = calls.drain(1000);
    await runtime.advance(1000);
    expect(await isSettled(drained)).toBe(true);
    expect(calls.closed.aborted).toBe(false);
  });

  it.each([
    ['there are no calls', 0, 1000],
    ['the limit is 0', 1, 0],
  ])('drain sets no timer when %s', async (_condition, count, ms) => {
    for (let call = 0; call < count; call += 1) calls.enter();
    const after = jest.spyOn(runtime, 'after');
    await calls.drain(ms);
    expect(after).not.toHaveBeenCalled();
    expect(calls.draining).toBe(true);
  });

  it('close aborts the calls', () => {
    expect([calls.draining, calls.closed.aborted]).toEqual([false, false]);
    calls.close();
    expect([calls.draining, calls.closed.aborted]).toEqual([true, true]);
  });
});
