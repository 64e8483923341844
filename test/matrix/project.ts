import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Project } from './rows.js';

const run = promisify(execFile);
const templates = import.meta.dirname;

/** Installs packages, and those of the folder's `package.json`. */
export async function install(folder: string, ...packages: string[]): Promise<void> {
  const options = ['--no-audit', '--no-fund', '--no-save'];
  await run('npm', ['install', ...options, ...packages], { cwd: folder, maxBuffer: 2 ** 24 });
}

/** Creates a project with the packages installed, and returns its folder. */
export async function createProject(
  { folder, packages = [] }: Project,
  parent: string,
  tarballs: readonly string[],
): Promise<string> {
  const path = await mkdtemp(join(parent, `${folder}-`));
  await cp(join(templates, folder), path, { recursive: true });
  await install(path, ...tarballs, ...packages);
  return path;
}

/** Removes what an earlier row has built, and restores the sources. */
export async function resetSources({ folder }: Project, path: string): Promise<void> {
  if (folder === 'peers') return;
  const isBuilt = (name: string) => /^(?:src|dist|.+\.tsbuildinfo)$/.test(name);
  for (const name of (await readdir(path)).filter(isBuilt))
    await rm(join(path, name), { recursive: true });
  const sources = join(path, 'src');
  await cp(join(templates, 'shared/src'), sources, { recursive: true });
  if (folder === 'nest12') return;
  for (const name of await readdir(sources)) {
    const text = await readFile(join(sources, name), 'utf8');
    // CommonJS projects import without the extension.
    await writeFile(join(sources, name), text.replaceAll(/from '(\.\/[^']+)\.js'/g, "from '$1'"));
  }
}
