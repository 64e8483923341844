import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { Pool } from 'pg';

export const POSTGRES_URL =
  process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test';
export const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

/** Returns a name that is unique to this run. */
export function unique(prefix: string): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`;
}

/** Rejects at once when PostgreSQL is unavailable. */
export async function openPostgres(max = 10): Promise<Pool> {
  const pool = new Pool({ connectionString: POSTGRES_URL, max });
  await pool.query('SELECT 1');
  return pool;
}

/** Rejects at once when Redis is unavailable. */
export async function openRedis(): Promise<Redis> {
  const redis = new Redis(REDIS_URL, { lazyConnect: true, retryStrategy: () => null });
  await redis.connect();
  return redis;
}

export async function deleteKeys(redis: Redis, prefix: string): Promise<void> {
  const keys = await redis.keys(`${prefix}*`);
  for (let at = 0; at < keys.length; at += 1000) await redis.del(...keys.slice(at, at + 1000));
}
