import { sep } from 'node:path';

const root = new URL('../../', import.meta.url).pathname;
const sources = `${root}lib${sep}`;

/** A jest resolver that leads every import of the library's sources to what the build made of them. */
export function sync(request, options) {
  const path = options.defaultResolver(request, options);
  if (!path.startsWith(sources)) return path;
  return `${root}dist${sep}${path.slice(sources.length).replace(/\.ts$/, '.js')}`;
}
