import { describe, expect, it } from '@jest/globals';
import { sleep, systemRuntime } from '../../lib/runtime/index.js';

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

  it('keeps a delay beyond the limit of Node timers from firing at once', async () => {
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

  it('resolves to false as soon as the signal aborts, and leaves no listener', async () => {
    const controller = new AbortController();
    const waiting = sleep(systemRuntime, 60_000, controller.signal);
    controller.abort();
    expect(await waiting).toBe(false);
  });

  it('resolves to false at once when the signal has aborted before', async () => {
    expect(await sleep(systemRuntime, 60_000, AbortSignal.abort())).toBe(false);
  });
});
