import { readFileSync } from 'node:fs';
import { sep } from 'node:path';

const root = new URL('../../', import.meta.url).pathname;

/** The folders of each package: that of package.json, of the sources and of the built files. */
const packages = [
  { folder: root, sources: `${root}lib${sep}`, dist: `${root}dist${sep}` },
  {
    folder: `${root}devkit${sep}`,
    sources: `${root}devkit${sep}`,
    dist: `${root}devkit${sep}dist${sep}`,
  },
].map(({ folder, ...folders }) => {
  const { exports } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
  return { ...folders, entries: Object.keys(exports).map((name) => name.replace('./', '')) };
});

/**
 * A jest resolver that replaces imports of the packages by their built files: an entry, or the index of a folder, by the
 * entry that exports its public names.
 */
export function sync(request, options) {
  const path = options.defaultResolver(request, options);
  const found = packages.find(
    ({ sources, dist }) => path.startsWith(sources) && !path.startsWith(dist),
  );
  if (!found) return path;
  const [name, file = 'index'] = path.slice(found.sources.length).replace(/\.ts$/, '').split(sep);
  if (!/^(index|public)$/.test(file)) throw new Error(`The package does not export ${path}.`);
  return `${found.dist}${found.entries.includes(name) ? name : 'index'}.js`;
}
