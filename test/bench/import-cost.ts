import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

export type Format = 'ESM' | 'CommonJS';

/** What an application imports without the library. */
const NEST = ['reflect-metadata', '@nestjs/core'];
const ENTRY = { ESM: 'dist/index.js', CommonJS: 'dist/index.cjs' };

/**
 * Returns the CPU time of a process that imports Nest, in microseconds, with the start of Node.
 *
 * @param withLibrary imports the main entry of the build too
 */
export async function measureImport(format: Format, withLibrary: boolean): Promise<number> {
  const modules = withLibrary ? [...NEST, resolve(root, ENTRY[format])] : NEST;
  const load = format === 'ESM' ? 'await import' : 'require';
  const imports = modules.map((name) => `${load}(${JSON.stringify(name)});`).join('\n');
  const script = `${imports}
    const { user, system } = process.cpuUsage();
    console.log(user + system);`;
  const type = format === 'ESM' ? 'module' : 'commonjs';
  const args = [`--input-type=${type}`, '--eval', script];
  const { stdout } = await run(process.execPath, args, { cwd: root });
  return Number(stdout);
}
