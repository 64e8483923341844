import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { EventEmitter, once } from 'node:events';
import { BullMqEventQueue } from '../../lib/receiver/bullmq/index.js';
import type { BullMqEventQueueOptions } from '../../lib/receiver/bullmq/index.js';
import type { PixQueuedEvent } from '../../lib/receiver/index.js';
import { buildPix } from '../../lib/testing.js';
import { RecordedLog } from '../receiver/support/log.js';
import { Relay } from './support/relay.js';
import { forgetKeys, openRedis, REDIS_URL, unique } from './support/servers.js';
import { SilentServer } from './support/silent-server.js';
import { until } from './support/until.js';

const { hostname: host, port } = new URL(REDIS_URL);

let redis: Redis;
let prefix: string;
let log: RecordedLog;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  redis = await openRedis();
});

afterAll(() => redis.disconnect());

beforeEach(() => {
  prefix = unique('pix');
  Logger.overrideLogger((log = new RecordedLog()));
});

afterEach(async () => {
  jest.restoreAllMocks();
  for (const close of closing.splice(0).reverse()) await close();
  Logger.overrideLogger(undefined as never);
  await forgetKeys(redis, prefix);
});

function newQueue(options: Partial<BullMqEventQueueOptions> = {}): BullMqEventQueue {
  const connection = { host, port: Number(port) };
  const queue = new BullMqEventQueue({ connection, prefix, backoff: 0.01, ...options });
  closing.push(() => queue.close());
  return queue;
}

async function newRelay(): Promise<Relay> {
  const relay = await Relay.to(REDIS_URL);
  closing.push(() => relay.cut());
  return relay;
}

/** A queue that reaches Redis through the relay. */
function newQueueBehind(relay: Relay, timeout = 5): BullMqEventQueue {
  return newQueue({ connection: { host: '127.0.0.1', port: relay.port }, timeout });
}

async function work(
  queue: BullMqEventQueue,
  handle: Parameters<BullMqEventQueue['work']>[0],
): Promise<() => Promise<void>> {
  const stop = await queue.work(handle);
  closing.push(stop);
  return stop;
}

/** Stores an event and returns its key. */
async function enqueue(queue: BullMqEventQueue): Promise<string> {
  const payload = buildPix();
  const key = `pix:${payload.endToEndId}`;
  await queue.enqueue({ type: 'pix.recebido', key, payload, receivedAt: new Date().toISOString() });
  return key;
}

async function readJob(key: string): Promise<Record<string, string>> {
  return redis.hgetall(`${prefix}:pix-webhook:${key.replace(':', '.')}`);
}

/** What Redis says about the connections of this test on which a worker waits for events. */
async function listWorkers(): Promise<string[]> {
  const clients = String(await redis.client('LIST'));
  return clients.split('\n').filter((line) => line.includes(`name=${prefix}:`));
}

async function isWaiting(): Promise<boolean> {
  return (await listWorkers()).some((line) => line.includes('flags=b'));
}

describe('a worker of BullMqEventQueue', () => {
  const handle = async () => ({ outcome: 'done' }) as const;

  it('leaves no connection behind when Redis does not answer at its start', async () => {
    const server = await SilentServer.start();
    closing.push(() => server.close());
    const connection = { host: '127.0.0.1', port: server.port };
    const queue = newQueue({ connection, timeout: 0.2 });
    await expect(queue.work(handle)).rejects.toThrow('Redis did not answer within 0.2 s');
    await until(() => server.connections === 0);
  });

  it('does not start while Redis refuses connections', async () => {
    const relay = await newRelay();
    await relay.cut();
    const queue = newQueueBehind(relay, 0.2);
    await expect(queue.work(handle)).rejects.toThrow('Redis did not answer within 0.2 s');
  });

  it('reports that Redis is gone, and stops all the same', async () => {
    const relay = await newRelay();
    const stop = await work(newQueueBehind(relay), handle);
    await relay.cut();
    await until(() => log.text.includes('ECONNREFUSED'));
    await stop();
  });

  it('leaves no connection behind when it stops', async () => {
    const stop = await work(newQueue(), handle);
    await until(isWaiting);
    await stop();
    await until(async () => (await listWorkers()).length === 0);
  });

  it('handles no event that it fetches while it stops, and fetches no other', async () => {
    const queue = newQueue();
    const handled: string[] = [];
    const gate = new EventEmitter();
    const entered = once(gate, 'entered');
    const stop = await work(queue, async ({ key }) => {
      handled.push(key);
      gate.emit('entered');
      await once(gate, 'opened');
      return { outcome: 'done' };
    });
    const first = await enqueue(queue);
    await entered;
    await until(isWaiting);
    const stopped = stop();
    const second = await enqueue(queue);
    await until(async () => handled.length > 1 || (await readJob(second)).delay !== '0');
    const third = await enqueue(queue);
    gate.emit('opened');
    await stopped;
    expect(handled).toEqual([first]);
    expect(await readJob(third)).toMatchObject({ delay: '0' });
  });

  it.each([
    [1, '1000'],
    [30, '5000'],
  ])(
    'gives out what is running elsewhere after the lease or 5 seconds (lease of %d s: %s ms)',
    async (lease, delay) => {
      const queue = newQueue({ lease });
      const key = await enqueue(queue);
      jest.spyOn(Date, 'now').mockReturnValue(Date.now());
      const stop = await work(queue, async () => ({ outcome: 'running' }));
      await until(async () => (await readJob(key)).delay !== '0');
      await stop();
      const job = await readJob(key);
      expect(job.delay).toBe(delay);
      expect(job.atm).toBeUndefined();
      expect(log.lines).toEqual([]);
    },
  );

  it('reports an event as a dead letter after its last attempt alone', async () => {
    const queue = newQueue({ attempts: 3 });
    const stop = await work(queue, async () => ({ outcome: 'failed', reason: 'no order' }));
    const key = await enqueue(queue);
    await until(() => queue.countDeadLetters());
    await stop();
    expect(log.lines).toEqual([expect.stringContaining(`error Dead letter: ${key}: no order`)]);
  });
});

describe('BullMqEventQueue', () => {
  it('keeps one connection', async () => {
    const relay = await newRelay();
    const queue = newQueueBehind(relay);
    await queue.open();
    await queue.countDeadLetters();
    await enqueue(queue);
    expect(relay.accepted).toBe(1);
  });

  it('can be used again after it was closed', async () => {
    const queue = newQueue();
    await enqueue(queue);
    await queue.close();
    await enqueue(queue);
    expect(log.lines).toEqual([]);
  });

  it('reports that Redis is gone', async () => {
    const relay = await newRelay();
    await newQueueBehind(relay).open();
    await relay.cut();
    await until(() => log.text.includes('ECONNREFUSED'));
  });

  it('reports that Redis does not answer when it is closed', async () => {
    const relay = await newRelay();
    const queue = newQueueBehind(relay, 1);
    await queue.open();
    relay.silence();
    await queue.close();
    expect(log.lines).toEqual([expect.stringContaining('Redis did not answer within 1 s')]);
  });
});

describe('dead letters of BullMqEventQueue', () => {
  it('are listed the last first, and replayed the first first', async () => {
    const queue = newQueue({ attempts: 1, concurrency: 1 });
    const handled: string[] = [];
    let outcome: 'failed' | 'done' = 'failed';
    await work(queue, async ({ key }: PixQueuedEvent) => {
      handled.push(key);
      return { outcome, reason: 'no order' };
    });
    for (const count of [1, 2, 3]) {
      await enqueue(queue);
      await until(async () => (await queue.countDeadLetters()) === count);
    }
    const [last] = await queue.deadLetters({ limit: 1 });
    expect(last!.event.key).toBe(handled[2]);
    outcome = 'done';
    expect(await queue.replayAll()).toBe(3);
    await until(() => handled.length === 6);
    expect(handled.slice(3)).toEqual(handled.slice(0, 3));
  });

  it('are not said to be replayed when Redis fails', async () => {
    const queue = newQueue();
    const key = await enqueue(queue);
    await redis.set(`${prefix}:pix-webhook:failed`, 'not a list of jobs');
    await expect(queue.replay(key)).rejects.toThrow('WRONGTYPE');
  });
});
