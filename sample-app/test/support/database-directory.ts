import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory for one embedded database. {@link remove} deletes it, and what the bank of the demo keeps beside it. */
export interface DatabaseDirectory {
  readonly path: string;
  remove(): Promise<void>;
}

/** Copies the migrated database that database-template.js created; without one, a database starts in memory. */
export async function copyDatabase(): Promise<DatabaseDirectory> {
  const template = process.env.PIX_TEST_DATABASE;
  if (template === undefined) return { path: 'memory://', remove: () => Promise.resolve() };
  const path = await mkdtemp(join(tmpdir(), 'loja-ipe-database-'));
  await cp(template, path, { recursive: true });
  const remove = async () => {
    for (const each of [path, `${path}-banco`]) await rm(each, { recursive: true, force: true });
  };
  return { path, remove };
}
