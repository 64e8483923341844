import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Area } from './areas.js';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Folder of results, instrumented sources and transpiled files, from the root. */
export const output = 'test-output/mutation/';

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Returns the first line of a mutant. */
export function readLine({ file, line }: { file: string; line: number }): string {
  return readText(file).split('\n')[line - 1] ?? '';
}

/** Returns the sorted files under a folder, as paths from the root. */
export function list(folder: string, ending: RegExp): string[] {
  if (statSync(join(root, folder)).isFile()) return [folder];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => ending.test(path))
    .sort();
}

export function listSources(area: Area): string[] {
  const own = area.sources.flatMap((folder) => list(folder, /\.ts$/));
  return own.filter((path) => !area.except?.some((folder) => path.startsWith(`${folder}/`)));
}

export function listSpecs(area: Area): string[] {
  return area.specs
    .flatMap((folder) => list(folder, /[.-]spec\.ts$/))
    .filter((p) => !p.endsWith('browser-spec.ts'));
}
