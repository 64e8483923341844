/**
 * Completes `changeset version`: `npm run release:version` writes the version to lib/nest/version.ts and to the devkit.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '../..');

/** @throws Error if the text has no `VERSION` */
export function writeVersion(source: string, version: string): string {
  const constant = /(?<=export const VERSION = ')[^']+(?=';)/;
  if (!constant.test(source)) throw new Error('lib/nest/version.ts has no constant VERSION.');
  return source.replace(constant, version);
}

/** Sets the version of the devkit, and that of `nestjs-pix` which it needs. */
export function writeDevkitVersion(manifest: string, version: string): string {
  return manifest.replaceAll(/(?<=^  +"(?:version|nestjs-pix)": ")[^"]+(?=")/gm, version);
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  const file = join(root, path);
  await writeFile(file, change(await readFile(file, 'utf8')));
}

async function main(): Promise<void> {
  const manifest = await readFile(join(root, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  await edit('devkit/package.json', (text) => writeDevkitVersion(text, version));
  await edit('lib/nest/version.ts', (text) => writeVersion(text, version));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
