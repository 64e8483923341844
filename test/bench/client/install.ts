import { execFile } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../support/compile.js';

const run = promisify(execFile);

/** A published package, installed in a folder of its own. */
export interface Sdk {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/**
 * Installs the package that a project in test/consumers depends on. It is no dependency of this repository, because
 * the newest SDK of Efí demands a newer Node than the library supports.
 *
 * @throws Error if npm cannot install it
 */
export async function installSdk(consumer: string): Promise<Sdk> {
  const folder = join(ROOT, 'test-output/bench', consumer);
  const manifest = join(ROOT, 'test/consumers', consumer, 'package.json');
  await mkdir(folder, { recursive: true });
  await cp(manifest, join(folder, 'package.json'));
  try {
    await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder });
  } catch (cause) {
    throw new Error(`npm cannot install ${manifest}; the registry must be reachable.`, { cause });
  }
  const { dependencies } = JSON.parse(await readFile(manifest, 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const [[name, version] = ['', '']] = Object.entries(dependencies);
  return { name, version, folder };
}
