import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../../..');
const FOLDER = resolve(ROOT, 'test-output/prisma');

const SCHEMA = `
generator client {
  provider     = "prisma-client"
  output       = "generated"
  engineType   = "client"
  moduleFormat = "esm"
}
datasource db {
  provider = "postgresql"
}
model payments {
  event String @id
}
`;

/** What the tests use of a generated client. */
interface PrismaTransaction {
  $queryRawUnsafe(text: string, ...values: unknown[]): Promise<unknown>;
  $executeRawUnsafe(text: string, ...values: unknown[]): Promise<number>;
}

export interface PrismaClient extends PrismaTransaction {
  $transaction<T>(work: (tx: PrismaTransaction) => Promise<T>): Promise<T>;
  $disconnect(): Promise<void>;
}

/**
 * A client of Prisma 7 over `@prisma/adapter-pg`, generated on the spot. Its query compiler is part of the npm package;
 * the CLI would download an engine for migrations, which it is told to have already.
 */
export async function openPrisma(connectionString: string): Promise<PrismaClient> {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(resolve(FOLDER, 'schema.prisma'), SCHEMA);
  const command = resolve(ROOT, 'node_modules/prisma/build/index.js');
  await promisify(execFile)(
    process.execPath,
    [command, 'generate', '--schema', resolve(FOLDER, 'schema.prisma')],
    { cwd: ROOT, env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath } },
  );
  const { PrismaClient } = (await import(resolve(FOLDER, 'generated/client.ts'))) as {
    PrismaClient: new (options: object) => PrismaClient;
  };
  const { PrismaPg } = await import('@prisma/adapter-pg');
  return new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
}
