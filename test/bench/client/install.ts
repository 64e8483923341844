import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../support/compile.js';

const run = promisify(execFile);

/** A dependency of a project in `test`. */
export interface Published {
  /** Folder of the project: `clients/npm`. */
  readonly project: string;
  /** The name under which it depends on the package. */
  readonly dependency: string;
}

/** A published package, installed in a folder of its own. */
export interface Sdk {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/**
 * Installs the project. Its packages are no dependencies of this repository, because the newest SDK of Efí demands a
 * newer Node than the library supports.
 *
 * @throws Error if npm cannot install it
 */
export async function installSdk({ project, dependency }: Published): Promise<Sdk> {
  const source = join(ROOT, 'test', project);
  const folder = join(ROOT, 'test-output/bench', project);
  const isOwn = (path: string) => path === source || /package(-lock)?\.json$/.test(path);
  await cp(source, folder, { recursive: true, filter: isOwn });
  try {
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  } catch (cause) {
    throw new Error(`npm cannot install ${source}; the registry must be reachable.`, { cause });
  }
  const manifest = join(folder, 'node_modules', dependency, 'package.json');
  const { name, version } = JSON.parse(await readFile(manifest, 'utf8')) as Omit<Sdk, 'folder'>;
  return { name, version, folder };
}
