import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the pages, in memory. */
export interface Asset {
  readonly type: string;
  readonly body: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/**
 * Loads the files that `npm run build:sample` wrote, by their path: `index.html`, `assets/shop-DX2o1.js`. No other file
 * can be requested. Returns no files if there is no build.
 */
export function loadAssets(folder: string): ReadonlyMap<string, Asset> {
  if (!existsSync(folder)) return new Map();
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    paths.flatMap((path) => {
      const type = TYPES[extname(path)];
      if (type === undefined) return [];
      return [[path.replaceAll('\\', '/'), { type, body: readFileSync(join(folder, path)) }]];
    }),
  );
}
