/**
 * Completes `changeset version`: `npm run release:version`. Moves the entries of "Unreleased" in CHANGELOG.md below the
 * heading of the new version, and writes the version to lib/nest/version.ts.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '../..');

/**
 * Moves the entries of "Unreleased" to the end of the section of a version. Changesets inserts that section after
 * "Unreleased". Returns the text unchanged if it has no "Unreleased".
 *
 * @throws Error if there is no section of the version
 */
export function moveUnreleased(changelog: string, version: string): string {
  const parts = changelog.split(/^(?=## )/m);
  const unreleased = parts.find((part) => part.startsWith('## Unreleased\n'));
  if (unreleased === undefined) return changelog;
  const isReleased = (part: string) => part.startsWith(`## ${version}\n`);
  if (!parts.some(isReleased)) {
    throw new Error(`CHANGELOG.md has no section "## ${version}": add a changeset first.`);
  }
  const entries = unreleased.replace(/^.*\n+/, '').trimEnd();
  return parts
    .filter((part) => part !== unreleased)
    .map((part) => (isReleased(part) ? `${part.trimEnd()}\n\n${entries}\n\n` : part))
    .join('');
}

/** @throws Error if the text has no `VERSION` */
export function writeVersion(source: string, version: string): string {
  const constant = /(?<=export const VERSION = ')[^']+(?=';)/;
  if (!constant.test(source)) throw new Error('lib/nest/version.ts has no constant VERSION.');
  return source.replace(constant, version);
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  const file = join(root, path);
  await writeFile(file, change(await readFile(file, 'utf8')));
}

async function main(): Promise<void> {
  const manifest = await readFile(join(root, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  await edit('CHANGELOG.md', (text) => moveUnreleased(text, version));
  await edit('lib/nest/version.ts', (text) => writeVersion(text, version));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
