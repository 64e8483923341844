import { afterEach, describe, expect, it } from '@jest/globals';
import { Module, type Provider as NestProvider, type ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { buildDevolucao, buildPix } from '../../devkit/testing.js';
import type { Pix } from '../../lib/contract/index.js';
import {
  getPixRecebidosToken,
  InMemoryEventStore,
  PixReconciler,
  PixWebhookReceiverModule,
  PixWebhookStats,
  PixWebhookWorkerModule,
  type PixEventQueue,
  type PixWebhookReceiverOptions,
  type PixWebhookWorkerOptions,
} from '../../lib/receiver/index.js';
import { startApp, type RunningApp } from './support/app.js';
import { quiet, RecordedLog } from './support/log.js';
import { PAYER_CPF } from './support/notifications.js';
import { Orders } from './support/orders.js';
import { post } from './support/post.js';
import { Provider } from './support/provider.js';
import { Queue } from './support/queue.js';

const authentication = { secret: 'a-long-and-random-secret-of-tests' };
const address = `/webhooks/pix/pix?hmac=${authentication.secret}`;
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startReceiver(
  options: PixWebhookReceiverOptions,
  metadata: ModuleMetadata = {},
): Promise<RunningApp> {
  const running = await startApp('Express', {
    ...metadata,
    imports: [
      PixWebhookReceiverModule.forRoot({ authentication, ...options }),
      ...(metadata.imports ?? []),
    ],
  });
  closing.push(() => running.app.close());
  return running;
}

async function startWorker(
  queue: PixEventQueue,
  store = new InMemoryEventStore(),
  providers: NestProvider[] = [Orders],
) {
  @Module({ imports: [PixWebhookWorkerModule.forRoot({ queue, store })], providers })
  class WorkerModule {}

  const log = new RecordedLog();
  const worker = await NestFactory.createApplicationContext(WorkerModule, quiet(log));
  closing.push(() => worker.close());
  return { worker, log };
}

describe('PixWebhookReceiverModule with a queue', () => {
  it('enqueues events, answers 200 and runs no handler', async () => {
    const queue = new Queue();
    const { app, port, log } = await startReceiver({ queue }, { providers: [Orders] });
    const paid = buildPix({ devolucoes: [buildDevolucao()] });
    expect((await post(port, address, { pix: [paid] })).status).toBe(200);
    expect(app.get(Orders).handled).toEqual([]);
    expect(queue.waiting).toEqual([
      {
        type: 'pix.recebido',
        key: `pix:${paid.endToEndId}`,
        payload: paid,
        receivedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
        receiver: 'default',
      },
      expect.objectContaining({ type: 'pix.devolucao' }),
    ]);
    expect(app.get(PixWebhookStats).notifications).toEqual({ queued: 1 });
    expect(log.text).toContain('→ the queue');
  });

  it('answers 503 when the queue is unavailable, so that the provider repeats', async () => {
    const queue = new Queue();
    const { port, log } = await startReceiver({ queue });
    queue.reachable = false;
    expect((await post(port, address, { pix: [buildPix()] })).status).toBe(503);
    expect(log.text).toMatch(/error Could not queue pix:\w+: Error: no connection, token=\*\*\*/);
    queue.reachable = true;
    expect((await post(port, address, { pix: [buildPix()] })).status).toBe(200);
  });

  it('verifies events before it enqueues them', async () => {
    const queue = new Queue();
    const provider = new Provider();
    const { port } = await startReceiver({
      queue,
      verifyWithProvider: true,
      recebidos: provider,
    });
    const paid = buildPix();
    provider.received.push(paid);
    expect((await post(port, address, { pix: [{ ...paid, valor: '1.00' }] })).status).toBe(403);
    expect(queue.waiting).toEqual([]);
    expect((await post(port, address, { pix: [paid] })).status).toBe(200);
    expect(queue.waiting).toHaveLength(1);
  });

  it('requires authentication, although its application has no handlers', async () => {
    await expect(startReceiver({ queue: new Queue(), authentication: {} })).rejects.toMatchObject({
      name: 'ConfigurationError',
    });
  });

  it('does not start when the queue fails to open', async () => {
    const queue = new Queue();
    queue.reachable = false;
    await expect(startReceiver({ queue })).rejects.toThrow('no connection');
  });

  it('enqueues the events that the reconciler finds', async () => {
    const queue = new Queue();
    const provider = new Provider();
    const { app } = await startReceiver({ queue, recebidos: provider });
    provider.received.push(buildPix());
    const { outcomes } = await app.get(PixReconciler).run();
    expect(outcomes).toMatchObject({ queued: 1, handled: 0 });
    expect(queue.waiting).toHaveLength(1);
  });
});

describe('PixWebhookWorkerModule', () => {
  it('runs handlers for queued events, without HTTP and without authentication', async () => {
    const queue = new Queue();
    const { port } = await startReceiver({ queue });
    const { worker } = await startWorker(queue);
    const paid = buildPix();
    const before = Date.now();
    await post(port, address, { pix: [paid] });
    expect(await queue.deliver()).toEqual([{ outcome: 'done' }]);
    const [handled] = worker.get(Orders).handled;
    expect(handled!.payload).toEqual(paid);
    expect(handled!.context).toMatchObject({
      event: 'pix.recebido',
      eventKey: `pix:${paid.endToEndId}`,
    });
    expect(handled!.context.receivedAt.getTime()).toBeGreaterThanOrEqual(before);
  });

  it('works in the same application as the receiver', async () => {
    const queue = new Queue();
    const { app, port } = await startReceiver(
      { queue },
      {
        imports: [PixWebhookWorkerModule.forRoot({ queue, store: new InMemoryEventStore() })],
        providers: [Orders],
      },
    );
    await post(port, address, { pix: [buildPix()] });
    await queue.deliver();
    expect(app.get(Orders).handled).toHaveLength(1);
  });

  it('handles an event once when it is queued several times and by several workers', async () => {
    const queue = new Queue();
    const store = new InMemoryEventStore();
    const { port } = await startReceiver({ queue });
    const [first, second] = [await startWorker(queue, store), await startWorker(queue, store)];
    const paid = buildPix();
    await post(port, address, { pix: [paid, paid] });
    await post(port, address, { pix: [paid] });
    expect(await queue.deliver()).toEqual(Array(3).fill({ outcome: 'done' }));
    const handled = [first, second].flatMap(({ worker }) => worker.get(Orders).handled);
    expect(handled).toHaveLength(1);
  });

  it('reports why an event failed, without a tax id, and handles it when it is queued again', async () => {
    const queue = new Queue();
    const { port } = await startReceiver({ queue });
    const { worker } = await startWorker(queue);
    const orders = worker.get(Orders);
    orders.during = () => {
      throw new Error(`no order of ${PAYER_CPF}`);
    };
    const paid = buildPix();
    await post(port, address, { pix: [paid] });
    const [event] = queue.waiting;
    expect(await queue.deliver()).toEqual([
      {
        outcome: 'failed',
        reason: `Orders.onPix failed on pix:${paid.endToEndId}: Error: no order of ***`,
      },
    ]);
    orders.during = () => undefined;
    expect(await queue.handle!(event!)).toEqual({ outcome: 'done' });
    expect(orders.handled).toHaveLength(1);
  });

  it('returns "running" for an event that another process is handling', async () => {
    const queue = new Queue();
    const store = new InMemoryEventStore();
    const { port } = await startReceiver({ queue });
    await startWorker(queue, store);
    const paid = buildPix();
    store.begin(`pix:${paid.endToEndId}@Orders.onPix`);
    await post(port, address, { pix: [paid] });
    expect(await queue.deliver()).toEqual([{ outcome: 'running' }]);
  });

  it('takes no events while no method handles them', async () => {
    const queue = new Queue();
    const { log } = await startWorker(queue, new InMemoryEventStore(), []);
    expect(queue.calls).toEqual(['open']);
    expect(log.text).toContain('no events are taken from the queue');
  });

  it('stops taking events before shutdown, and closes the queue afterwards', async () => {
    const queue = new Queue();
    const { worker } = await startWorker(queue);
    await worker.close();
    expect(queue.calls).toEqual(['open', 'work', 'stop', 'close']);
  });

  it.each([
    ['queue and store', {}, 'missing options: queue, store (shared by all workers)'],
    ['store', { queue: new Queue() }, 'missing options: store'],
    ['queue', { store: new InMemoryEventStore() }, 'missing options: queue.'],
  ])('does not start without %s', async (_name, options, message) => {
    @Module({ imports: [PixWebhookWorkerModule.forRoot(options as never)] })
    class WorkerModule {}
    await expect(NestFactory.createApplicationContext(WorkerModule, quiet())).rejects.toMatchObject(
      {
        name: 'ConfigurationError',
        message: expect.stringContaining(message),
      },
    );
  });

  it('works with a queue without open() and close()', async () => {
    const full = new Queue();
    const queue: PixEventQueue = {
      enqueue: (event) => full.enqueue(event),
      work: (handle) => full.work(handle),
    };
    const { app, port } = await startReceiver({ queue });
    const { worker } = await startWorker(queue);
    expect((await post(port, address, { pix: [buildPix()] })).status).toBe(200);
    expect(await full.deliver()).toEqual([{ outcome: 'done' }]);
    await expect(worker.close()).resolves.toBeUndefined();
    await expect(app.close()).resolves.toBeUndefined();
    expect(full.calls).toEqual(['work', 'stop']);
  });

  it('runs the handlers of the default receiver for an event without a receiver', async () => {
    const queue = new Queue();
    const { worker } = await startWorker(queue);
    const payload = buildPix();
    const receivedAt = '2026-09-09T12:00:00.000Z';
    const key = `pix:${payload.endToEndId}`;
    await queue.enqueue({ type: 'pix.recebido', key, payload, receivedAt });
    expect(await queue.deliver()).toEqual([{ outcome: 'done' }]);
    const { context } = worker.get(Orders).handled[0]!;
    expect([context.receiver, context.tenant]).toEqual(['default', undefined]);
    expect(context.receivedAt).toEqual(new Date(receivedAt));
  });

  it('reports a reason for a failure that another delivery has logged', async () => {
    const queue = new Queue();
    const { worker } = await startWorker(queue);
    worker.get(Orders).during = () => {
      throw new Error('busy');
    };
    const payload = buildPix();
    const event = { type: 'pix.recebido', key: `pix:${payload.endToEndId}`, payload } as const;
    const receivedAt = '2026-09-09T12:00:00.000Z';
    await queue.enqueue({ ...event, receivedAt });
    await queue.enqueue({ ...event, receivedAt });
    expect(await queue.deliver()).toEqual([
      { outcome: 'failed', reason: expect.stringContaining('busy') },
      { outcome: 'failed', reason: 'a handler failed' },
    ]);
  });
});

describe('PixWebhookWorkerModule with verifyWithProvider', () => {
  async function start(
    verifyWithProvider: PixWebhookWorkerOptions['verifyWithProvider'],
    { sources = {} }: { sources?: Record<string, Provider> } = {},
  ) {
    const queue = new Queue();
    const store = new InMemoryEventStore();
    const options = { queue, store, receivers: Object.keys(sources), verifyWithProvider };
    const accounts = Object.entries(sources).map(([name, useValue]) => ({
      provide: getPixRecebidosToken(name === 'default' ? undefined : name),
      useValue,
    }));
    @Module({
      imports: [PixWebhookWorkerModule.forRoot(options)],
      providers: [Orders, ...accounts],
    })
    class WorkerModule {}
    const log = new RecordedLog();
    const worker = await NestFactory.createApplicationContext(WorkerModule, quiet(log));
    closing.push(() => worker.close());
    const deliver = async (pix: Pix, account: { receiver?: string; tenant?: string } = {}) => {
      const receivedAt = new Date().toISOString();
      const key = `pix:${pix.endToEndId}`;
      await queue.enqueue({ type: 'pix.recebido', key, payload: pix, receivedAt, ...account });
      const [verdict] = await queue.deliver();
      return verdict;
    };
    return { deliver, handled: worker.get(Orders).handled, log };
  }

  it('hands the version of the provider to the handler', async () => {
    const bank = new Provider();
    const pix = buildPix({ valor: '37.00' });
    bank.received.push({ ...pix, infoPagador: 'of the bank' });
    const { deliver, handled } = await start(true, { sources: { default: bank } });
    expect(await deliver({ ...pix, infoPagador: 'of the queue' })).toEqual({ outcome: 'done' });
    expect(handled).toMatchObject([{ payload: { valor: '37.00', infoPagador: 'of the bank' } }]);
  });

  it.each([
    [
      'that the provider does not have',
      (pix: Pix) => ({ ...pix, endToEndId: `E${'9'.repeat(31)}` }),
    ],
    ['whose amount was changed', (pix: Pix) => ({ ...pix, valor: '1000000.00' })],
  ])('hands no Pix to a handler %s', async (_, change) => {
    const bank = new Provider();
    const pix = buildPix({ valor: '37.00' });
    bank.received.push(pix);
    const { deliver, handled } = await start(true, { sources: { default: bank } });
    expect(await deliver(change(pix))).toEqual({
      outcome: 'failed',
      reason: 'the provider did not confirm the Pix: refused (verifyWithProvider)',
    });
    expect(handled).toEqual([]);
  });

  it('fails while the provider cannot be read', async () => {
    const bank = Object.assign(new Provider(), { reachable: false });
    const { deliver, handled } = await start(true, { sources: { default: bank } });
    expect(await deliver(buildPix())).toMatchObject({
      outcome: 'failed',
      reason: 'the provider did not confirm the Pix: unavailable (verifyWithProvider)',
    });
    expect(handled).toEqual([]);
  });

  it('reads from the account of the receiver', async () => {
    const sources = { default: new Provider(), filial: new Provider() };
    const pix = buildPix();
    sources.filial.received.push(pix);
    const { deliver } = await start(true, { sources });
    expect(await deliver(pix, { receiver: 'filial' })).toEqual({ outcome: 'done' });
    expect(sources.default.read).toEqual([]);
  });

  it('asks a function for the account of a tenant', async () => {
    const bank = new Provider();
    const pix = buildPix();
    bank.received.push(pix);
    const asked: unknown[] = [];
    const { deliver } = await start((...account) => (asked.push(account), bank));
    expect(await deliver(pix, { receiver: 'filial', tenant: 'acme' })).toEqual({ outcome: 'done' });
    expect(asked).toEqual([['filial', 'acme']]);
  });

  it.each([
    ['has no function', true as const, 'must be a function, because events have tenants'],
    [
      'has one that fails',
      () => {
        throw new Error(`no account of ${PAYER_CPF}`);
      },
      'no account of ***',
    ],
  ])('fails for a tenant if it %s', async (_, verify, message) => {
    const { deliver, handled, log } = await start(verify, { sources: { default: new Provider() } });
    expect(await deliver(buildPix(), { tenant: 'acme' })).toMatchObject({ outcome: 'failed' });
    expect(handled).toEqual([]);
    expect(log.text).toContain(message);
    expect(log.text).not.toContain(PAYER_CPF);
  });

  it('does not start without the account of a receiver', async () => {
    const queue = new Queue();
    const options = { queue, store: new InMemoryEventStore(), receivers: ['filial'] };
    @Module({ imports: [PixWebhookWorkerModule.forRoot({ ...options, verifyWithProvider: true })] })
    class WorkerModule {}
    await expect(
      NestFactory.createApplicationContext(WorkerModule, quiet(new RecordedLog())),
    ).rejects.toThrow(
      'verifyWithProvider reads received Pix from the provider, but the application has no PixModule with the name filial',
    );
  });
});
