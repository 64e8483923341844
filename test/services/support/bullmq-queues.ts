import { type JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { buildPix } from '../../../devkit/testing.js';
import type { Pix } from '../../../lib/contract/index.js';
import {
  BullMqEventQueue,
  type BullMqEventQueueOptions,
} from '../../../lib/receiver/bullmq/bullmq-event-queue.js';
import { Relay } from './relay.js';
import { deleteKeys, openRedis, REDIS_URL, unique } from './servers.js';
import { SilentServer } from './silent-server.js';

const { hostname: host, port } = new URL(REDIS_URL);

/** Queues of one test, under a prefix unique to it. */
export class BullMqQueues {
  readonly prefix = unique('pix');
  readonly #redis: Redis;
  readonly #closing: (() => unknown)[] = [];

  private constructor(redis: Redis) {
    this.#redis = redis;
  }

  static async open(): Promise<BullMqQueues> {
    return new BullMqQueues(await openRedis());
  }

  async close(): Promise<void> {
    for (const close of this.#closing.splice(0).reverse()) await close();
    await this.clear();
    this.#redis.disconnect();
  }

  clear(): Promise<void> {
    return deleteKeys(this.#redis, this.prefix);
  }

  add(options: Partial<BullMqEventQueueOptions> = {}): BullMqEventQueue {
    const connection = { host, port: Number(port) };
    const prefix = this.prefix;
    const queue = new BullMqEventQueue({ connection, prefix, backoff: 0.01, ...options });
    this.#closing.push(() => queue.close());
    return queue;
  }

  /** Adds a queue that connects to Redis through the relay. */
  addBehind(relay: Relay, timeout = 5): BullMqEventQueue {
    return this.add({ connection: { host: '127.0.0.1', port: relay.port }, timeout });
  }

  /** Opens a connection for a queue. */
  async connect(): Promise<Redis> {
    const redis = await openRedis();
    this.#closing.push(() => redis.disconnect());
    return redis;
  }

  async startRelay(): Promise<Relay> {
    const relay = await Relay.to(REDIS_URL);
    this.#closing.push(() => relay.cut());
    return relay;
  }

  async startSilentServer(): Promise<SilentServer> {
    const server = await SilentServer.start();
    this.#closing.push(() => server.close());
    return server;
  }

  async work(
    queue: BullMqEventQueue,
    handle: Parameters<BullMqEventQueue['work']>[0],
  ): Promise<() => Promise<void>> {
    const stop = await queue.work(handle);
    this.#closing.push(stop);
    return stop;
  }

  /** Enqueues an event and returns its key. */
  async enqueue(queue: BullMqEventQueue, payload: Pix = buildPix()): Promise<string> {
    const key = `pix:${payload.endToEndId}`;
    const receivedAt = new Date().toISOString();
    await queue.enqueue({ type: 'pix.recebido', key, payload, receivedAt });
    return key;
  }

  /** Reads the job of an event from Redis. */
  readJob(key: string): Promise<Record<string, string>> {
    return this.#redis.hgetall(this.#toRedisKey(toJobId(key)));
  }

  /** Reads everything that Redis holds of the queues, as text. */
  async readAll(): Promise<string> {
    const keys = await this.#redis.keys(`${this.prefix}:*`);
    const values = await Promise.all(
      keys.map(async (key) => {
        switch (await this.#redis.type(key)) {
          case 'hash':
            return this.#redis.hgetall(key);
          case 'list':
            return this.#redis.lrange(key, 0, -1);
          case 'zset':
            return this.#redis.zrange(key, '0', '-1');
          case 'stream':
            return this.#redis.xrange(key, '-', '+');
          default:
            return this.#redis.get(key);
        }
      }),
    );
    return JSON.stringify([keys, values]);
  }

  /** Adds a job as who can write to Redis can: with any id and content. */
  async forge(id: string, data: object, options: JobsOptions = {}): Promise<void> {
    const connection = { host, port: Number(port) };
    const queue = new Queue('pix-webhook', { connection, prefix: this.prefix });
    await queue.add('pix.recebido', data, { jobId: id, attempts: 1, ...options });
    await queue.close();
  }

  /** Changes the content of a job, or another of its fields. */
  async overwrite(key: string, data: string, field = 'data'): Promise<void> {
    await this.#redis.hset(this.#toRedisKey(toJobId(key)), field, data);
  }

  /** Replaces a job by a value that is none. */
  async replaceByText(key: string): Promise<void> {
    await this.#redis.set(this.#toRedisKey(toJobId(key)), 'a text');
  }

  /** Copies the content of a job to that of the same id in another queue. */
  async copy(key: string, to: { prefix?: string; name?: string }): Promise<void> {
    const { prefix = this.prefix, name = 'pix-webhook' } = to;
    const { data } = await this.readJob(key);
    await this.#redis.hset(`${prefix}:${name}:${toJobId(key)}`, 'data', data!);
  }

  /** Leaves the only event active, as after the end of its worker process, with the given number of earlier stalls. */
  async simulateStall(key: string, stalls: number): Promise<void> {
    await this.#redis.rpoplpush(this.#toRedisKey('wait'), this.#toRedisKey('active'));
    await this.#redis.sadd(this.#toRedisKey('stalled'), toJobId(key));
    await this.#redis.hset(this.#toRedisKey(toJobId(key)), 'stc', stalls - 1);
  }

  /** Makes Redis fail for every request for dead letters. */
  async corruptDeadLetters(): Promise<void> {
    await this.#redis.set(this.#toRedisKey('failed'), 'not a list of jobs');
  }

  /** Lists the connections on which workers wait for events. */
  async listWorkers(): Promise<string[]> {
    const clients = String(await this.#redis.client('LIST'));
    return clients.split('\n').filter((line) => line.includes(`name=${this.prefix}:`));
  }

  async isWorkerWaiting(): Promise<boolean> {
    return (await this.listWorkers()).some((line) => line.includes('flags=b'));
  }

  #toRedisKey(name: string): string {
    return `${this.prefix}:pix-webhook:${name}`;
  }
}

function toJobId(key: string): string {
  return key.replace(':', '.');
}
