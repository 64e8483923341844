import { describe, expect, it } from '@jest/globals';
import type { ConfigurationError } from '../../lib/errors/index.js';
import { anything, OptionChecker } from '../../lib/options/index.js';
import { resolveBullMqSettings } from '../../lib/receiver/bullmq/bullmq-event-queue.js';
import { JobSeal } from '../../lib/receiver/bullmq/job-seal.js';
import { jobId, jobOptions } from '../../lib/receiver/bullmq/jobs.js';
import { isName } from '../../lib/receiver/events.js';
import { normalizePath } from '../../lib/receiver/http/request.js';
import { InMemoryEventStore } from '../../lib/receiver/index.js';
import {
  type PixWebhookReceiverOptions,
  resolveReceiverSettings,
} from '../../lib/receiver/nest/receiver.options.js';
import { resolveWorkerSettings } from '../../lib/receiver/nest/worker.module.js';
import { reconcilerRule, resolveReconciler } from '../../lib/receiver/provider/reconciliation.js';
import { checkStore, leaseTable, leaseTimes } from '../../lib/receiver/stores/shared-store.js';
import { Provider } from './support/provider.js';
import { Queue } from './support/queue.js';

const HOUR = 3_600_000;
const secret = 'a-long-and-random-secret-of-tests';

describe('options of PixWebhookReceiverModule', () => {
  const resolve = (options: PixWebhookReceiverOptions) =>
    resolveReceiverSettings({ authentication: { secret }, ...options });

  it('have defaults', () => {
    expect(resolve({})).toMatchObject({
      name: 'default',
      path: '/webhooks/pix',
      hasTenants: false,
      useGlobalPrefix: true,
      dangerouslyAllowUnauthenticated: false,
      needsTls: false,
      verifyWithProvider: false,
      recebidos: undefined,
      queue: undefined,
      maxBodySize: 1_048_576,
      maxEvents: 1000,
      concurrency: 10,
    });
    const { accepted, store, reconciler } = resolve({});
    expect([...accepted]).toEqual(['pix', 'rec', 'cobr']);
    expect(store).toBeInstanceOf(InMemoryEventStore);
    expect(reconciler).toMatchObject({
      every: undefined,
      overlap: HOUR,
      lookback: 24 * HOUR,
      refundLookback: 90 * 24 * HOUR,
      withoutTxid: false,
    });
  });

  it('have the given values', () => {
    const queue = new Queue();
    const given = { maxBodySize: 1, maxEvents: 1, useGlobalPrefix: false, queue } as const;
    expect(resolve({ ...given, path: 'a/b/' })).toMatchObject({ ...given, path: '/a/b' });
    const open = { dangerouslyAllowUnauthenticated: true };
    expect(resolve(open)).toMatchObject(open);
    expect(resolve({ verifyWithProvider: true }).verifyWithProvider).toBe(true);
  });

  it.each<[PixWebhookReceiverOptions, string]>([
    [{ maxBodySize: 0 }, 'maxBodySize must be a positive integer'],
    [{ maxEvents: 1.5 }, 'maxEvents must be a positive integer'],
    [{ concurrency: 0 }, 'concurrency must be a positive integer'],
    [{ notifications: [] }, 'notifications must contain one or more of pix, rec, cobr'],
    [{ notifications: ['pix', 'x' as never] }, 'notifications must contain one or more of'],
    [{ path: '/a?b' }, 'path must not contain a query'],
    [{ path: '/a/*' }, 'path must not contain a query'],
    [{ path: '/:id' }, 'path must not contain a query'],
    [{ path: '/:tenant/:tenant' }, 'path must not contain a query'],
    [{ path: '/a b' }, 'path must not contain a query'],
  ])('are refused when they contain %j', (options, problem) => {
    expect(() => resolve(options)).toThrow(problem);
  });

  it('report every problem at once', () => {
    expect(() => resolve({ maxBodySize: 0, maxEvents: 0, path: '#' })).toThrow(
      /maxBodySize must be.*; maxEvents must be.*; path must not contain a query/,
    );
  });

  it.each<[PixWebhookReceiverOptions, string | undefined]>([
    [{}, 'authentication.resolve is required'],
    [{ dangerouslyAllowUnauthenticated: true }, undefined],
    [
      { dangerouslyAllowUnauthenticated: true, verifyWithProvider: true },
      'verifyWithProvider requires authentication.resolve',
    ],
    [{ recebidos: new Provider() }, 'recebidos would be the same for all tenants'],
    [{ reconciler: { every: 60 } }, 'reconciler.every does not support tenants'],
  ])('are checked for a path with :tenant: %j', (options, problem) => {
    const resolvePath = () =>
      resolveReceiverSettings({
        path: '/p/:tenant',
        ...(options.recebidos || options.reconciler
          ? { authentication: { resolve: () => undefined } }
          : {}),
        ...options,
      });
    if (problem === undefined) expect(resolvePath().hasTenants).toBe(true);
    else expect(resolvePath).toThrow(problem);
  });
});

describe('normalizePath', () => {
  it('writes one slash before each segment and none at the end', () => {
    expect(normalizePath('a//b/', '/c')).toBe('/a/b/c');
    expect(normalizePath('/')).toBe('');
    expect(normalizePath('', '')).toBe('');
  });
});

describe('name of a receiver or tenant', () => {
  it.each(['a', 'A-z_0.9~', 'a'.repeat(64)])('accepts %s', (name) => {
    expect(isName(name)).toBe(true);
  });

  it.each(['', 'a'.repeat(65), 'a/b', 'a:b', '/a', 'a/', 'a\n', 1, undefined])(
    'refuses %j',
    (name) => {
      expect(isName(name)).toBe(false);
    },
  );
});

describe('options of PixReconciler', () => {
  const problems = (options: object) => {
    const checker = new OptionChecker();
    checker.shape(options, reconcilerRule);
    try {
      checker.throwIfAny();
      return [];
    } catch (error) {
      return (error as ConfigurationError).details!.problems;
    }
  };

  it.each([{ every: 1 }, { every: 86_400 * 24 }, { overlap: 0, lookback: 0, refundLookback: 0 }])(
    'accept %j',
    (options) => {
      expect(problems(options)).toEqual([]);
    },
  );

  it.each([
    { every: 0.9 },
    { every: 86_400 * 24 + 1 },
    { every: Number.NaN },
    { overlap: -1 },
    { lookback: Infinity },
  ])('refuse %j', (options) => {
    expect(problems(options)).toHaveLength(1);
  });

  it('convert seconds to milliseconds', () => {
    const options = { every: 2, overlap: 3, lookback: 4, refundLookback: 5, withoutTxid: true };
    expect(resolveReconciler(options)).toMatchObject({
      every: 2000,
      overlap: 3000,
      lookback: 4000,
      refundLookback: 5000,
      withoutTxid: true,
    });
  });
});

describe('options of BullMqEventQueue', () => {
  const connection = { host: '127.0.0.1' };

  it('have defaults', () => {
    expect(resolveBullMqSettings({ connection })).toEqual({
      connection,
      name: 'pix-webhook',
      prefix: 'bull',
      attempts: 12,
      backoff: 1000,
      concurrency: 8,
      lease: 30_000,
      keepCompleted: 3600,
      keepDeadLetters: 30 * 24 * 3600,
      seal: expect.any(JobSeal),
      timeout: 5000,
    });
  });

  it('accept the smallest values', () => {
    const least = { attempts: 1, concurrency: 1, backoff: 0.001, lease: 0.001, timeout: 0.001 };
    expect(
      resolveBullMqSettings({ connection, ...least, keepCompleted: 0, prefix: 'p' }),
    ).toMatchObject({ attempts: 1, concurrency: 1, backoff: 1, lease: 1, prefix: 'p' });
  });

  it.each([
    { attempts: 0 },
    { concurrency: 1.5 },
    { backoff: 0 },
    { lease: Infinity },
    { timeout: Number.NaN },
    { keepCompleted: -1 },
    { keepCompleted: Infinity },
    { keepDeadLetters: 0 },
    { encryptionKey: 'short' },
    { encryptionKey: [Buffer.alloc(32), 'short'] },
    { encryptionKey: [] },
    { name: '' },
    { name: 'a:b' },
  ])('are refused with only %j', (options) => {
    expect(() => resolveBullMqSettings({ connection, ...options })).toThrow(
      Object.keys(options)[0],
    );
  });
});

describe('jobs of BullMqEventQueue', () => {
  it('have an id without colons and the configured attempts, and remain after a failure', () => {
    expect(jobId('devolucao:E1:d:DEVOLVIDO')).toBe('devolucao.E1.d.DEVOLVIDO');
    const settings = resolveBullMqSettings({ connection: {}, attempts: 3, backoff: 2 });
    expect(jobOptions('pix:E1', settings)).toEqual({
      jobId: 'pix.E1',
      attempts: 3,
      backoff: { type: 'exponential', delay: 2000 },
      removeOnComplete: { age: 3600 },
      removeOnFail: false,
      stackTraceLimit: 0,
    });
    expect(jobOptions('a', { ...settings, keepCompleted: 0 }).removeOnComplete).toBe(true);
  });
});

describe('times of a shared store', () => {
  it('have defaults', () => {
    expect(leaseTimes({})).toEqual({
      lease: 30_000,
      ttl: 100 * 24 * HOUR,
      timeout: 5000,
    });
    expect(leaseTimes({ lease: 0.0001 }).lease).toBe(1);
  });

  it.each([{ lease: 0 }, { ttl: -1 }, { timeout: Infinity }])('refuse %j', (options) => {
    const [name] = Object.keys(options);
    const check = () => checkStore('Store', [{}, anything], [options, leaseTable.rule]);
    expect(check).toThrow(`Store: ${name!} must be a positive number`);
  });
});

describe('options of PixWebhookWorkerModule', () => {
  const parts = { queue: new Queue(), store: new InMemoryEventStore() };

  it.each([{}, { receivers: undefined }, { receivers: [] }, { receivers: ['a', 'b'] }])(
    'accept %j',
    (options) => {
      expect(resolveWorkerSettings({ ...parts, ...options })).toEqual({
        ...parts,
        receivers: (options as { receivers?: string[] }).receivers,
        globalEnhancers: [],
      });
    },
  );

  it.each([{ receivers: ['a', '/'] }, { receivers: 'a' as never }])('refuse %j', (options) => {
    expect(() => resolveWorkerSettings({ ...parts, ...options })).toThrow(
      'receivers must be a list',
    );
  });
});
