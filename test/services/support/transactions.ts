import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { PixTransaction } from '../../../lib/receiver/index.js';
import { openPrisma } from './prisma.js';
import { POSTGRES_URL } from './servers.js';

/** Executes a statement of the application. */
export type Execute = (text: string) => PromiseLike<unknown>;

/** A database library of an application. */
export interface Library {
  /** Commits when the work resolves, rolls back when it rejects. */
  transaction(work: (tx: PixTransaction, execute: Execute) => Promise<void>): Promise<void>;
  /** A client outside a transaction, which an application might pass by mistake. */
  outside: PixTransaction;
  close(): Promise<unknown>;
}

export const libraries: [string, (pool: Pool) => Promise<Library>][] = [
  ['pg', async (pool) => pgLibrary(pool)],
  ['Drizzle', async (pool) => drizzleLibrary(pool)],
  ['TypeORM', typeOrmLibrary],
  ['TypeORM’s QueryRunner', queryRunnerLibrary],
  ['Prisma', prismaLibrary],
];

function pgLibrary(pool: Pool): Library {
  return {
    transaction: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        await work(client, (text) => client.query(text));
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    },
    outside: pool,
    close: () => Promise.resolve(),
  };
}

function drizzleLibrary(pool: Pool): Library {
  const db = drizzle(pool);
  return {
    transaction: (work) => db.transaction((tx) => work(tx, (text) => tx.execute(sql.raw(text)))),
    outside: db,
    close: () => Promise.resolve(),
  };
}

async function typeOrmLibrary(): Promise<Library> {
  const source = new DataSource({ type: 'postgres', url: POSTGRES_URL });
  await source.initialize();
  return {
    transaction: (work) =>
      source.transaction((manager) => work(manager, (text) => manager.query(text))),
    outside: source.manager,
    close: () => source.destroy(),
  };
}

async function queryRunnerLibrary(): Promise<Library> {
  const source = new DataSource({ type: 'postgres', url: POSTGRES_URL });
  await source.initialize();
  return {
    transaction: async (work) => {
      const runner = source.createQueryRunner();
      await runner.startTransaction();
      try {
        await work(runner, (text) => runner.query(text));
        await runner.commitTransaction();
      } catch (error) {
        await runner.rollbackTransaction();
        throw error;
      } finally {
        await runner.release();
      }
    },
    outside: source,
    close: () => source.destroy(),
  };
}

async function prismaLibrary(): Promise<Library> {
  const prisma = await openPrisma(POSTGRES_URL);
  return {
    transaction: (work) =>
      prisma.$transaction((tx) => work(tx, (text) => tx.$executeRawUnsafe(text))),
    outside: prisma,
    close: () => prisma.$disconnect(),
  };
}
