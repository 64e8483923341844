import { readFileSync } from 'node:fs';
import { sep } from 'node:path';

const root = new URL('../../', import.meta.url).pathname;
const sources = `${root}lib${sep}`;

/** Folders with an entry of their own. The main entry exports the public names of the others. */
const entries = new Set(
  Object.keys(JSON.parse(readFileSync(`${root}package.json`, 'utf8')).exports).map((name) =>
    name.replace('./', ''),
  ),
);

/**
 * A jest resolver that replaces imports of the library by the files of the package: an entry, or the index of a folder,
 * by the entry that exports its public names.
 */
export function sync(request, options) {
  const path = options.defaultResolver(request, options);
  if (!path.startsWith(sources)) return path;
  const [folder, file = 'index'] = path.slice(sources.length).replace(/\.ts$/, '').split(sep);
  if (!/^(index|public)$/.test(file)) throw new Error(`The package does not export ${path}.`);
  return `${root}dist${sep}${entries.has(folder) ? folder : 'index'}.js`;
}
