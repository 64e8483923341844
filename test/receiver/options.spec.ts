import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ModuleMetadata } from '@nestjs/common';
import { BullMqEventQueue } from '../../lib/receiver/bullmq/bullmq-event-queue.js';
import {
  InMemoryEventStore,
  InMemoryReconcilerCursor,
  OnPixRecebido,
  PixReconciler,
  PixWebhookReceiverModule,
  PixWebhookWorkerModule,
  PostgresEventStore,
  postgresEventStoreSchema,
  PostgresReconcilerCursor,
  RedisEventStore,
  RedisReconcilerCursor,
} from '../../lib/receiver/index.js';
import { resolveReceiverSettings } from '../../lib/receiver/nest/receiver.options.js';
import { resolveWorkerSettings } from '../../lib/receiver/nest/worker.module.js';
import { systemRuntime } from '../../lib/runtime/index.js';
import { forWrongValues, type Accepted } from '../support/wrong-values.js';
import { startApp, type RunningApp } from './support/app.js';
import { pix } from './support/notifications.js';
import { post } from './support/post.js';
import { Provider } from './support/provider.js';
import { Queue } from './support/queue.js';

const secret = 'a-long-and-random-secret-of-tests';
const base = { authentication: { secret } };
const text = ['text', 'empty'] as const;

/** Untyped options, as JavaScript, JSON and the environment contain them. */
type Untyped = Record<string, unknown>;

/** Sets the value at a path such as `authentication.mtls`. */
function withValue(options: Untyped, path: string, value: unknown): Untyped {
  const [first = '', ...rest] = path.split('.');
  const inner = (options[first] ?? {}) as Untyped;
  return {
    ...options,
    [first]: rest.length === 0 ? value : withValue(inner, rest.join('.'), value),
  };
}

function refusal(name: string) {
  return { name: 'ConfigurationError', message: expect.stringContaining(name) };
}

function expectRefusal(work: () => unknown, name: string): void {
  let result: unknown;
  try {
    result = work();
  } catch (error) {
    expect(error).toMatchObject(refusal(name));
    return;
  }
  throw new Error(`accepted: ${inspect(result)}`);
}

/** A client of PostgreSQL and of Redis that is never used. */
const client = {
  options: { host: 'localhost' },
  query: () => Promise.reject(new Error()),
  eval: () => Promise.reject(new Error()),
};

describe('options of PixWebhookReceiverModule', () => {
  const resolve = (options: Untyped) => resolveReceiverSettings(options);

  it('accepts all options at the same time', () => {
    const authentication = {
      secret: { value: [secret], parameter: 'token' },
      allowedIps: ['10.0.0.1'],
      trustedProxies: ['10.0.0.2'],
      mtls: { header: 'x-verify', value: 'SUCCESS' },
      resolve: () => undefined,
      resolveTimeout: 1,
    };
    const options = {
      path: '/a',
      useGlobalPrefix: false,
      notifications: ['pix'],
      authentication,
      dangerouslyAllowUnauthenticated: false,
      verifyWithProvider: true,
      recebidos: new Provider(),
      store: new InMemoryEventStore(),
      queue: new Queue(),
      reconciler: {
        every: 60,
        cursor: new InMemoryReconcilerCursor(),
        overlap: 1,
        lookback: 1,
        refundLookback: 1,
        withoutTxid: true,
      },
      maxBodySize: 1,
      maxEvents: 1,
      concurrency: 1,
      runtime: systemRuntime,
    };
    expect(resolve(options)).toMatchObject({ path: '/a', verifyWithProvider: true });
    const undefinedOptions = Object.fromEntries(
      Object.keys(options).map((name) => [name, undefined]),
    );
    expect(resolve({ ...undefinedOptions, ...base })).toMatchObject({ path: '/webhooks/pix' });
  });

  it('refuses a value of a wrong type', () => {
    const accepted: Accepted = {
      path: text,
      useGlobalPrefix: ['flag'],
      notifications: [],
      authentication: ['object'],
      dangerouslyAllowUnauthenticated: ['flag'],
      verifyWithProvider: ['flag'],
      recebidos: [],
      store: [],
      queue: [],
      reconciler: ['object'],
      maxBodySize: ['number'],
      maxEvents: ['number'],
      concurrency: ['number'],
      runtime: [],
      'authentication.mtls': [],
      'authentication.secret': [],
      // Reported as the secret itself: see the next test.
      'authentication.secret.value': ['null', ...text, 'list'],
      'authentication.secret.parameter': text,
      'authentication.secret.in': [],
      'authentication.allowedIps': [],
      'authentication.trustedProxies': ['list'],
      'authentication.resolve': ['function'],
      'authentication.resolveTimeout': ['number'],
      'authentication.mtls.ca': text,
      'authentication.mtls.crl': text,
      'authentication.mtls.subject': [...text, 'function'],
      'authentication.mtls.header': text,
      'authentication.mtls.ownServer': ['flag'],
      'authentication.mtls.value': text,
      'reconciler.every': ['number'],
      'reconciler.cursor': [],
      'reconciler.overlap': ['number'],
      'reconciler.lookback': ['number'],
      'reconciler.refundLookback': ['number'],
      'reconciler.withoutTxid': ['flag'],
    };
    forWrongValues(accepted, (option, value) => {
      const given = option.startsWith('authentication.secret.')
        ? { authentication: { secret: { value: secret } } }
        : base;
      // An object without its members is reported by the name of a member.
      expectRefusal(() => resolve(withValue(given, option, value)), option);
    });
  });

  it.each([
    ['verifyWithProvidr', 'verifyWithProvider'],
    ['maxEvent', 'maxEvents'],
    ['maxbodysize', 'maxBodySize'],
    ['notification', 'notifications'],
    ['Path', 'path'],
    ['authentication.mtsl', 'mtls'],
    ['authentication.allowedIPs', 'allowedIps'],
    ['authentication.allowedIp', 'allowedIps'],
    ['authentication.resolvTimeout', 'resolveTimeout'],
    ['authentication.trustedProxy', 'trustedProxies'],
    ['authentication.secret.paramter', 'parameter'],
    ['authentication.mtls.subjet', 'subject'],
    ['authentication.mtls.headr', 'header'],
    ['reconciler.evry', 'every'],
  ])('refuses %s and suggests %s', (option, meant) => {
    const given = {
      authentication: { secret: { value: secret } },
    };
    expectRefusal(
      () => resolve(withValue(given, option, true)),
      `${option} is not an option: did you mean ${meant}?`,
    );
  });

  it.each([null, undefined, '', [], [secret, 5]])('refuses the value %p of a secret', (value) => {
    expectRefusal(
      () => resolve({ authentication: { secret: { value } } }),
      'authentication.secret',
    );
  });

  it('lists all problems in one error', () => {
    const options = {
      verifyWithProvider: 'true',
      maxEvent: 3,
      authentication: { mtsl: {}, secret: 5 },
    };
    for (const name of ['verifyWithProvider', 'maxEvent', 'mtsl', 'authentication.secret']) {
      expectRefusal(() => resolve(options), name);
    }
  });

  it('refuses the name of a parameter for Basic credentials', () => {
    const basic = { value: secret, parameter: 'token', in: 'basic' } as const;
    expectRefusal(
      () => resolve({ authentication: { secret: basic } }),
      'authentication.secret has parameter',
    );
  });

  it('refuses the combined options of both kinds of mtls, and an empty header', () => {
    const trustedProxies = ['10.0.0.1'];
    const both = { ca: 'x', header: 'x-verify', value: 'SUCCESS' };
    expectRefusal(() => resolve({ authentication: { trustedProxies, mtls: both } }), 'keep one');
    const empty = { ca: [], header: '' };
    expectRefusal(
      () => resolve({ authentication: { trustedProxies, mtls: empty } }),
      'header is empty',
    );
  });

  it('refuses what is not an object', () => {
    forWrongValues({ options: ['object'] }, (_option, value) => {
      expectRefusal(() => resolve(value as Untyped), 'options must be an object');
    });
  });
});

describe('the modules of the receiver', () => {
  const receiver = PixWebhookReceiverModule as unknown as Record<
    'forRoot' | 'forRootAsync',
    (options?: unknown) => never
  >;
  const worker = PixWebhookWorkerModule as unknown as typeof receiver;

  /** Starts an application with a handler. */
  const start = async (build: () => never) => {
    class Handler {
      on(): void {
        // Any handler requires authentication.
      }
    }
    const descriptor = Object.getOwnPropertyDescriptor(Handler.prototype, 'on');
    OnPixRecebido()(Handler.prototype, 'on', descriptor ?? {});
    const metadata: ModuleMetadata = { imports: [build()], providers: [Handler] };
    const { app } = await startApp('Express', metadata);
    await app.close();
  };

  it.each<[string, () => never, string]>([
    ['forRoot()', () => receiver.forRoot(), 'Configure `authentication`'],
    ['forRoot(null)', () => receiver.forRoot(null), 'PixWebhookReceiverModule.forRoot'],
    ['forRoot(text)', () => receiver.forRoot('x'), 'PixWebhookReceiverModule.forRoot'],
    [
      'forRoot with a name of a wrong type',
      () => receiver.forRoot({ ...base, name: 5 }),
      'name must be text',
    ],
    ['forRoot with the name null', () => receiver.forRoot({ ...base, name: null }), 'name must be'],
    ['forRoot with nme', () => receiver.forRoot({ ...base, nme: 'filial' }), 'did you mean name?'],
    [
      'forRootAsync()',
      () => receiver.forRootAsync(),
      'forRootAsync: the options must be an object',
    ],
    [
      'forRootAsync({})',
      () => receiver.forRootAsync({}),
      'useFactory, useClass or useExisting is required',
    ],
    [
      'forRootAsync with useFactry',
      () => receiver.forRootAsync({ useFactry: () => base }),
      'did you mean useFactory?',
    ],
    [
      'forRootAsync with nme',
      () => receiver.forRootAsync({ nme: 'filial', useFactory: () => base }),
      'did you mean name?',
    ],
    [
      'forRootAsync with a factory that is not a function',
      () => receiver.forRootAsync({ useFactory: base }),
      'useFactory must be a function',
    ],
    ...[undefined, null, 5].map((made): [string, () => never, string] => [
      `a factory that returns ${made}`,
      () => receiver.forRootAsync({ useFactory: () => made }),
      'the options must be an object',
    ]),
    ['worker forRoot()', () => worker.forRoot(), 'PixWebhookWorkerModule.forRoot'],
    ['worker forRoot(null)', () => worker.forRoot(null), 'PixWebhookWorkerModule.forRoot'],
    ['worker forRootAsync()', () => worker.forRootAsync(), 'PixWebhookWorkerModule.forRootAsync'],
    [
      'a worker factory that returns undefined',
      () => worker.forRootAsync({ useFactory: () => undefined }),
      'the options must be an object',
    ],
  ])('refuse %s', async (_case, build, message) => {
    await expect(start(build)).rejects.toMatchObject(refusal(message));
  });

  it('refuse options of a worker with a wrong value or name', () => {
    const parts = { queue: new Queue(), store: new InMemoryEventStore() };
    const refuse = (option: string, value: unknown) =>
      expectRefusal(() => resolveWorkerSettings({ ...parts, [option]: value }), option);
    forWrongValues({ queue: [], store: [], receivers: ['list'] }, refuse);
    refuse('recievers', []);
    refuse('concurrency', 5);
  });
});

describe('a value that authentication.resolve returns', () => {
  let running: RunningApp;
  let answer: unknown;

  beforeEach(async () => {
    running = await startApp('Express', {
      imports: [
        PixWebhookReceiverModule.forRoot({
          path: '/w/:tenant',
          queue: new Queue(),
          authentication: { resolve: () => answer as never },
        }),
      ],
    });
  });

  afterEach(() => running.app.close());

  it('authenticates its tenant when it is valid', async () => {
    answer = { secret };
    expect((await post(running.port, `/w/acme/pix?hmac=${secret}`, [pix()])).status).toBe(200);
  });

  it.each<[string, unknown, string]>([
    ['a misspelt check', { secret, allowedIp: ['10.0.0.1'] }, 'did you mean allowedIps?'],
    [
      'a misspelt check of a certificate',
      { secret, mtls: { ca: [], subjet: 'y' } },
      'did you mean subject?',
    ],
    [
      'a misspelt parameter',
      { secret: { value: secret, paramter: 'x' } },
      'did you mean parameter?',
    ],
    ['a number as secret', { secret: 5 }, 'secret must be'],
    ['null as certificate', { secret, mtls: null }, 'mtls is null'],
    ['text as certificate', { secret, mtls: 'x' }, 'mtls must be'],
    ['text as addresses', { secret, allowedIps: '10.0.0.1' }, 'allowedIps must be'],
    ['text as source', { secret, recebidos: 'x' }, 'recebidos must be'],
    ['a number as tenant', { secret, tenant: 5 }, 'tenant must be'],
    ['text', 'x', 'must return an object'],
    ['a list', [secret], 'must return an object'],
  ])('is refused and logged once: %s', async (_case, returned, problem) => {
    answer = returned;
    const { status } = await post(running.port, `/w/acme/pix?hmac=${secret}`, [pix()]);
    expect(status).toBe(503);
    expect(running.log.lines.filter((line) => line.includes(problem))).toHaveLength(1);
    expect(running.log.text).not.toContain('TypeError');
  });
});

describe('options of stores, cursors and queues', () => {
  const leases: Accepted = { lease: ['number'], ttl: ['number'], timeout: ['number'] };
  const cases: [string, (options: unknown) => object, Accepted][] = [
    [
      'InMemoryEventStore',
      (options) => new InMemoryEventStore(options as never),
      { ttl: ['number'], maxEntries: ['number'] },
    ],
    [
      'PostgresEventStore',
      (options) => new PostgresEventStore(client, options as never),
      { ...leases, table: text },
    ],
    [
      'RedisEventStore',
      (options) => new RedisEventStore(client, options as never),
      { ...leases, prefix: text },
    ],
    [
      'PostgresReconcilerCursor',
      (options) => new PostgresReconcilerCursor(client, options as never),
      { table: text, name: text, encryptionKey: [] },
    ],
    [
      'RedisReconcilerCursor',
      (options) => new RedisReconcilerCursor(client, options as never),
      { key: text, encryptionKey: [] },
    ],
    [
      'BullMqEventQueue',
      (options) =>
        new BullMqEventQueue(
          (typeof options === 'object' && options && !Array.isArray(options)
            ? { connection: {}, ...options }
            : options) as never,
        ),
      {
        connection: ['object'],
        encryptionKey: [],
        name: text,
        prefix: text,
        attempts: ['number'],
        backoff: ['number'],
        concurrency: ['number'],
        lease: ['number'],
        keepCompleted: ['number'],
        keepDeadLetters: ['number'],
        timeout: ['number'],
      },
    ],
  ];

  it.each(cases)('%s refuses a value of a wrong type', (owner, build, accepted) => {
    forWrongValues(accepted, (option, value) => {
      expectRefusal(() => build({ [option]: value }), `${owner}: ${option}`);
    });
  });

  it.each(cases)(
    '%s accepts left out options and refuses unknown names',
    (owner, build, accepted) => {
      const names = Object.keys(accepted);
      const leftOut = names
        .filter((name) => name !== 'connection')
        .map((name) => [name, undefined]);
      expect(build(Object.fromEntries(leftOut)).constructor.name).toBe(owner);
      for (const name of names) {
        const misspelt = `${name}x`;
        expectRefusal(
          () => build({ [misspelt]: 1 }),
          `${misspelt} is not an option: did you mean ${name}?`,
        );
      }
      for (const value of [null, 'text', 5, []]) {
        expectRefusal(() => build(value), `${owner}: the options must be an object`);
      }
    },
  );

  it.each<[string, (first: never) => object]>([
    ['PostgresEventStore', (first) => new PostgresEventStore(first)],
    ['RedisEventStore', (first) => new RedisEventStore(first)],
    ['PostgresReconcilerCursor', (first) => new PostgresReconcilerCursor(first)],
    ['RedisReconcilerCursor', (first) => new RedisReconcilerCursor(first)],
  ])('%s refuses what is not a client', (owner, build) => {
    forWrongValues({ client: [] }, (_option, value) => {
      expectRefusal(() => build(value as never), `${owner}: the first argument must be`);
    });
    expectRefusal(() => build(undefined as never), `${owner}: the first argument must be`);
  });

  it.each([{ ttl: -1 }, { maxEntries: -1 }, { ttl: Number.NaN }])(
    'InMemoryEventStore refuses %p',
    (options) => {
      expectRefusal(() => new InMemoryEventStore(options), Object.keys(options)[0] ?? '');
    },
  );

  it('postgresEventStoreSchema refuses what is not a table name', () => {
    for (const wrong of [null, 5, 5n, {}]) {
      expectRefusal(() => postgresEventStoreSchema(wrong as never), 'table name');
    }
  });
});

it('PixReconciler does not show the objects that it works with', () => {
  const canary = 'canary-5f2b';
  const options = { receiver: canary, reconciler: { cursor: canary } } as never;
  const reconciler = new PixReconciler(
    options,
    { sink: canary } as never,
    { finder: canary } as never,
  );
  const members = Object.getOwnPropertyNames(reconciler).map((name) =>
    Reflect.get(reconciler, name),
  );
  expect(inspect(members, { depth: 9 })).not.toContain(canary);
});
