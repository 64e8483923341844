import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Client } from 'pg';

/** Any PostgreSQL whose user may create databases, and any Redis with an empty database. */
const POSTGRES = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const REDIS = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

/** A database of PostgreSQL and one of Redis for one run. */
export interface Services {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** Connected to the database of the run. */
  readonly database: Client;
  /** Ends all connections of the shop to the database, and refuses new ones for some milliseconds. */
  restartDatabase(pause: number): Promise<void>;
  close(): Promise<void>;
}

export async function openServices(): Promise<Services> {
  const name = `loja_ipe_${randomBytes(6).toString('hex')}`;
  const server = new Client({ connectionString: POSTGRES });
  await server.connect();
  await server.query(`CREATE DATABASE ${name}`);
  const url = new URL(POSTGRES);
  url.pathname = `/${name}`;
  const database = new Client({ connectionString: url.href });
  await database.connect();
  const redis = await reserveRedis();
  return {
    databaseUrl: url.href,
    redisUrl: redis.url,
    database,
    // The server itself has other databases.
    restartDatabase: async (pause) => {
      const allow = (isAllowed: boolean) =>
        server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${String(isAllowed)}`);
      await allow(false);
      await database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      await delay(pause);
      await allow(true);
    },
    close: async () => {
      await database.end();
      await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.end();
      await redis.close();
    },
  };
}

/** Reserves an empty database, so that two runs do not share one and nothing of others is deleted. */
async function reserveRedis(): Promise<{ url: string; close: () => Promise<void> }> {
  for (let index = 1; index < 16; index += 1) {
    const url = new URL(REDIS);
    url.pathname = `/${index}`;
    const redis = new Redis(url.href, { maxRetriesPerRequest: 1 });
    if ((await redis.dbsize()) === 0 && (await redis.setnx('loja-ipe:reserved', '1')) === 1) {
      const close = async () => {
        await redis.flushdb();
        redis.disconnect();
      };
      return { url: url.href, close };
    }
    redis.disconnect();
  }
  throw new Error('No database of Redis is empty: TEST_REDIS_URL names another server');
}
