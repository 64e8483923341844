import type { Server } from 'node:http';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { buildPix } from '../../devkit/testing.js';
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
import { TestAuthority, type TestCertificate } from '../support/certificates.js';
import { ManualRuntime } from '../support/manual-runtime.js';
import { until } from '../support/until.js';
import { platforms, startApp, type RunningApp } from './support/app.js';
import { pix } from './support/notifications.js';
import { Orders } from './support/orders.js';
import { post } from './support/post.js';
import { Provider } from './support/provider.js';
import { Queue } from './support/queue.js';

type Resolve = NonNullable<PixWebhookAuthentication['resolve']>;

const buildSecret = (tenant: string) => `the-long-secret-of-${tenant}`;
const buildAddress = (tenant: string, secret = buildSecret(tenant)) =>
  `/webhooks/${tenant}/pix?hmac=${secret}`;

describe.each(platforms)('tenants on %s', (platform) => {
  let running: RunningApp & { orders: Orders };
  let requests: PixWebhookTenantRequest[];
  let tenants: Map<string, unknown>;

  /** Resolves from `tenants`, as an application would from a database. */
  const find: Resolve = async (request) => {
    requests.push(request);
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

  const postStatus = async (address: string, body: unknown = [pix()]) =>
    (await post(running.port, address, body)).status;

  afterEach(async () => {
    requests = [];
    // A failed test leaves requests without an answer.
    (running.app.getHttpServer() as Server).closeAllConnections();
    await running.app.close();
  });

  const acmeAndLoja = () => {
    requests = [];
    tenants = new Map([
      ['acme', { secret: buildSecret('acme') }],
      ['loja', { secret: [buildSecret('loja'), buildSecret('loja-2')] }],
    ]);
  };

  it('authenticates each tenant by its own secret, and passes its name to handlers', async () => {
    acmeAndLoja();
    await start();
    expect(await postStatus(buildAddress('acme'))).toBe(200);
    expect(await postStatus(buildAddress('loja', buildSecret('loja-2')))).toBe(200);
    expect(await postStatus(buildAddress('acme', buildSecret('loja')))).toBe(403);
    const contexts = running.orders.handled.map(({ context }) => context);
    expect(contexts.map(({ tenant }) => tenant)).toEqual(['acme', 'loja']);
    expect(contexts[0]!.receiver).toBe('default');
    expect(contexts[0]!.eventKey).toMatch(/^default\/acme\/pix:E/);
    expect(requests[0]).toMatchObject({ receiver: 'default', tenant: 'acme' });
    expect(requests[0]!.signal.aborted).toBe(false);
  });

  it('handles the same event for each tenant', async () => {
    acmeAndLoja();
    await start();
    const paid = pix();
    expect(await postStatus(buildAddress('loja'), [{ ...paid, valor: '1.00' }])).toBe(200);
    expect(await postStatus(buildAddress('acme'), [paid])).toBe(200);
    expect(await postStatus(buildAddress('acme'), [paid])).toBe(200);
    expect(running.orders.handled.map(({ payload }) => payload.valor)).toEqual(['1.00', '37.00']);
  });

  it('answers an unknown tenant as it answers a wrong secret', async () => {
    acmeAndLoja();
    tenants.set('null', null);
    await start();
    const answers = await Promise.all(
      [
        buildAddress('acme', 'wrong'),
        buildAddress('nobody'),
        buildAddress('null'),
        buildAddress('a%20b'),
      ].map((address) => post(running.port, address, [pix()])),
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

  it('does not call the resolver for an invalid name or an unauthenticated request', async () => {
    acmeAndLoja();
    await start(find, { allowedIps: ['10.0.0.1'] });
    expect(await postStatus(buildAddress('acme'))).toBe(403);
    await running.app.close();
    await start();
    for (const name of ['a%2fb', 'a:b', 'x'.repeat(65), '%00', '*']) {
      expect(await postStatus(buildAddress(name))).toBe(403);
    }
    expect(requests).toEqual([]);
  });

  it('also applies the authentication that all tenants share', async () => {
    acmeAndLoja();
    tenants.set('acme', { allowedIps: ['127.0.0.1'] });
    tenants.set('loja', { allowedIps: ['10.0.0.1'] });
    await start(find, { secret: buildSecret('all') });
    expect(await postStatus(buildAddress('acme', buildSecret('all')))).toBe(200);
    expect(await postStatus(buildAddress('loja', buildSecret('all')))).toBe(403);
    expect(await postStatus(buildAddress('acme'))).toBe(403);
  });

  it('uses the name that the resolver returns', async () => {
    acmeAndLoja();
    tenants.set('ACME', { secret: buildSecret('acme'), tenant: 'acme' });
    await start();
    const paid = pix();
    expect(await postStatus(buildAddress('acme'), [paid])).toBe(200);
    expect(await postStatus(buildAddress('ACME', buildSecret('acme')), [paid])).toBe(200);
    expect(running.orders.handled.map(({ context }) => context.tenant)).toEqual(['acme']);
  });

  it('reads the tenant from any segment, and leaves other paths to the application', async () => {
    acmeAndLoja();
    await start(find, {}, { path: '/t/:tenant/pix-in' });
    expect(await postStatus(`/t/acme/pix-in?hmac=${buildSecret('acme')}`)).toBe(200);
    expect(await postStatus(`/t/acme/pix-in/pix?hmac=${buildSecret('acme')}`)).toBe(200);
    expect(await postStatus(`/t/acme/pix-in?hmac=${buildSecret('acme')}/pix`)).toBe(200);
    for (const path of [
      '/t/acme',
      '/t/acme/pix',
      '/t//pix-in',
      '/t/acme/other/pix-in',
      '/t/acme/pix-in/x',
    ]) {
      expect(await postStatus(`${path}?hmac=${buildSecret('acme')}`)).toBe(404);
    }
  });

  it('resolves without :tenant, for secrets that change', async () => {
    requests = [];
    tenants = new Map([['', { secret: buildSecret('today') }]]);
    await start(find, {}, { path: '/webhooks/pix' });
    expect(await postStatus('/webhooks/pix/pix?hmac=wrong')).toBe(403);
    expect(await postStatus(`/webhooks/pix/pix?hmac=${buildSecret('today')}`)).toBe(200);
    expect(running.orders.handled[0]!.context).toMatchObject({
      tenant: undefined,
      eventKey: expect.stringMatching(/^pix:/),
    });
  });

  describe('when tenants cannot be resolved', () => {
    let runtime: ManualRuntime;

    beforeEach(() => {
      runtime = new ManualRuntime();
    });
    // A failed test leaves look-ups that never end.
    afterEach(() => runtime.advance(60_000));

    it.each([
      ['rejects', () => Promise.reject(new Error('database down, password=hunter2hunter2'))],
      ['rejects with undefined', () => Promise.reject(undefined as unknown as Error)],
      ['rejects with a value that has no text', () => Promise.reject(Object.create(null) as Error)],
      [
        'throws',
        () => {
          throw new Error('database down');
        },
      ],
      ['returns a secret that is not set', () => ({ secret: undefined as unknown as string })],
      ['returns a short secret', () => ({ secret: 'short' })],
      ['returns no authentication', () => ({})],
      ['returns only a tenant', () => ({ tenant: 'acme' })],
      ['returns an unknown field', () => ({ secret: buildSecret('acme'), ca: 'x' }) as never],
      ['returns a string', () => 'acme' as never],
      ['returns an invalid name', () => ({ secret: buildSecret('acme'), tenant: 'a/b' })],
      ['returns the name of a file', () => ({ mtls: { ca: '/etc/passwd' } })],
      ['returns an invalid certificate', () => ({ mtls: { ca: '-----BEGIN X-----' } })],
      [
        'returns a header without a proxy',
        () => ({ mtls: { header: 'x-verify', value: 'SUCCESS' } }),
      ],
    ] satisfies [string, Resolve][])(
      'answers 503, so that the provider repeats, when the resolver %s',
      async (_what, resolve) => {
        await start(resolve);
        const answer = await post(running.port, buildAddress('acme'), [pix()]);
        expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
        expect(running.orders.handled).toEqual([]);
        expect(running.log.text).toMatch(
          /warn Could not authenticate a notification from 127\.0\.0\.1: /,
        );
        expect(running.log.text).not.toMatch(/the-long-secret|hunter2|passwd/);
        expect(running.app.get(PixWebhookStats).notifications).toEqual({ unavailable: 1 });
      },
    );

    it('logs at most five of them a minute, for all callers and causes', async () => {
      let calls = 0;
      await start(() => Promise.reject(new Error(`failure ${(calls += 1)}`)));
      for (let index = 0; index < 8; index += 1) await postStatus(buildAddress(`t${index}`));
      const lines = () => running.log.lines.filter((line) => line.includes('not authenticate'));
      expect(lines()).toHaveLength(5);
      await running.app.close();
      expect(lines()[5]).toContain('3 more within a minute');
    });

    it('answers 503 when a tenant trusts a header that anyone can send, and warns at start', async () => {
      await start(() => ({ mtls: { header: 'x-verify', value: 'SUCCESS' } }), {
        trustedProxies: ['0.0.0.0/0'],
      });
      expect(running.log.text).toContain('everybody in 0.0.0.0/0 may forge');
      const headers = { 'x-verify': 'SUCCESS' };
      const answer = await post(running.port, buildAddress('acme'), [pix()], { headers });
      expect(answer.status).toBe(503);
      expect(running.log.text).toContain('contains every address');
    });

    it.each([
      ['resolveTimeout', { resolveTimeout: 2 }, 2],
      ['longer than 5 seconds by default', {}, 5],
    ])(
      'answers 503 when the resolver takes %s, and aborts its signal',
      async (_name, options, seconds) => {
        let request!: PixWebhookTenantRequest;
        let called!: () => void;
        const isCalled = new Promise<void>((resolve) => (called = resolve));
        const never: Resolve = (given) => {
          request = given;
          called();
          return new Promise(() => undefined);
        };
        await start(never, options, { runtime });
        const answer = postStatus(buildAddress('acme'));
        await isCalled;
        await runtime.advance(seconds * 1000 - 1);
        expect(request.signal.aborted).toBe(false);
        await runtime.advance(1);
        expect(await answer).toBe(503);
        expect(request.signal.aborted).toBe(true);
        expect(running.log.text).toContain(`authentication.resolve took more than ${seconds} s`);
      },
    );

    it('answers 503 while 64 lookups run, including those whose clients have disconnected', async () => {
      requests = [];
      await start(
        (request) => {
          requests.push(request);
          return new Promise(() => undefined);
        },
        {},
        { runtime },
      );
      const names = Array.from({ length: 64 }, (_, index) => `t${index}`);
      const waiting = names.map((name) => postStatus(buildAddress(name)));
      await until(() => requests.length >= 64);
      await runtime.advance(5000);
      expect(new Set(await Promise.all(waiting))).toEqual(new Set([503]));
      expect(await postStatus(buildAddress('one-more'))).toBe(503);
      expect(requests).toHaveLength(64);
    });

    it('answers 503 while 64 lookups run, except to a tenant that was resolved before', async () => {
      const answers = new Map([
        ['filial', { secret: buildSecret('filial') }],
        ['nobody', undefined],
        ['invalid', {}],
      ]);
      requests = [];
      await start(
        (request) => {
          requests.push(request);
          const { tenant } = request;
          return answers.has(tenant) ? answers.get(tenant) : new Promise(() => undefined);
        },
        {},
        { runtime },
      );
      expect(await postStatus(buildAddress('filial'))).toBe(200);
      expect(await postStatus(buildAddress('nobody'))).toBe(403);
      expect(await postStatus(buildAddress('invalid'))).toBe(503);
      requests = [];
      const waiting = Array.from({ length: 64 }, (_, index) =>
        postStatus(buildAddress(`t${index}`)),
      );
      await until(() => requests.length >= 64);
      for (const name of ['one-more', 'nobody', 'invalid']) {
        expect(await postStatus(buildAddress(name))).toBe(503);
      }
      expect(await postStatus(buildAddress('filial'))).toBe(200);
      expect(requests).toHaveLength(65);
      await runtime.advance(5000);
      await Promise.all(waiting);
    });

    it('answers 503 while 64 more lookups run for tenants that were resolved before', async () => {
      const known = Array.from({ length: 65 }, (_, index) => `filial-${index}`);
      const unknown = Array.from({ length: 64 }, (_, index) => `t${index}`);
      let isHanging = false;
      requests = [];
      await start(
        (request) => {
          requests.push(request);
          return isHanging ? new Promise(() => undefined) : { secret: buildSecret('filial') };
        },
        {},
        { runtime },
      );
      for (const name of known) await postStatus(buildAddress(name));
      isHanging = true;
      const waiting = [...unknown, ...known.slice(1)].map((name) => postStatus(buildAddress(name)));
      await until(() => requests.length >= 65 + 128);
      expect(await postStatus(buildAddress(known[0]!))).toBe(503);
      expect(requests).toHaveLength(65 + 128);
      await runtime.advance(5000);
      await Promise.all(waiting);
    });

    it('answers 503 to a new tenant during 64 lookups, and shares one lookup between requests of one tenant', async () => {
      requests = [];
      let open!: (tenant: PixWebhookTenant) => void;
      const gate = new Promise<PixWebhookTenant>((resolve) => (open = resolve));
      await start((request) => {
        requests.push(request);
        return gate;
      });
      const names = [...Array.from({ length: 64 }, (_, index) => `t${index}`), 't0', 't63'];
      const waiting = names.map((name) => postStatus(buildAddress(name, buildSecret('gate'))));
      await until(() => requests.length >= 64);
      expect(await postStatus(buildAddress('one-more', buildSecret('gate')))).toBe(503);
      open({ secret: buildSecret('gate') });
      expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
      expect(requests).toHaveLength(64);
      expect(await postStatus(buildAddress('one-more', buildSecret('gate')))).toBe(200);
    });
  });

  describe('with an authority for each tenant', () => {
    let bank: TestAuthority;
    let other: TestAuthority;
    let server: TestAuthority;
    let bankCertificate: TestCertificate;
    let otherCertificate: TestCertificate;
    let https: object;

    beforeAll(async () => {
      bank = await TestAuthority.create('Banco CA');
      other = await TestAuthority.create('Outra CA');
      server = await TestAuthority.create('Server CA');
      bankCertificate = await bank.issueClient({ commonName: 'webhook.banco' });
      otherCertificate = await other.issueClient({ commonName: 'webhook.outra' });
      https = { ...(await server.issueServer()), requestCert: true, rejectUnauthorized: false };
    });

    const postStatusBy = async (tenant: string, { cert, key }: TestCertificate) => {
      const options = { tls: true, ca: server.cert, agent: false as const, cert, key };
      return (await post(running.port, `/webhooks/${tenant}/pix`, [pix()], options)).status;
    };

    it('accepts only certificates of the tenant’s authority', async () => {
      const subject = 'webhook.banco';
      requests = [];
      tenants = new Map<string, unknown>([
        ['acme', { mtls: { ca: bank.cert, subject } }],
        ['loja', { mtls: { ca: [Buffer.from(other.cert)] } }],
        ['both', { mtls: { ca: [bank.cert, other.cert] } }],
        ['mismatch', { mtls: { ca: bank.cert, subject: 'somebody' } }],
      ]);
      await start(find, {}, {}, https);
      expect(await postStatusBy('acme', bankCertificate)).toBe(200);
      expect(await postStatusBy('acme', otherCertificate)).toBe(403);
      expect(await postStatusBy('loja', bankCertificate)).toBe(403);
      expect(await postStatusBy('loja', otherCertificate)).toBe(200);
      expect(await postStatusBy('both', bankCertificate)).toBe(200);
      expect(await postStatusBy('both', otherCertificate)).toBe(200);
      // The certificate was verified before, for a tenant with the same authority.
      expect(await postStatusBy('mismatch', bankCertificate)).toBe(403);
    });
  });

  describe('with an account for each tenant', () => {
    it('verifies at the tenant’s account', async () => {
      const accounts = { acme: new Provider(), loja: new Provider() };
      requests = [];
      tenants = new Map(
        Object.entries(accounts).map(([name, recebidos]) => [
          name,
          { secret: buildSecret(name), recebidos },
        ]),
      );
      await start(find, {}, { verifyWithProvider: true });
      const paid = buildPix();
      accounts.acme.received.push(paid);
      expect(await postStatus(buildAddress('loja'), [paid])).toBe(403);
      expect(await postStatus(buildAddress('acme'), [paid])).toBe(200);
      expect(accounts.loja.read).toEqual([paid.endToEndId]);
    });

    it('answers 503 when verification has no account of the tenant', async () => {
      acmeAndLoja();
      await start(find, {}, { verifyWithProvider: true });
      expect(await postStatus(buildAddress('acme'))).toBe(503);
      expect(running.log.text).toContain('recebidos is required by verifyWithProvider');
    });

    it('reconciles one tenant and period at a time', async () => {
      acmeAndLoja();
      await start();
      const recebidos = new Provider();
      const paid = buildPix();
      recebidos.received.push(paid);
      const reconciler = running.app.get(PixReconciler);
      const period = { inicio: new Date(Date.now() - 3_600_000), fim: new Date() };
      const acme = { tenant: 'acme', recebidos };
      expect((await reconciler.run(period, acme)).outcomes).toMatchObject({ handled: 1 });
      expect(await postStatus(buildAddress('acme'), [paid])).toBe(200);
      expect(running.orders.handled.map(({ context }) => context.tenant)).toEqual(['acme']);
      for (const [filter, tenant] of [
        [period, undefined],
        [undefined, undefined],
        [undefined, acme],
        [period, { tenant: 'a/b', recebidos }],
        [period, { tenant: 'acme' } as never],
      ] as const) {
        await expect(reconciler.run(filter, tenant)).rejects.toMatchObject({
          name: 'ValueError',
        });
      }
    });

    it('reads a tenant from the start after a failure at another tenant', async () => {
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

    it('refuses to reconcile a tenant at a receiver without tenants', async () => {
      await start(() => ({ secret: buildSecret('x') }), {}, { path: '/webhooks/pix' });
      const tenant = { tenant: 'acme', recebidos: new Provider() };
      const period = { inicio: new Date(0), fim: new Date() };
      await expect(running.app.get(PixReconciler).run(period, tenant)).rejects.toMatchObject({
        name: 'ValueError',
        message: expect.stringContaining('has no :tenant'),
      });
    });
  });

  it('passes the tenant through a queue', async () => {
    acmeAndLoja();
    const queue = new Queue();
    await start(find, {}, { queue, name: 'bank' });
    const paid = pix();
    expect(await postStatus(buildAddress('acme'), [paid])).toBe(200);
    expect(queue.waiting).toMatchObject([
      { receiver: 'bank', tenant: 'acme', key: `bank/acme/pix:${paid.endToEndId}` },
    ]);
  });
});

it('PixWebhookReceiverModule accepts the longest resolveTimeout and the shortest secret', async () => {
  const options: PixWebhookReceiverOptions = {
    authentication: { secret: '16-characters-ok', resolve: () => undefined, resolveTimeout: 60 },
  };
  const imports = [PixWebhookReceiverModule.forRoot(options)];
  const { app } = await startApp('Express', { imports });
  expect(app.getHttpServer().listening).toBe(true);
  await app.close();
});

describe('PixWebhookReceiverModule with tenants', () => {
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
      { path, authentication: { secret: buildSecret('all') } },
      /authentication\.resolve is required/,
    ],
    [
      'with an unset resolver',
      { path, authentication: { resolve: undefined as never } },
      /resolve must be a function/,
    ],
    [
      'with two tenant parameters',
      { path: '/:tenant/:tenant', authentication: { resolve } },
      /path must not contain a query/,
    ],
    [
      'with another parameter',
      { path: '/:tenant/:x', authentication: { resolve } },
      /path must not contain a query/,
    ],
    [
      'with a parameter that is a part of a segment',
      { path: '/x-:tenant', authentication: { resolve } },
      /path must not contain a query/,
    ],
    [
      'with one source for all tenants',
      { path, authentication: { resolve }, recebidos: new Provider() },
      /recebidos would be the same/,
    ],
    [
      'with a scheduled reconciler',
      { path, authentication: { resolve }, reconciler: { every: 60 } },
      /reconciler\.every does not support tenants/,
    ],
    [
      'with verification and no source',
      { path, dangerouslyAllowUnauthenticated: true, verifyWithProvider: true },
      /verifyWithProvider requires authentication\.resolve/,
    ],
    [
      'with a resolveTimeout of zero',
      { path, authentication: { resolve, resolveTimeout: 0 } },
      /resolveTimeout must be more than 0 and at most 60/,
    ],
    [
      'with a resolveTimeout above one minute',
      { path, authentication: { resolve, resolveTimeout: 60.001 } },
      /resolveTimeout must be/,
    ],
    [
      'with a resolveTimeout in milliseconds',
      { path, authentication: { resolve, resolveTimeout: 5000 } },
      /resolveTimeout must be/,
    ],
  ] satisfies [string, PixWebhookReceiverOptions, RegExp][])(
    'does not start %s',
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
