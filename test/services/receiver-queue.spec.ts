import { fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Redis } from 'ioredis';
import { buildDevolucao, buildPix, WebhookTestClient } from '../../devkit/testing.js';
import { BullMqEventQueue, type BullMqEventQueueOptions } from '../../lib/bullmq.js';
import {
  PixWebhookReceiverModule,
  PixWebhookStats,
  PixWebhookWorkerModule,
  RedisEventStore,
} from '../../lib/receiver/index.js';
import { startApp } from '../receiver/support/app.js';
import { quiet, RecordedLog } from '../receiver/support/log.js';
import { PAYER_CPF } from '../receiver/support/notifications.js';
import { Orders } from '../receiver/support/orders.js';
import type { HangingWorkerOrder } from './support/hanging-worker.js';
import { Relay } from './support/relay.js';
import { deleteKeys, openRedis, REDIS_URL, unique } from './support/servers.js';
import { SilentServer } from './support/silent-server.js';
import { waitUntil } from './support/wait-until.js';

const { hostname: host, port } = new URL(REDIS_URL);
const secret = 'a-long-and-random-secret-of-tests';

describe('BullMqEventQueue', () => {
  let redis: Redis;
  let prefix: string;
  const closing: (() => unknown)[] = [];

  beforeAll(async () => {
    redis = await openRedis();
  });

  afterAll(() => redis.disconnect());

  beforeEach(() => {
    prefix = unique('pix');
  });

  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    await deleteKeys(redis, prefix);
  });

  /** Opens the queue as another process would. */
  function newQueue(options: Partial<BullMqEventQueueOptions> = {}): BullMqEventQueue {
    const queue = new BullMqEventQueue({
      connection: { host, port: Number(port) },
      prefix,
      backoff: 0.05,
      ...options,
    });
    closing.push(() => queue.close());
    return queue;
  }

  async function startReceiver(options: Partial<BullMqEventQueueOptions> = {}) {
    const queue = newQueue(options);
    const running = await startApp('Express', {
      imports: [PixWebhookReceiverModule.forRoot({ authentication: { secret }, queue })],
    });
    closing.push(() => running.app.close());
    const url = `http://127.0.0.1:${running.port}/webhooks/pix?hmac=${secret}`;
    const provider = new WebhookTestClient({ url });
    closing.push(() => provider.close());
    return { provider, queue, log: running.log, app: running.app };
  }

  async function startWorker(options: Partial<BullMqEventQueueOptions> = {}) {
    const store = new RedisEventStore(redis, { prefix: `${prefix}:store:` });
    const queue = newQueue(options);
    @Module({ imports: [PixWebhookWorkerModule.forRoot({ queue, store })], providers: [Orders] })
    class WorkerModule {}
    const log = new RecordedLog();
    const app = await NestFactory.createApplicationContext(WorkerModule, quiet(log));
    closing.push(() => app.close());
    const orders = app.get(Orders);
    const attempts = new EventEmitter();
    return { orders, queue, log, app, attempts };
  }

  it('delivers events from the route to workers of other processes, each once', async () => {
    const { provider } = await startReceiver();
    const workers = [await startWorker(), await startWorker()];
    const paid = Array.from({ length: 50 }, () => buildPix({ devolucoes: [buildDevolucao()] }));
    for (const pix of [...paid, ...paid]) expect((await provider.pix(pix)).status).toBe(200);
    const handled = () => workers.flatMap(({ orders }) => orders.handled);
    await waitUntil(() => handled().length >= 100);
    // All other events in the queue come before this one.
    const last = buildPix();
    await provider.pix(last);
    await waitUntil(() => handled().length > 100);
    const keys = handled().map(({ context }) => context.eventKey);
    expect(new Set(keys).size).toBe(101);
    expect(keys).toHaveLength(101);
    const first = handled().find(
      ({ context }) => context.eventKey === `pix:${paid[0]!.endToEndId}`,
    );
    expect(first!.payload).toEqual(paid[0]);
    expect(first!.context.receivedAt).toBeInstanceOf(Date);
  });

  it('reports a delivery that contradicts the queued one, which stays unchanged', async () => {
    const { provider, log, app } = await startReceiver();
    const pix = buildPix();
    for (const valor of ['37.00', '37.00', '99.00']) await provider.pix({ ...pix, valor });
    expect(app.get(PixWebhookStats).contradictions).toBe(1);
    expect(log.text).toContain(`pix:${pix.endToEndId}: this delivery contradicts an earlier one`);
    const { orders } = await startWorker();
    await waitUntil(() => orders.handled.length > 0);
    expect(orders.handled[0]!.payload.valor).toBe('37.00');
  });

  it('keeps events until a worker starts', async () => {
    const { provider } = await startReceiver();
    await provider.pix(buildPix());
    const { orders } = await startWorker();
    await waitUntil(() => orders.handled.length === 1);
  });

  it('repeats after growing delays, and handles the event that succeeds', async () => {
    const { provider, queue } = await startReceiver();
    const { orders } = await startWorker();
    const attempts: number[] = [];
    orders.during = () => {
      attempts.push(performance.now());
      if (attempts.length < 4) throw new Error('busy');
    };
    await provider.pix(buildPix());
    await waitUntil(() => orders.handled.length === 1);
    const waits = attempts.slice(1).map((time, index) => time - attempts[index]!);
    expect(waits[0]).toBeGreaterThanOrEqual(45);
    expect(waits[1]).toBeGreaterThanOrEqual(95);
    expect(waits[2]).toBeGreaterThanOrEqual(195);
    expect(await queue.countDeadLetters()).toBe(0);
  });

  describe('dead letters', () => {
    async function fail(count: number) {
      const { provider, queue } = await startReceiver();
      // The number of attempts is that of the process that enqueues.
      const producer = newQueue({ attempts: 2 });
      const { orders, log } = await startWorker();
      orders.during = () => {
        throw new Error(`no order of ${PAYER_CPF}`);
      };
      const letters = Array.from({ length: count }, () => buildPix());
      for (const pix of letters) {
        const event = { type: 'pix.recebido', key: `pix:${pix.endToEndId}`, payload: pix } as const;
        await producer.enqueue({ ...event, receivedAt: new Date().toISOString() });
      }
      await waitUntil(async () => (await queue.countDeadLetters()) === count);
      return { provider, queue, orders, log, letters };
    }

    it('are events without attempts left, with the reason and without a tax id', async () => {
      const { queue, letters, log } = await fail(1);
      const [pix] = letters;
      expect(await queue.deadLetters()).toEqual([
        {
          key: `pix:${pix!.endToEndId}`,
          event: {
            type: 'pix.recebido',
            key: `pix:${pix!.endToEndId}`,
            payload: pix,
            receivedAt: expect.any(String),
          },
          reason: `Orders.onPix failed on pix:${pix!.endToEndId}: Error: no order of ***`,
          attempts: 2,
          failedAt: expect.any(Date),
        },
      ]);
      expect(log.text).toContain(`Dead letter: pix:${pix!.endToEndId}`);
      expect(log.text).not.toContain(PAYER_CPF);
    });

    it('take the content of a newer delivery, and report a contradiction', async () => {
      const { provider, queue, orders, letters } = await fail(1);
      const [pix] = letters;
      expect((await provider.pix({ ...pix!, valor: '99.00' })).status).toBe(200);
      const [letter] = await queue.deadLetters();
      expect(letter!.event!.payload).toMatchObject({ valor: '99.00' });
      orders.during = () => undefined;
      await queue.replayAll();
      await waitUntil(() => orders.handled.length === 1);
      expect(orders.handled[0]!.payload.valor).toBe('99.00');
    });

    it('stay when the provider repeats the event', async () => {
      const { provider, queue, letters } = await fail(1);
      expect((await provider.pix(letters[0]!)).status).toBe(200);
      expect(await queue.countDeadLetters()).toBe(1);
    });

    it('are replayed one by one or all at once, with all attempts', async () => {
      const { queue, orders, letters } = await fail(120);
      expect(await queue.deadLetters()).toHaveLength(100);
      expect(await queue.deadLetters({ offset: 100 })).toHaveLength(20);
      expect(await queue.deadLetters({ offset: 1, limit: 2 })).toHaveLength(2);
      expect(await queue.deadLetters({ limit: 0 })).toEqual([]);
      const [one] = letters.map(({ endToEndId }) => `pix:${endToEndId}`);
      let failures = 1;
      orders.during = () => {
        if (failures-- > 0) throw new Error('again');
      };
      expect(await queue.replay(one!)).toBe(true);
      await waitUntil(() => orders.handled.length === 1);
      expect(await queue.replay(one!)).toBe(false);
      expect(await queue.replay('pix:unknown')).toBe(false);
      expect(await queue.replayAll()).toBe(119);
      await waitUntil(() => orders.handled.length === 120);
      expect(await queue.countDeadLetters()).toBe(0);
      expect(await queue.replayAll()).toBe(0);
    });

    it('are replayed once when two processes replay them at the same time', async () => {
      const { queue, orders, letters } = await fail(20);
      const other = newQueue();
      orders.during = () => undefined;
      const key = `pix:${letters[0]!.endToEndId}`;
      const one = await Promise.all([queue, other].map((each) => each.replay(key)));
      expect(one.filter(Boolean)).toHaveLength(1);
      const [some, others] = await Promise.all([queue, other].map((each) => each.replayAll()));
      expect(some! + others!).toBe(19);
      await waitUntil(() => orders.handled.length === 20);
      expect(await queue.countDeadLetters()).toBe(0);
    });

    it('keep receiver and tenant of their event, including after a replay', async () => {
      const { orders, queue } = await startWorker({ attempts: 1 });
      const payload = buildPix();
      const receivedAt = new Date().toISOString();
      const event = { type: 'pix.recebido', payload, receivedAt } as const;
      const keys = ['filial/', 'filial/acme/', ''].map(
        (scope) => `${scope}pix:${payload.endToEndId}`,
      );
      orders.during = () => {
        throw new Error('no');
      };
      const [ofFilial, ofAcme, ofDefault] = keys as [string, string, string];
      await queue.enqueue({ ...event, key: ofFilial, receiver: 'filial' });
      await queue.enqueue({ ...event, key: ofAcme, receiver: 'filial', tenant: 'acme' });
      await queue.enqueue({ ...event, key: ofDefault });
      await waitUntil(async () => (await queue.countDeadLetters()) === 3);
      orders.during = () => undefined;
      for (const key of keys) {
        expect(await queue.replay(key)).toBe(true);
        await waitUntil(() => orders.handled.some(({ context }) => context.eventKey === key));
      }
      expect(orders.handled.map(({ context: { receiver, tenant } }) => [receiver, tenant])).toEqual(
        [
          ['filial', undefined],
          ['filial', 'acme'],
          ['default', undefined],
        ],
      );
    });

    it('are discarded', async () => {
      const { queue, letters } = await fail(1);
      const key = `pix:${letters[0]!.endToEndId}`;
      expect(await queue.discard('pix:unknown')).toBe(false);
      expect(await queue.discard(key)).toBe(true);
      expect(await queue.discard(key)).toBe(false);
      expect(await queue.deadLetters()).toEqual([]);
    });
  });

  describe('with Redis unavailable', () => {
    async function silence() {
      const server = await SilentServer.start();
      closing.push(() => server.close());
      return { host: '127.0.0.1', port: server.port };
    }

    it('the application does not start', async () => {
      const queue = newQueue({ connection: await silence(), timeout: 0.2 });
      await expect(queue.open()).rejects.toThrow('Redis did not respond within 0.2 s');
    });

    it('enqueue() rejects', async () => {
      const queue = newQueue({ connection: await silence(), timeout: 0.2 });
      const pix = buildPix();
      const event = { type: 'pix.recebido', key: 'pix:1', payload: pix } as const;
      await expect(
        queue.enqueue({ ...event, receivedAt: new Date().toISOString() }),
      ).rejects.toThrow('Redis did not respond');
    });

    async function startBoth() {
      const relay = await Relay.to(REDIS_URL);
      closing.push(() => relay.cut());
      const options = { connection: { host: '127.0.0.1', port: relay.port }, timeout: 1 };
      return {
        relay,
        receiver: await startReceiver(options),
        worker: await startWorker(options),
      };
    }

    it.each(['gone', 'paused'])('the application shuts down (%s)', async (how) => {
      const { relay, receiver, worker } = await startBoth();
      await receiver.provider.pix(buildPix());
      await waitUntil(() => worker.orders.handled.length === 1);
      if (how === 'paused') relay.silence();
      else {
        await relay.cut();
        await waitUntil(() => worker.log.text.includes('ECONNREFUSED'));
      }
      await Promise.all([receiver.app.close(), worker.app.close()]);
      expect(worker.orders.handled).toHaveLength(1);
    });

    it('the handler in progress ends before the application does', async () => {
      const { relay, receiver, worker } = await startBoth();
      const gate = new EventEmitter();
      const entered = once(gate, 'entered');
      worker.orders.during = () => {
        gate.emit('entered');
        return once(gate, 'opened');
      };
      await receiver.provider.pix(buildPix());
      await entered;
      relay.silence();
      const closed = worker.app.close().then(() => worker.orders.handled.length);
      await receiver.app.close();
      gate.emit('opened');
      expect(await closed).toBe(1);
    });
  });

  it('delivers the event of a killed worker to another one', async () => {
    const { provider } = await startReceiver();
    const child = fork(resolve(import.meta.dirname, 'support/hanging-worker.ts'), {
      cwd: resolve(import.meta.dirname, '../..'),
      execArgv: ['--import', './test/support/register-typescript.js'],
    });
    closing.push(() => child.kill('SIGKILL'));
    child.send({ prefix, storePrefix: `${prefix}:store:`, lease: 1 } satisfies HangingWorkerOrder);
    const [ready] = (await once(child, 'message')) as [string];
    expect(ready).toBe('ready');
    const entered = once(child, 'message');
    const paid = buildPix();
    await provider.pix(paid);
    expect(await entered).toEqual([`pix:${paid.endToEndId}`, undefined]);
    const { orders } = await startWorker({ lease: 1 });
    child.kill('SIGKILL');
    await waitUntil(() => orders.handled.length === 1);
    expect(orders.handled[0]!.payload).toEqual(paid);
  });

  it('completes the event in progress before the application shuts down', async () => {
    const { provider } = await startReceiver();
    const { orders, app } = await startWorker();
    const gate = new EventEmitter();
    const entered = once(gate, 'entered');
    orders.during = () => {
      gate.emit('entered');
      return once(gate, 'opened');
    };
    await provider.pix(buildPix());
    await entered;
    const closed = app.close();
    gate.emit('opened');
    await closed;
    expect(orders.handled).toHaveLength(1);
  });
});
