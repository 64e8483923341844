import type { Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Controller, Get, Inject, Logger, Module, type INestApplication } from '@nestjs/common';
import { HealthCheck, HealthCheckService, TerminusModule } from '@nestjs/terminus';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import {
  InMemoryEventStore,
  InMemoryReconcilerCursor,
  PixClient,
  PixModule,
  PixWebhookReceiverModule,
  PixWebhookWorkerModule,
  type PixModuleOptions,
  type PixTokenStore,
  type PixWebhookReceiverOptions,
} from '../../lib/index.js';
import {
  PixHealthIndicator,
  PixHealthModule,
  type PixAccountHealthOptions,
  type PixReceiverHealthOptions,
} from '../../lib/terminus.js';
import { Queue } from '../receiver/support/queue.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
const SECRET = 'the-secret-of-these-tests';
const HOUR = 3_600_000;
let provider: ScriptedProvider;
let app: INestApplication<Server> | undefined;
let accountOptions: PixAccountHealthOptions;
let receiverOptions: PixReceiverHealthOptions | undefined;

@Controller('health')
class HealthController {
  constructor(
    @Inject(HealthCheckService) private readonly health: HealthCheckService,
    @Inject(PixHealthIndicator) private readonly pix: PixHealthIndicator,
  ) {}

  @Get()
  @HealthCheck()
  check() {
    const options = receiverOptions;
    return this.health.check([
      () => this.pix.checkAccount('pix', accountOptions),
      ...(options ? [() => this.pix.checkReceiver('webhooks', options)] : []),
    ]);
  }
}

@Module({ imports: [TerminusModule, PixHealthModule], controllers: [HealthController] })
class HealthModule {}

interface Answer {
  readonly status: number;
  /** The result by indicator. */
  readonly details: Record<string, Record<string, Record<string, unknown>>>;
  readonly text: string;
}

async function start(
  options: Partial<PixModuleOptions> = {},
  receiver?: PixWebhookReceiverOptions,
): Promise<PixClient> {
  const account = provider.options({ clientSecret: SECRET, ...options });
  const receivers = receiver
    ? [PixWebhookReceiverModule.forRoot({ dangerouslyAllowUnauthenticated: true, ...receiver })]
    : [];
  if (receiver) receiverOptions = {};
  const testing = await Test.createTestingModule({
    imports: [PixModule.forRoot(account), ...receivers, HealthModule],
  }).compile();
  app = testing.createNestApplication<INestApplication<Server>>();
  await app.init();
  return app.get(PixClient);
}

async function check(): Promise<Answer> {
  const { status, body, text } = await request(app!.getHttpServer()).get('/health');
  return { status, details: body.details, text };
}

beforeEach(async () => {
  accountOptions = {};
  receiverOptions = undefined;
  for (const level of ['log', 'warn', 'error'] as const) {
    jest.spyOn(Logger.prototype, level).mockImplementation(() => undefined);
  }
  provider = await ScriptedProvider.start();
});

afterEach(async () => {
  await app?.close();
  app = undefined;
  await provider.close();
  jest.restoreAllMocks();
});

describe('PixHealthIndicator.checkAccount', () => {
  it('reports every component of a healthy account', async () => {
    await start();
    const { status, details } = await check();
    expect(status).toBe(200);
    expect(details.pix).toEqual({
      status: 'up',
      tokenEndpoint: { status: 'up', lastAnswer: expect.stringMatching(/Z$/) },
      certificate: {
        status: 'up',
        daysLeft: 89,
        expiresSoon: false,
        notAfter: expect.stringMatching(/Z$/),
      },
      retryBudget: { status: 'up', left: 100, capacity: 100 },
      tokenStore: { status: 'up' },
    });
  });

  it('requests one token for many checks', async () => {
    await start();
    for (let count = 0; count < 5; count += 1) await check();
    expect(provider.tokenRequests).toHaveLength(1);
  });

  it('is down while the token endpoint refuses, and never repeats its text', async () => {
    provider.token = {
      status: 401,
      body: { error: 'invalid_client', error_description: `wrong secret ${SECRET}` },
    };
    await start();
    const { status, details, text } = await check();
    expect(status).toBe(503);
    expect(details.pix).toMatchObject({
      status: 'down',
      tokenEndpoint: { status: 'down', reason: 'PIX_NAO_AUTORIZADO' },
      certificate: { status: 'up' },
    });
    expect(text).not.toMatch(/secret|invalid_client/);
  });

  it('sends no request for 30 seconds after a failed one, unless a call obtains a token', async () => {
    const issued = provider.token;
    provider.token = { status: 503, body: {} };
    const client = await start();
    const first = await check();
    const sent = provider.tokenRequests.length;
    for (let count = 0; count < 5; count += 1) expect((await check()).status).toBe(503);
    expect(provider.tokenRequests).toHaveLength(sent);
    expect((await check()).details.pix!.tokenEndpoint).toEqual({
      ...first.details.pix!.tokenEndpoint,
      lastAnswer: expect.stringMatching(/Z$/),
    });

    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 31_000);
    await check();
    expect(provider.tokenRequests.length).toBeGreaterThan(sent);
    clock.mockRestore();

    provider.token = issued;
    await client.tokens.getToken();
    expect((await check()).details.pix).toMatchObject({ tokenEndpoint: { status: 'up' } });
  });

  it('is down when nothing listens at the token endpoint', async () => {
    await start({ tokenUrl: 'https://127.0.0.1:1/token' });
    expect((await check()).details.pix).toMatchObject({
      status: 'down',
      tokenEndpoint: { status: 'down', reason: 'PIX_CONEXAO' },
    });
  });

  it('is down when the token endpoint does not answer within the time limit', async () => {
    provider.token = () => new Promise(() => undefined);
    accountOptions = { timeout: 0.2 };
    await start();
    const begun = performance.now();
    expect((await check()).details.pix).toMatchObject({
      status: 'down',
      tokenEndpoint: { status: 'down', reason: expect.stringMatching(/timeout/i) },
    });
    expect(performance.now() - begun).toBeLessThan(3000);
  });

  it('says unknown when the last answer of the token endpoint is too old to count', async () => {
    accountOptions = { tokenAnswerMaxAge: 0.05 };
    await start();
    expect((await check()).details.pix).toMatchObject({ tokenEndpoint: { status: 'up' } });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await check()).details.pix).toMatchObject({
      status: 'up',
      tokenEndpoint: { status: 'unknown', lastAnswer: expect.any(String) },
    });
    expect(provider.tokenRequests).toHaveLength(1);
  });

  it('says unknown when a valid token came from the shared store', async () => {
    const token = {
      accessToken: 'shared',
      expiresAt: Date.now() + HOUR,
      renewAt: Date.now() + HOUR,
    };
    const tokenStore: PixTokenStore = {
      get: () => token,
      set: () => undefined,
      delete: () => undefined,
    };
    await start({ tokenStore });
    expect((await check()).details.pix).toMatchObject({
      status: 'up',
      tokenEndpoint: { status: 'unknown', reason: expect.stringContaining('token store') },
    });
    expect(provider.tokenRequests).toHaveLength(0);
  });

  it('is down while the token store fails, and never repeats its error', async () => {
    const fail = () => Promise.reject(new Error(`connect redis://:${SECRET}@redis`));
    await start({ tokenStore: { get: fail, set: fail, delete: fail } });
    const { details, text } = await check();
    expect(details.pix).toMatchObject({
      status: 'down',
      tokenEndpoint: { status: 'up' },
      tokenStore: { status: 'down', reason: 'Error' },
    });
    expect(text).not.toContain(SECRET);
  });

  it('is down when the token store does not answer within the time limit', async () => {
    accountOptions = { timeout: 0.3 };
    const hang = () => new Promise<never>(() => undefined);
    await start({ tokenStore: { get: hang, set: hang, delete: hang } });
    expect((await check()).details.pix).toMatchObject({
      tokenStore: { status: 'down', reason: 'TimeoutError' },
    });
  });

  it('reports an empty retry budget without failing, unless failOn names it', async () => {
    const client = await start({ retry: { attempts: 3, baseDelay: 0.001, budget: 1 } });
    provider.api = { status: 503 };
    for (let count = 0; count < 2; count += 1) await client.cob.get(TXID).catch(() => undefined);
    expect((await check()).details.pix).toMatchObject({
      status: 'up',
      retryBudget: { status: 'down', left: 0, capacity: 1 },
    });
    accountOptions = { failOn: ['retryBudget'] };
    expect((await check()).status).toBe(503);
  });

  it.each([
    ['unknown without repeats', false as const, { status: 'unknown' }],
    ['up without a limit', { budget: false as const }, { status: 'up', limited: false }],
  ])('reports the retry budget as %s', async (_name, retry, expected) => {
    await start({ retry });
    expect((await check()).details.pix).toMatchObject({ retryBudget: expected });
  });

  it('reports days left from 30 days before the end, and is down after it', async () => {
    const ending = await provider.issueClient({
      notAfter: new Date(Date.now() + 12.5 * 24 * HOUR),
    });
    await start({ certificate: ending });
    expect((await check()).details.pix).toMatchObject({
      status: 'up',
      certificate: { status: 'up', daysLeft: 12, expiresSoon: true },
    });
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + 13 * 24 * HOUR);
    expect((await check()).details.pix).toMatchObject({
      status: 'down',
      certificate: { status: 'down', reason: 'expired', daysLeft: -1 },
    });
  });

  it('shows neither the subject nor the fingerprint of the certificate', async () => {
    const named = await provider.issueClient({ commonName: 'LOJA DO ZE:11222333000181' });
    await start({ certificate: named });
    const { text } = await check();
    expect(text).toContain('daysLeft');
    expect(text).not.toMatch(/LOJA|11222333000181|([0-9A-F]{2}:){5}/);
  });

  it('says unknown without a certificate', async () => {
    await provider.close();
    provider = await ScriptedProvider.start({ mutualTls: false });
    await start({ certificate: undefined, mutualTls: false });
    expect((await check()).details.pix).toMatchObject({
      status: 'up',
      certificate: { status: 'unknown' },
    });
  });

  it('is down after the client was closed', async () => {
    const client = await start();
    await client.close();
    expect((await check()).details.pix).toMatchObject({
      status: 'down',
      tokenEndpoint: { status: 'down' },
    });
  });

  it('refuses unknown accounts and options', async () => {
    await start();
    const indicator = app!.get(PixHealthIndicator, { strict: false });
    await expect(indicator.checkAccount('pix', { name: 'filial' })).rejects.toMatchObject({
      name: 'ConfigurationError',
      message:
        "The application has no PixModule with the name filial: import PixModule.forRoot({ name: 'filial', … }).",
    });
    await expect(
      indicator.checkAccount('pix', { timeout: 3000, failOn: ['queue' as never] }),
    ).rejects.toMatchObject({ name: 'ConfigurationError' });
    await expect(indicator.checkReceiver('webhooks')).rejects.toMatchObject({
      name: 'ConfigurationError',
    });
  });
});

describe('PixHealthIndicator.checkReceiver', () => {
  it('reports store, queue and lag of a healthy receiver', async () => {
    const cursor = new InMemoryReconcilerCursor();
    const queue = Object.assign(new Queue(), {
      count: async () => ({ waiting: 3, running: 1, delayed: 2, deadLetters: 4, unopened: 0 }),
    });
    await start({}, { queue, reconciler: { cursor } });
    cursor.save(new Date(Date.now() - 90_000));
    receiverOptions = { maxReconcilerLag: 120 };
    const { status, details } = await check();
    expect(status).toBe(200);
    expect(details.webhooks).toEqual({
      status: 'up',
      eventStore: { status: 'up' },
      queue: { status: 'up', waiting: 3, running: 1, delayed: 2, deadLetters: 4 },
      unopenedEvents: { status: 'up', unopened: 0 },
      reconciler: { status: 'up', lagSeconds: 90 },
      unreadPix: { status: 'up', deadLetters: 0 },
    });
  });

  it('reports queued events that cannot be opened, and fails only if asked to', async () => {
    const counts = { waiting: 0, running: 0, delayed: 0, deadLetters: 1, unopened: 1 };
    const queue = Object.assign(new Queue(), { count: async () => counts });
    await start({}, { queue });
    const unopenedEvents = {
      status: 'down',
      reason: 'queued events cannot be opened with encryptionKey',
      unopened: 1,
    };
    expect((await check()).details.webhooks).toMatchObject({ status: 'up', unopenedEvents });
    receiverOptions = { failOn: ['unopenedEvents'] };
    expect((await check()).details.webhooks).toMatchObject({ status: 'down', unopenedEvents });
  });

  it('reports Pix that the reconciler could not read, and fails only if asked to', async () => {
    const cursor = new InMemoryReconcilerCursor();
    await start({}, { reconciler: { cursor } });
    const letter = { key: 'k', item: {}, since: new Date().toISOString(), refundsOnly: false };
    cursor.addDeadLetter(letter);
    const unreadPix = {
      status: 'down',
      reason: 'listed Pix could not be read',
      deadLetters: 1,
    };
    expect((await check()).details.webhooks).toMatchObject({ status: 'up', unreadPix });
    receiverOptions = { failOn: ['unreadPix'] };
    expect((await check()).details.webhooks).toMatchObject({ status: 'down', unreadPix });
    cursor.discard('k');
    expect((await check()).details.webhooks).toMatchObject({ status: 'up' });
  });

  it('does not check a cursor that stores no dead letters', async () => {
    await start({}, { reconciler: { cursor: { load: () => new Date(), save: () => undefined } } });
    expect((await check()).details.webhooks).not.toHaveProperty('unreadPix');
  });

  it('is down when the cursor of the reconciler is too far behind', async () => {
    const cursor = new InMemoryReconcilerCursor();
    await start({}, { reconciler: { cursor } });
    cursor.save(new Date(Date.now() - 121_000));
    receiverOptions = { maxReconcilerLag: 120 };
    expect((await check()).details.webhooks).toMatchObject({
      status: 'down',
      reconciler: { status: 'down', lagSeconds: 121 },
    });
    receiverOptions = { maxReconcilerLag: 120, failOn: ['eventStore'] };
    expect((await check()).details.webhooks).toMatchObject({
      status: 'up',
      reconciler: { status: 'down' },
    });
  });

  it('says unknown before the first run of the reconciler, and without a limit for its lag', async () => {
    const cursor = new InMemoryReconcilerCursor();
    await start({}, { reconciler: { cursor } });
    expect((await check()).details.webhooks).toMatchObject({
      status: 'up',
      reconciler: { status: 'unknown', reason: 'no run has ended yet' },
    });
    cursor.save(new Date(Date.now() - 5000));
    expect((await check()).details.webhooks).toMatchObject({
      reconciler: { status: 'unknown', lagSeconds: 5 },
    });
  });

  it('is down while the store fails, and never repeats its error', async () => {
    const store = new InMemoryEventStore();
    await start({}, { store });
    const error = Object.assign(new Error(`password ${SECRET}`), { code: 'ECONNREFUSED' });
    jest.spyOn(store, 'begin').mockImplementation(() => {
      throw error;
    });
    const { status, details, text } = await check();
    expect(status).toBe(503);
    expect(details.webhooks).toMatchObject({
      status: 'down',
      eventStore: { status: 'down', reason: 'ECONNREFUSED' },
    });
    expect(text).not.toContain(SECRET);
  });

  it('releases the key that it claims in the store', async () => {
    const store = new InMemoryEventStore();
    const begin = jest.spyOn(store, 'begin');
    const fail = jest.spyOn(store, 'fail');
    await start({}, { store });
    await check();
    expect(fail.mock.calls.map(([key]) => key)).toEqual(begin.mock.calls.map(([key]) => key));
    expect(begin).toHaveBeenCalledTimes(1);
  });

  it('says unknown for a queue that cannot count, and is down for one that fails', async () => {
    const queue = new Queue();
    await start({}, { queue });
    expect((await check()).details.webhooks).toMatchObject({
      status: 'up',
      queue: { status: 'unknown' },
    });
    Object.assign(queue, { count: () => Promise.reject(new Error('no connection')) });
    expect((await check()).details.webhooks).toMatchObject({
      status: 'down',
      queue: { status: 'down' },
    });
  });

  it('checks the workers of a process without a receiver', async () => {
    const queue = new Queue();
    const testing = await Test.createTestingModule({
      imports: [
        PixWebhookWorkerModule.forRoot({ queue, store: new InMemoryEventStore() }),
        PixHealthModule,
      ],
    }).compile();
    app = testing.createNestApplication<INestApplication<Server>>();
    await app.init();
    const result = await app.get(PixHealthIndicator, { strict: false }).checkReceiver('worker');
    expect(result).toEqual({
      worker: {
        status: 'up',
        eventStore: { status: 'up' },
        queue: expect.objectContaining({ status: 'unknown' }),
        unopenedEvents: expect.objectContaining({ status: 'unknown' }),
      },
    });
  });
});
