import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Global, Module } from '@nestjs/common';
import { buildDevolucao, buildPix } from '../../devkit/testing.js';
import { PIX_TELEMETRY } from '../../lib/observe/index.js';
import {
  InMemoryEventStore,
  PixReconciler,
  PixWebhookReceiverModule,
  PixWebhookWorkerModule,
  type PixWebhookReceiverOptions,
} from '../../lib/receiver/index.js';
import { startApp, type RunningApp } from './support/app.js';
import { PAYER_CPF } from './support/notifications.js';
import { Observer, trace } from './support/observer.js';
import { Orders } from './support/orders.js';
import { post } from './support/post.js';
import { Provider } from './support/provider.js';
import { Queue } from './support/queue.js';

const secret = 'a-long-and-random-secret-of-tests';
let observer: Observer;
let running: RunningApp | undefined;

@Global()
@Module({
  providers: [{ provide: PIX_TELEMETRY, useFactory: () => observer }],
  exports: [PIX_TELEMETRY],
})
class TelemetryModule {}

beforeEach(() => {
  observer = new Observer();
});

afterEach(async () => {
  jest.restoreAllMocks();
  await running?.app.close();
  running = undefined;
});

async function startReceiver(options: PixWebhookReceiverOptions = {}, providers = [Orders]) {
  const receiver = PixWebhookReceiverModule.forRoot({ authentication: { secret }, ...options });
  running = await startApp('Express', { imports: [TelemetryModule, receiver], providers });
  return running;
}

async function deliver(pix = buildPix()): Promise<number> {
  const { status } = await post(running!.port, `/webhooks/pix/pix?hmac=${secret}`, { pix: [pix] });
  return status;
}

describe('the observer of a receiver', () => {
  it('sees the delivery, and the run of the handler', async () => {
    await startReceiver();
    const pix = buildPix();
    await expect(deliver(pix)).resolves.toBe(200);
    expect(observer.activities).toEqual([
      {
        kind: 'delivery',
        receiver: 'default',
        route: '/webhooks/pix',
        path: '/webhooks/pix/pix',
        scheme: 'http',
        notification: 'pix',
        headers: expect.objectContaining({ 'content-type': 'application/json' }),
        result: 'handled',
        status: 200,
      },
      {
        kind: 'handler',
        handler: 'Orders.onPix',
        event: {
          receiver: 'default',
          type: 'pix.recebido',
          key: `pix:${pix.endToEndId}`,
          txid: pix.txid,
          endToEndId: pix.endToEndId,
        },
      },
    ]);
    const counted = { receiver: 'default', type: 'pix.recebido', origin: 'notification' };
    expect(observer.events).toEqual([{ ...counted, outcome: 'handled' }]);
  });

  it('sees the identifiers of a refund’s payment, without tax ids', async () => {
    await startReceiver();
    const pix = buildPix({ txid: PAYER_CPF, devolucoes: [buildDevolucao({ id: PAYER_CPF })] });
    await expect(deliver(pix)).resolves.toBe(200);
    const { event } = observer.activities[2] as { event?: unknown };
    expect(event).toMatchObject({ type: 'pix.devolucao', endToEndId: pix.endToEndId });
    expect(JSON.stringify(event)).not.toContain(PAYER_CPF);
  });

  it('counts an event whose handler fails, and one without a handler', async () => {
    const { app } = await startReceiver();
    app.get(Orders).during = () => {
      throw new Error('no order yet');
    };
    await expect(deliver()).resolves.toBe(500);
    expect(observer.activities[0]).toMatchObject({ result: 'failed', status: 500 });
    await app.close();
    await startReceiver({}, []);
    await expect(deliver()).resolves.toBe(200);
    expect(observer.events.map(({ outcome }) => outcome)).toEqual(['failed', 'unhandled']);
  });

  it('sees the runs of the reconciler', async () => {
    const recebidos = new Provider();
    recebidos.received.push(buildPix({ horario: new Date().toISOString() }));
    const { app } = await startReceiver({ recebidos, reconciler: {} });
    const [inicio, fim] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    await app.get(PixReconciler).run({ inicio, fim });
    expect(observer.activities[0]).toEqual({
      kind: 'reconciliation',
      receiver: 'default',
      listed: 1,
    });
    expect(observer.events).toMatchObject([{ outcome: 'handled', origin: 'list' }]);
  });

  it('sees that an event is queued with the trace of its delivery, or cannot be queued', async () => {
    const queue = new Queue();
    await startReceiver({ queue });
    await expect(deliver()).resolves.toBe(200);
    expect(queue.waiting).toMatchObject([{ trace }]);
    observer.trace = undefined;
    await deliver();
    expect(queue.waiting[1]).not.toHaveProperty('trace');
    queue.reachable = false;
    await expect(deliver()).resolves.toBe(503);
    const enqueued = observer.activities.filter(({ kind }) => kind === 'enqueue');
    const outcomes = ['queued', 'queued', 'unavailable'];
    const event = { receiver: 'default', type: 'pix.recebido' };
    expect(enqueued).toMatchObject(outcomes.map((outcome) => ({ outcome, event })));
    expect(observer.events).toEqual(
      outcomes.map((outcome) => ({ ...event, outcome, origin: 'notification' })),
    );
  });
});

describe('the observer of a worker', () => {
  const NOW = Date.parse('2026-09-09T12:21:00.000Z');
  let queue: Queue;

  beforeEach(async () => {
    queue = new Queue();
    const worker = PixWebhookWorkerModule.forRoot({ queue, store: new InMemoryEventStore() });
    const imports = [TelemetryModule, worker];
    running = await startApp('Express', { imports, providers: [Orders] });
  });

  async function work(receivedAt: number, fields: object = {}) {
    jest.spyOn(Date, 'now').mockReturnValue(NOW);
    const payload = buildPix();
    const key = `pix:${payload.endToEndId}`;
    const event = { type: 'pix.recebido', key, payload } as const;
    await queue.enqueue({ ...event, receivedAt: new Date(receivedAt).toISOString(), ...fields });
    const [verdict] = await queue.deliver();
    expect(verdict).toBeDefined();
    return observer.activities.find(({ kind }) => kind === 'process');
  }

  it('sees how long an event has waited, and its trace', async () => {
    await expect(work(NOW - 90_000, { trace, receiver: 'filial' })).resolves.toMatchObject({
      event: { receiver: 'filial', type: 'pix.recebido' },
      trace,
      delay: 90,
      outcome: 'done',
    });
  });

  it('sees no delay of an event from a clock that is ahead, and no invalid trace', async () => {
    const activity = await work(NOW + 5000, { trace: 'invalid' });
    expect(activity).toMatchObject({ delay: 0, trace: undefined, outcome: 'done' });
    expect(activity).toHaveProperty('event.receiver', 'default');
  });

  it('sees that a handler has failed', async () => {
    running!.app.get(Orders).during = () => Promise.reject(new Error('no order yet'));
    await expect(work(NOW)).resolves.toMatchObject({ outcome: 'failed' });
  });
});
