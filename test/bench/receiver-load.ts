import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { buildPix } from 'nestjs-pix-devkit/testing';
import { Pool } from 'pg';
import { loadWithClient, type Post } from './http-client-load.js';
import { quantile } from './median.js';
import type { Platform, ServerMessage, ServerOrder, Variant } from './receiver-server.js';

/** Connections of the load. */
export const CONCURRENT = 64;

/** Schema of PostgreSQL and prefix of Redis keys, for this run only. */
export const name = `pix_bench_${randomBytes(4).toString('hex')}`;
export const postgresUrl =
  process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test';
const redisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
const secret = 'a-long-and-random-secret-of-benchmarks';

/** The cost of notifications for a server. */
export interface Cost {
  /** CPU time of the server per notification, in microseconds. */
  readonly cpu: number;
  /** Notifications per second. */
  readonly rate: number;
  /** The time that 99 % of the answers take at most, in milliseconds. */
  readonly p99: number;
}

/** A receiver or a bare handler in a separate process. */
export interface Server {
  readonly variant: Variant;
  readonly costs: Cost[];
  readonly port: number;
  cpu(): Promise<number>;
  /** Bytes of live objects and buffers. */
  memory(): Promise<number>;
  stop(): void;
}

export async function startServer(
  platform: Platform,
  variant: Variant,
  ca?: string,
): Promise<Server> {
  const child = fork(fileURLToPath(new URL('./receiver-server.ts', import.meta.url)), {
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  const order = { platform, variant, secret, name, postgresUrl, redisUrl, ca };
  child.send(order satisfies ServerOrder);
  const [{ port }] = (await once(child, 'message')) as [ServerMessage & { port: number }];
  const ask = async (question: 'cpu' | 'memory') => {
    child.send(question);
    const [answer] = (await once(child, 'message')) as [ServerMessage & { result: number }];
    return answer.result;
  };
  const [cpu, memory] = [() => ask('cpu'), () => ask('memory')];
  return { variant, costs: [], port, cpu, memory, stop: () => child.disconnect() };
}

/** How notifications are posted. */
export interface Traffic {
  /** Pix in each notification. Default: 1. */
  readonly pix?: number;
  /** Notifications at a time. Default: {@link CONCURRENT}. */
  readonly concurrent?: number;
}

function buildPosts({ variant }: Server, count: number, pix: number): Post[] {
  const path = variant === 'bare' ? '/bare' : `/webhooks/pix/pix?hmac=${secret}`;
  return Array.from({ length: count }, () => ({
    path,
    body: JSON.stringify({ pix: Array.from({ length: pix }, () => buildPix()) }),
  }));
}

/** Posts `count` notifications. */
export async function measure(
  server: Server,
  count: number,
  { pix = 1, concurrent = CONCURRENT }: Traffic = {},
): Promise<Cost> {
  const posts = buildPosts(server, count, pix);
  const target = { host: '127.0.0.1', port: server.port };
  const [cpu, start] = [await server.cpu(), performance.now()];
  const times = await loadWithClient(target, concurrent, () => posts.pop(), 200);
  const seconds = (performance.now() - start) / 1000;
  return {
    cpu: ((await server.cpu()) - cpu) / count,
    rate: count / seconds,
    p99: quantile(times, 0.99),
  };
}

/** Runs with a schema of PostgreSQL that is deleted afterwards, like the keys in Redis. */
export async function withStores<T>(run: () => Promise<T>): Promise<T> {
  const pool = new Pool({ connectionString: postgresUrl });
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 1 });
  redis.on('error', () => undefined); // the command that fails reports it
  try {
    await redis.ping();
    await pool.query(`CREATE SCHEMA ${name}`);
    try {
      return await run();
    } finally {
      await pool.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`);
      for await (const keys of redis.scanStream({ match: `${name}:*`, count: 1000 })) {
        if ((keys as string[]).length > 0) await redis.unlink(keys as string[]);
      }
    }
  } finally {
    redis.disconnect();
    await pool.end();
  }
}
