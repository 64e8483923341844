import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { InternalAxiosRequestConfig } from 'axios';
import { watchTimers } from '../support/watch-timers.js';
import { Banks, onRequest, onResponse } from './support/bank.js';

const banks = new Banks();

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the time limit of interceptors', () => {
  const ofClient = { until: undefined };

  it.each([
    ['connect and read time limit of the request', { timeout: [2, 3] as const }, [2_000, 3_000]],
    ['those of the client', {}, [5_000, 30_000]],
  ])('is the sum of %s if it has no deadline', async (_what, timeout, [connect = 0, read = 0]) => {
    const bank = await banks.open();
    onRequest(bank, (config) => Promise.resolve(config));
    onRequest(bank, (config) => Promise.resolve(config));
    onResponse(bank, (response) => Promise.resolve(response));
    onResponse(bank, (response) => Promise.resolve(response));
    const sum = connect + read;
    const timers = watchTimers();
    await bank.send({ ...ofClient, ...timeout });
    const own = (lengths: readonly unknown[]) =>
      lengths.filter((ms) => new Set<unknown>([connect, read, sum]).has(ms));
    expect(own(timers.lengths()).filter((ms) => ms === sum)).toHaveLength(2);
    expect(own(timers.lengths())).toHaveLength(5);
    expect(own(timers.running())).toEqual([]);
  });

  it('does not exist if the request has no read time limit', async () => {
    const bank = await banks.open();
    onRequest(bank, (config) => Promise.resolve(config));
    const timers = watchTimers();
    await bank.send({ ...ofClient, timeout: [5, null] });
    expect(timers.lengths()).toEqual([5_000]);
  });

  it('does not start again after the call has ended', async () => {
    const bank = await banks.open();
    const controller = new AbortController();
    const waiting: (() => void)[] = [];
    let reached: (() => void) | undefined;
    const last = new Promise<void>((resolve) => (reached = resolve));
    onRequest(bank, () => {
      reached?.();
      return new Promise(() => undefined);
    });
    onRequest(bank, (config) => new Promise((resolve) => waiting.push(() => resolve(config))));
    const timers = watchTimers();
    const ended = bank.send({ signal: controller.signal });
    while (waiting.length === 0) await new Promise(setImmediate);
    controller.abort();
    await ended;
    waiting.forEach((go) => go());
    await last;
    await new Promise(setImmediate);
    expect(timers.lengths()).toHaveLength(1);
    expect(timers.running()).toEqual([]);
  });
});

describe('a request with interceptors that is in flight', () => {
  it('has an unknown outcome when the caller aborts it', async () => {
    const controller = new AbortController();
    const bank = await banks.open(() => controller.abort(new Error('gone')));
    onRequest(bank, (config) => config);
    expect(await bank.send({ signal: controller.signal })).toMatchObject({
      title: 'Request aborted',
      resultUnknown: true,
      cause: { message: 'gone' },
    });
  });

  it('has an unknown outcome when its deadline passes', async () => {
    const bank = await banks.open(() => undefined);
    onRequest(bank, (config) => Promise.resolve(config));
    expect(await bank.send({ until: performance.now() + 500 })).toMatchObject({
      title: 'Read time limit exceeded',
      resultUnknown: true,
    });
  });

  it('cannot be sent a second time', async () => {
    let kept: InternalAxiosRequestConfig | undefined;
    let second: Promise<unknown> | undefined;
    const bank = await banks.open((_request, response) => {
      second = bank.service.axiosRef.request(kept ?? {}).catch((error: unknown) => error);
      void second.then(() => response.writeHead(201).end());
    });
    onRequest(bank, (config) => void (kept ??= config));
    expect(await bank.send()).toMatchObject({ status: 201 });
    expect(String(await second)).toContain('cannot send a request');
    expect(bank.received).toHaveLength(1);
  });
});

describe('the signal of a call with interceptors', () => {
  it('stops a call that has not begun', async () => {
    const bank = await banks.open();
    const seen: unknown[] = [];
    onRequest(bank, ({ url }) => void seen.push(url));
    expect(await bank.send({ signal: AbortSignal.abort('gone') })).toMatchObject({
      title: 'Request aborted',
      resultUnknown: false,
      cause: 'gone',
    });
    expect(seen).toEqual([]);
  });

  it('has no listener after the call', async () => {
    const bank = await banks.open();
    onRequest(bank, (config) => config);
    const listeners = new Set<unknown>();
    const signal = {
      aborted: false,
      addEventListener: (_type: string, listener: unknown) => listeners.add(listener),
      removeEventListener: (_type: string, listener: unknown) => listeners.delete(listener),
    };
    await bank.send({ signal });
    expect(listeners.size).toBe(0);
  });

  it('is not given to interceptors', async () => {
    const bank = await banks.open();
    const seen: object[] = [];
    onRequest(bank, (config) => void seen.push(config));
    await bank.send({ signal: new AbortController().signal });
    expect(seen[0]).not.toHaveProperty('signal');
  });
});
