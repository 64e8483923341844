import { sep } from 'node:path';

const root = new URL('../../', import.meta.url).pathname;
const sources = `${root}lib${sep}`;

/** A jest resolver that replaces imports of the library's sources by its built files. */
export function sync(request, options) {
  const path = options.defaultResolver(request, options);
  if (!path.startsWith(sources)) return path;
  return `${root}dist${sep}${path.slice(sources.length).replace(/\.ts$/, '.js')}`;
}
