import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { ValidationError } from '../../lib/errors/index.js';
import {
  PixReconciler,
  PixWebhookReceiverModule,
  PixWebhookStats,
  OnPixRecebido,
  type PixWebhookAuthentication,
  type PixWebhookReceiverOptions,
  type PixWebhookTenant,
  type PixWebhookTenantRequest,
} from '../../lib/receiver/index.js';
import { buildPix } from '../../lib/testing.js';
import { TestAuthority, type TestCertificate } from '../support/certificates.js';
import { ManualRuntime } from '../support/manual-runtime.js';
import { platforms, startApp, type RunningApp } from './support/app.js';
import { pix } from './support/notifications.js';
import { Orders } from './support/orders.js';
import { post } from './support/post.js';
import { Provider } from './support/provider.js';
import { Queue } from './support/queue.js';

type Resolve = NonNullable<PixWebhookAuthentication['resolve']>;

const secretOf = (tenant: string) => `the-long-secret-of-${tenant}`;
const addressOf = (tenant: string, secret = secretOf(tenant)) =>
  `/webhooks/${tenant}/pix?hmac=${secret}`;

describe.each(platforms)('tenants on %s', (platform) => {
  let running: RunningApp & { orders: Orders };
  let asked: PixWebhookTenantRequest[];
  let tenants: Map<string, unknown>;

  /** Answers from `tenants`, as a database would. */
  const find: Resolve = async (request) => {
    asked.push(request);
    return tenants.get(request.tenant) as PixWebhookTenant | undefined;
  };

  async function start(
    resolve: Resolve = find,
    authentication: PixWebhookAuthentication = {},
    options: PixWebhookReceiverOptions & { name?: string } = {},
    https?: object,
  ) {
    const started = await startApp(
      platform,
      {
        imports: [
          PixWebhookReceiverModule.forRoot({
            path: '/webhooks/:tenant',
            authentication: { resolve, ...authentication },
            ...options,
          }),
        ],
        providers: [Orders],
      },
      https ? { https } : {},
    );
    running = { ...started, orders: started.app.get(Orders) };
    return running;
  }

  const statusOf = async (address: string, body: unknown = [pix()]) =>
    (await post(running.port, address, body)).status;

  afterEach(async () => {
    asked = [];
    await running.app.close();
  });

  const acmeAndLoja = () => {
    asked = [];
    tenants = new Map([
      ['acme', { secret: secretOf('acme') }],
      ['loja', { secret: [secretOf('loja'), secretOf('loja-2')] }],
    ]);
  };

  it('are each let in by their own secret, and handlers know which it is', async () => {
    acmeAndLoja();
    await start();
    expect(await statusOf(addressOf('acme'))).toBe(200);
    expect(await statusOf(addressOf('loja', secretOf('loja-2')))).toBe(200);
    expect(await statusOf(addressOf('acme', secretOf('loja')))).toBe(403);
    const contexts = running.orders.heard.map(({ context }) => context);
    expect(contexts.map(({ tenant }) => tenant)).toEqual(['acme', 'loja']);
    expect(contexts[0]!.receiver).toBe('default');
    expect(contexts[0]!.eventKey).toMatch(/^default\/acme\/pix:E/);
    expect(asked[0]).toMatchObject({ receiver: 'default', tenant: 'acme' });
    expect(asked[0]!.signal.aborted).toBe(false);
  });

  it('do not suppress each other’s events', async () => {
    acmeAndLoja();
    await start();
    const paid = pix();
    expect(await statusOf(addressOf('loja'), [{ ...paid, valor: '1.00' }])).toBe(200);
    expect(await statusOf(addressOf('acme'), [paid])).toBe(200);
    expect(await statusOf(addressOf('acme'), [paid])).toBe(200);
    expect(running.orders.heard.map(({ payload }) => payload.valor)).toEqual(['1.00', '37.00']);
  });

  it('that do not exist are answered as a wrong secret is', async () => {
    acmeAndLoja();
    tenants.set('null', null);
    await start();
    const answers = await Promise.all(
      [addressOf('acme', 'wrong'), addressOf('nobody'), addressOf('null'), addressOf('a%20b')].map(
        (address) => post(running.port, address, [pix()]),
      ),
    );
    const [wrong, ...unknown] = answers.map(({ headers, ...answer }) => ({
      ...answer,
      headers: { ...headers, date: '' },
    }));
    expect(wrong).toMatchObject({ status: 403, body: '' });
    for (const answer of unknown) expect(answer).toEqual(wrong);
    expect(running.log.text).toContain('Refused a notification from 127.0.0.1: unknown tenant');
    expect(running.log.text).not.toMatch(/the-long-secret|nobody/);
  });

  it('are not looked up by names that can be none, nor for callers whom the other parts refuse', async () => {
    acmeAndLoja();
    await start(find, { allowedIps: ['10.0.0.1'] });
    expect(await statusOf(addressOf('acme'))).toBe(403);
    await running.app.close();
    await start();
    for (const name of ['a%2fb', 'a:b', 'x'.repeat(65), '%00', '*']) {
      expect(await statusOf(addressOf(name))).toBe(403);
    }
    expect(asked).toEqual([]);
  });

  it('must satisfy the parts that are for all of them as well', async () => {
    acmeAndLoja();
    tenants.set('acme', { allowedIps: ['127.0.0.1'] });
    tenants.set('loja', { allowedIps: ['10.0.0.1'] });
    await start(find, { secret: secretOf('all') });
    expect(await statusOf(addressOf('acme', secretOf('all')))).toBe(200);
    expect(await statusOf(addressOf('loja', secretOf('all')))).toBe(403);
    expect(await statusOf(addressOf('acme'))).toBe(403);
  });

  it('get the name that the resolver gives them', async () => {
    acmeAndLoja();
    tenants.set('ACME', { secret: secretOf('acme'), tenant: 'acme' });
    await start();
    const paid = pix();
    expect(await statusOf(addressOf('acme'), [paid])).toBe(200);
    expect(await statusOf(addressOf('ACME', secretOf('acme')), [paid])).toBe(200);
    expect(running.orders.heard.map(({ context }) => context.tenant)).toEqual(['acme']);
  });

  it('are found in any segment, and other paths are left to the application', async () => {
    acmeAndLoja();
    await start(find, {}, { path: '/t/:tenant/pix-in' });
    expect(await statusOf(`/t/acme/pix-in?hmac=${secretOf('acme')}`)).toBe(200);
    expect(await statusOf(`/t/acme/pix-in/pix?hmac=${secretOf('acme')}`)).toBe(200);
    expect(await statusOf(`/t/acme/pix-in?hmac=${secretOf('acme')}/pix`)).toBe(200);
    for (const path of [
      '/t/acme',
      '/t/acme/pix',
      '/t//pix-in',
      '/t/acme/other/pix-in',
      '/t/acme/pix-in/x',
    ]) {
      expect(await statusOf(`${path}?hmac=${secretOf('acme')}`)).toBe(404);
    }
  });

  it('can be resolved without :tenant, for secrets that change', async () => {
    asked = [];
    tenants = new Map([['', { secret: secretOf('today') }]]);
    await start(find, {}, { path: '/webhooks/pix' });
    expect(await statusOf('/webhooks/pix/pix?hmac=wrong')).toBe(403);
    expect(await statusOf(`/webhooks/pix/pix?hmac=${secretOf('today')}`)).toBe(200);
    expect(running.orders.heard[0]!.context).toMatchObject({
      tenant: undefined,
      eventKey: expect.stringMatching(/^pix:/),
    });
  });

  describe('the answer is 503, so that the provider repeats,', () => {
    it.each([
      ['rejects', () => Promise.reject(new Error('database down, password=hunter2hunter2'))],
      ['rejects with nothing', () => Promise.reject(undefined as unknown as Error)],
      ['rejects with what has no text', () => Promise.reject(Object.create(null) as Error)],
      [
        'throws',
        () => {
          throw new Error('database down');
        },
      ],
      ['answers with a secret that is not set', () => ({ secret: undefined as unknown as string })],
      ['answers with a short secret', () => ({ secret: 'short' })],
      ['answers with nothing to ask', () => ({})],
      ['answers with a tenant alone', () => ({ tenant: 'acme' })],
      ['answers with an unknown field', () => ({ secret: secretOf('acme'), ca: 'x' }) as never],
      ['answers with a text', () => 'acme' as never],
      ['answers with a name that can be none', () => ({ secret: secretOf('acme'), tenant: 'a/b' })],
      ['answers with the name of a file', () => ({ mtls: { ca: '/etc/passwd' } })],
      ['answers with a certificate that is none', () => ({ mtls: { ca: '-----BEGIN X-----' } })],
      [
        'answers with a header and no proxy',
        () => ({ mtls: { header: 'x-verify', value: 'SUCCESS' } }),
      ],
    ] satisfies [string, Resolve][])('when the resolver %s', async (_what, resolve) => {
      await start(resolve);
      const answer = await post(running.port, addressOf('acme'), [pix()]);
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
      expect(running.orders.heard).toEqual([]);
      expect(running.log.text).toMatch(
        /warn Could not authenticate a notification from 127\.0\.0\.1: /,
      );
      expect(running.log.text).not.toMatch(/the-long-secret|hunter2|passwd/);
      expect(running.app.get(PixWebhookStats).notifications).toEqual({ unavailable: 1 });
    });

    it.each([
      ['the time that is allowed', { resolveTimeout: 2 }, 2],
      ['5 seconds by default', {}, 5],
    ])('when the resolver takes %s, and its signal aborts', async (_name, options, seconds) => {
      const runtime = new ManualRuntime();
      let request!: PixWebhookTenantRequest;
      let called!: () => void;
      const isCalled = new Promise<void>((resolve) => (called = resolve));
      const never: Resolve = (asked) => {
        request = asked;
        called();
        return new Promise(() => undefined);
      };
      await start(never, options, { runtime });
      const answer = statusOf(addressOf('acme'));
      await isCalled;
      await runtime.advance(seconds * 1000 - 1);
      expect(request.signal.aborted).toBe(false);
      await runtime.advance(1);
      expect(await answer).toBe(503);
      expect(request.signal.aborted).toBe(true);
      expect(running.log.text).toContain(`authentication.resolve took more than ${seconds} s`);
    });

    it('while 64 look-ups run, also when nobody waits for them any more', async () => {
      const runtime = new ManualRuntime();
      asked = [];
      await start(
        (request) => {
          asked.push(request);
          return new Promise(() => undefined);
        },
        {},
        { runtime },
      );
      const names = Array.from({ length: 64 }, (_, index) => `t${index}`);
      const waiting = names.map((name) => statusOf(addressOf(name)));
      while (asked.length < 64) await new Promise(setImmediate);
      await runtime.advance(5000);
      expect(new Set(await Promise.all(waiting))).toEqual(new Set([503]));
      expect(await statusOf(addressOf('one-more'))).toBe(503);
      expect(asked).toHaveLength(64);
    });

    it('except of a tenant that was found before', async () => {
      const answer = { secret: secretOf('filial') };
      const runtime = new ManualRuntime();
      asked = [];
      await start(
        (request) => {
          asked.push(request);
          return request.tenant === 'filial' ? answer : new Promise(() => undefined);
        },
        {},
        { runtime },
      );
      expect(await statusOf(addressOf('filial'))).toBe(200);
      const waiting = Array.from({ length: 64 }, (_, index) => statusOf(addressOf(`t${index}`)));
      while (asked.length < 65) await new Promise(setImmediate);
      expect(await statusOf(addressOf('one-more'))).toBe(503);
      expect(await statusOf(addressOf('filial'))).toBe(200);
      expect(asked).toHaveLength(66);
      await runtime.advance(5000);
      await Promise.all(waiting);
    });

    it('when 64 tenants are being looked up; requests of one tenant share a call', async () => {
      asked = [];
      let open!: (tenant: PixWebhookTenant) => void;
      const gate = new Promise<PixWebhookTenant>((resolve) => (open = resolve));
      await start((request) => {
        asked.push(request);
        return gate;
      });
      const names = [...Array.from({ length: 64 }, (_, index) => `t${index}`), 't0', 't63'];
      const waiting = names.map((name) => statusOf(addressOf(name, secretOf('gate'))));
      while (asked.length < 64) await new Promise(setImmediate);
      expect(await statusOf(addressOf('one-more', secretOf('gate')))).toBe(503);
      open({ secret: secretOf('gate') });
      expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
      expect(asked).toHaveLength(64);
      expect(await statusOf(addressOf('one-more', secretOf('gate')))).toBe(200);
    });
  });

  describe('with authorities of their own', () => {
    let bank: TestAuthority;
    let other: TestAuthority;
    let server: TestAuthority;
    let ofBank: TestCertificate;
    let ofOther: TestCertificate;
    let https: object;

    beforeAll(async () => {
      bank = await TestAuthority.create('Banco CA');
      other = await TestAuthority.create('Outra CA');
      server = await TestAuthority.create('Server CA');
      ofBank = await bank.issueClient({ commonName: 'webhook.banco' });
      ofOther = await other.issueClient({ commonName: 'webhook.outra' });
      https = { ...(await server.issueServer()), requestCert: true, rejectUnauthorized: false };
    });

    const statusBy = async (tenant: string, { cert, key }: TestCertificate) => {
      const options = { tls: true, ca: server.cert, agent: false as const, cert, key };
      return (await post(running.port, `/webhooks/${tenant}/pix`, [pix()], options)).status;
    };

    it('accept certificates of these alone', async () => {
      const subject = 'webhook.banco';
      asked = [];
      tenants = new Map<string, unknown>([
        ['acme', { mtls: { ca: bank.cert, subject } }],
        ['loja', { mtls: { ca: [Buffer.from(other.cert)] } }],
        ['both', { mtls: { ca: [bank.cert, other.cert] } }],
        ['nobody', { mtls: { ca: bank.cert, subject: 'somebody' } }],
      ]);
      await start(find, {}, {}, https);
      expect(await statusBy('acme', ofBank)).toBe(200);
      expect(await statusBy('acme', ofOther)).toBe(403);
      expect(await statusBy('loja', ofBank)).toBe(403);
      expect(await statusBy('loja', ofOther)).toBe(200);
      expect(await statusBy('both', ofBank)).toBe(200);
      expect(await statusBy('both', ofOther)).toBe(200);
      // The certificate was verified before, for a tenant of the same authority.
      expect(await statusBy('nobody', ofBank)).toBe(403);
    });
  });

  describe('whose Pix are read at their own accounts', () => {
    it('are verified there', async () => {
      const accounts = { acme: new Provider(), loja: new Provider() };
      asked = [];
      tenants = new Map(
        Object.entries(accounts).map(([name, recebidos]) => [
          name,
          { secret: secretOf(name), recebidos },
        ]),
      );
      await start(find, {}, { verifyWithProvider: true });
      const paid = buildPix();
      accounts.acme.received.push(paid);
      expect(await statusOf(addressOf('loja'), [paid])).toBe(403);
      expect(await statusOf(addressOf('acme'), [paid])).toBe(200);
      expect(accounts.loja.read).toEqual([paid.endToEndId]);
    });

    it('are not verified anywhere else', async () => {
      acmeAndLoja();
      await start(find, {}, { verifyWithProvider: true });
      expect(await statusOf(addressOf('acme'))).toBe(503);
      expect(running.log.text).toContain('recebidos is required by verifyWithProvider');
    });

    it('are reconciled one tenant at a time, with a period', async () => {
      acmeAndLoja();
      await start();
      const recebidos = new Provider();
      const paid = buildPix();
      recebidos.received.push(paid);
      const reconciler = running.app.get(PixReconciler);
      const period = { inicio: new Date(Date.now() - 3_600_000), fim: new Date() };
      const acme = { tenant: 'acme', recebidos };
      expect((await reconciler.run(period, acme)).outcomes).toMatchObject({ handled: 1 });
      expect(await statusOf(addressOf('acme'), [paid])).toBe(200);
      expect(running.orders.heard.map(({ context }) => context.tenant)).toEqual(['acme']);
      for (const [asked, tenant] of [
        [period, undefined],
        [undefined, undefined],
        [undefined, acme],
        [period, { tenant: 'a/b', recebidos }],
        [period, { tenant: 'acme' } as never],
      ] as const) {
        await expect(reconciler.run(asked, tenant)).rejects.toMatchObject({ name: 'ValueError' });
      }
    });

    it('are read from the start, whatever was reached at another tenant before a failure', async () => {
      acmeAndLoja();
      await start();
      let reads = 0;
      const failing = new Provider();
      failing.iterate = async function* (filter, options) {
        if (filter.devolucaoPresente !== true) return;
        reads += 1;
        if (reads === 1) {
          options?.onPage?.({ quantidadeDePaginas: 2 });
          yield buildPix();
        }
        if (reads >= 3) throw new ValidationError('broken');
      };
      const reconciler = running.app.get(PixReconciler);
      const period = { inicio: new Date(Date.now() - 3_600_000), fim: new Date() };
      const acme = reconciler.run(period, { tenant: 'acme', recebidos: failing });
      await expect(acme).rejects.toThrow('broken');
      const recebidos = new Provider();
      await reconciler.run(period, { tenant: 'loja', recebidos });
      const [, refunds] = recebidos.listed;
      expect(refunds!.inicio).toEqual(new Date(period.fim.getTime() - 90 * 24 * 3_600_000));
    });

    it('are not reconciled at a receiver without tenants', async () => {
      await start(() => ({ secret: secretOf('x') }), {}, { path: '/webhooks/pix' });
      const tenant = { tenant: 'acme', recebidos: new Provider() };
      const period = { inicio: new Date(0), fim: new Date() };
      await expect(running.app.get(PixReconciler).run(period, tenant)).rejects.toMatchObject({
        name: 'ValueError',
        message: expect.stringContaining('has no :tenant'),
      });
    });
  });

  it('go along through a queue', async () => {
    acmeAndLoja();
    const queue = new Queue();
    await start(find, {}, { queue, name: 'bank' });
    const paid = pix();
    expect(await statusOf(addressOf('acme'), [paid])).toBe(200);
    expect(queue.waiting).toMatchObject([
      { receiver: 'bank', tenant: 'acme', key: `bank/acme/pix:${paid.endToEndId}` },
    ]);
  });
});

it('the longest time to resolve and the shortest secret are accepted', async () => {
  const options: PixWebhookReceiverOptions = {
    authentication: { secret: '16-characters-ok', resolve: () => undefined, resolveTimeout: 60 },
  };
  const imports = [PixWebhookReceiverModule.forRoot(options)];
  const { app } = await startApp('Express', { imports });
  expect(app.getHttpServer().listening).toBe(true);
  await app.close();
});

describe('a receiver of tenants does not start', () => {
  @Injectable()
  class Handler {
    @OnPixRecebido()
    settle() {
      return undefined;
    }
  }
  const resolve: Resolve = () => undefined;
  const path = '/webhooks/:tenant';

  it.each([
    [
      'without a resolver',
      { path, authentication: { secret: secretOf('all') } },
      /authentication\.resolve is required/,
    ],
    [
      'with an unset resolver',
      { path, authentication: { resolve: undefined as never } },
      /resolve must be a function/,
    ],
    [
      'with two segments of tenants',
      { path: '/:tenant/:tenant', authentication: { resolve } },
      /path must not contain a query/,
    ],
    [
      'with another parameter',
      { path: '/:tenant/:x', authentication: { resolve } },
      /path must not contain a query/,
    ],
    [
      'with a part of a segment',
      { path: '/x-:tenant', authentication: { resolve } },
      /path must not contain a query/,
    ],
    [
      'with one source for all',
      { path, authentication: { resolve }, recebidos: new Provider() },
      /recebidos would be the same/,
    ],
    [
      'with a reconciler that knows no tenants',
      { path, authentication: { resolve }, reconciler: { every: 60 } },
      /reconciler\.every does not support tenants/,
    ],
    [
      'with no source for anybody',
      { path, dangerouslyAllowUnauthenticated: true, verifyWithProvider: true },
      /verifyWithProvider requires authentication\.resolve/,
    ],
    [
      'with no time to resolve',
      { path, authentication: { resolve, resolveTimeout: 0 } },
      /resolveTimeout must be more than 0 and at most 60/,
    ],
    [
      'with a minute and more to resolve',
      { path, authentication: { resolve, resolveTimeout: 60.001 } },
      /resolveTimeout must be/,
    ],
    [
      'with milliseconds to resolve',
      { path, authentication: { resolve, resolveTimeout: 5000 } },
      /resolveTimeout must be/,
    ],
  ] satisfies [string, PixWebhookReceiverOptions, RegExp][])(
    '%s',
    async (_what, options, message) => {
      await expect(
        startApp('Express', {
          imports: [PixWebhookReceiverModule.forRoot(options)],
          providers: [Handler],
        }),
      ).rejects.toMatchObject({
        name: 'ConfigurationError',
        message: expect.stringMatching(message),
      });
    },
  );
});
