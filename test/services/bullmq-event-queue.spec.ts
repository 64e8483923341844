import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Job } from 'bullmq';
import { buildPix } from '../../devkit/testing.js';
import type { PixQueuedEvent } from '../../lib/receiver/index.js';
import { RecordedLog } from '../receiver/support/log.js';
import { BullMqQueues } from './support/bullmq-queues.js';
import { waitUntil } from './support/wait-until.js';

let queues: BullMqQueues;
let log: RecordedLog;

beforeEach(async () => {
  Logger.overrideLogger((log = new RecordedLog()));
  queues = await BullMqQueues.open();
});

afterEach(async () => {
  jest.restoreAllMocks();
  await queues.close();
  Logger.overrideLogger(undefined as never);
});

describe('BullMqEventQueue', () => {
  it('uses one connection', async () => {
    const relay = await queues.startRelay();
    const queue = queues.addBehind(relay);
    await queue.open();
    await queue.countDeadLetters();
    await queues.enqueue(queue);
    expect(relay.accepted).toBe(1);
  });

  it('can be used again after it was closed', async () => {
    const queue = queues.add();
    await queues.enqueue(queue);
    await queue.close();
    await queues.enqueue(queue);
    expect(log.lines).toEqual([]);
  });

  it('stores what arrives together with a request to add it and one to read it back', async () => {
    const connection = await queues.connect();
    const queue = queues.add({ connection });
    const held = buildPix();
    await queues.enqueue(queue, held);
    const write = jest.spyOn(connection.stream, 'write');
    const receivedAt = new Date().toISOString();
    const payloads = [buildPix(), { ...held, valor: '0.01' }, buildPix(), held];
    const stored = await Promise.all(
      payloads.map((payload) =>
        queue.enqueue({
          type: 'pix.recebido',
          key: `pix:${payload.endToEndId}`,
          payload,
          receivedAt,
        }),
      ),
    );
    expect(stored.map(({ conflicting }) => conflicting)).toEqual([false, true, false, false]);
    // Each of the two that are there already is read, and then asked for its state.
    const requests = write.mock.calls.map(([text]) => String(text));
    expect(requests.filter((text) => text.includes('pix.E'))).toHaveLength(2 + 2 * 2);
    expect((await queue.count()).waiting).toBe(3);
  });

  it('reports that Redis is unavailable', async () => {
    const relay = await queues.startRelay();
    await queues.addBehind(relay).open();
    await relay.cut();
    await waitUntil(() => log.text.includes('ECONNREFUSED'));
  });

  it('reports on close() that Redis does not respond', async () => {
    const relay = await queues.startRelay();
    const queue = queues.addBehind(relay, 1);
    await queue.open();
    relay.silence();
    await queue.close();
    expect(log.lines).toEqual([expect.stringContaining('Redis did not respond within 1 s')]);
  });
});

describe('BullMqEventQueue.count', () => {
  it('counts waiting, running, delayed and dead events', async () => {
    const queue = queues.add({ attempts: 2, concurrency: 1, backoff: 60 });
    expect(await queue.count()).toEqual({
      waiting: 0,
      running: 0,
      delayed: 0,
      deadLetters: 0,
      unopened: 0,
    });
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    let handled = 0;
    await queues.work(queue, async () => {
      handled += 1;
      if (handled === 1) return { outcome: 'failed', reason: 'no order' };
      await released;
      return { outcome: 'done' };
    });
    await queues.enqueue(queue);
    await waitUntil(async () => (await queue.count()).delayed === 1);
    for (let added = 0; added < 3; added += 1) await queues.enqueue(queue);
    await waitUntil(() => handled === 2);
    expect(await queue.count()).toEqual({
      waiting: 2,
      running: 1,
      delayed: 1,
      deadLetters: 0,
      unopened: 0,
    });
    release();
    await waitUntil(async () => (await queue.count()).running === 0);
  });

  it('counts an event whose attempts are used up', async () => {
    const queue = queues.add({ attempts: 1 });
    await queues.work(queue, async () => ({ outcome: 'failed', reason: 'no order' }));
    await queues.enqueue(queue);
    await waitUntil(async () => (await queue.count()).deadLetters === 1);
    expect(await queue.count()).toEqual({
      waiting: 0,
      running: 0,
      delayed: 0,
      deadLetters: 1,
      unopened: 0,
    });
  });

  it('rejects when Redis does not respond', async () => {
    const relay = await queues.startRelay();
    const queue = queues.addBehind(relay, 1);
    await queue.open();
    relay.silence();
    await expect(queue.count()).rejects.toThrow('Redis did not respond within 1 s');
  });
});

describe('dead letters of BullMqEventQueue', () => {
  it('are listed newest first, and replayed oldest first', async () => {
    const queue = queues.add({ attempts: 1, concurrency: 1 });
    const handled: string[] = [];
    let outcome: 'failed' | 'done' = 'failed';
    await queues.work(queue, async ({ key }: PixQueuedEvent) => {
      handled.push(key);
      return { outcome, reason: 'no order' };
    });
    for (const count of [1, 2, 3]) {
      await queues.enqueue(queue);
      await waitUntil(async () => (await queue.countDeadLetters()) === count);
    }
    const [last] = await queue.deadLetters({ limit: 1 });
    expect(last!.key).toBe(handled[2]);
    outcome = 'done';
    expect(await queue.replayAll()).toBe(3);
    await waitUntil(() => handled.length === 6);
    expect(handled.slice(3)).toEqual(handled.slice(0, 3));
  });

  it('are not reported as replayed when Redis fails', async () => {
    const queue = queues.add();
    const key = await queues.enqueue(queue);
    await queues.corruptDeadLetters();
    await expect(queue.replay(key)).rejects.toThrow('WRONGTYPE');
  });

  it('are not reported as replayed when they are discarded at the same time', async () => {
    const queue = queues.add({ attempts: 1 });
    await queues.work(queue, async () => ({ outcome: 'failed', reason: 'no order' }));
    const key = await queues.enqueue(queue);
    await waitUntil(() => queue.countDeadLetters());
    const { retry } = Job.prototype;
    jest.spyOn(Job.prototype, 'retry').mockImplementation(async function (this: Job, ...args) {
      expect(await queue.discard(key)).toBe(true);
      return retry.apply(this, args);
    });
    expect(await queue.replay(key)).toBe(false);
  });
});
