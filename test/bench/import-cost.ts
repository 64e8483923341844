import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/** What an application imports without the library. */
export const BASE = ['reflect-metadata', '@nestjs/core', 'class-validator', 'axios'];
/** The main entry of the build, with the same packages. */
export const WITH_LIBRARY = [...BASE, resolve(root, 'dist/index.js')];

/** Returns the CPU time of a process that imports modules, in microseconds, with the start of Node. */
export async function measureImport(modules: readonly string[]): Promise<number> {
  const imports = modules.map((name) => `await import(${JSON.stringify(name)});`).join('\n');
  const script = `${imports}
    const { user, system } = process.cpuUsage();
    console.log(user + system);`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await run(process.execPath, args, { cwd: root });
  return Number(stdout);
}
