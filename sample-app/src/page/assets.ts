import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the page, held in memory. */
export interface Asset {
  readonly type: string;
  readonly body: Buffer;
}

const folder = join(import.meta.dirname, '../../public');

const TYPES: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'style.css': 'text/css; charset=utf-8',
  'app.js': 'text/javascript; charset=utf-8',
  'order.js': 'text/javascript; charset=utf-8',
  'money.js': 'text/javascript; charset=utf-8',
  'favicon.svg': 'image/svg+xml; charset=utf-8',
};

/** All that the page is made of; no other file of the disk can be asked for. */
export function loadAssets(): ReadonlyMap<string, Asset> {
  return new Map(
    Object.entries(TYPES).map(([file, type]) => [
      file,
      { type, body: readFileSync(join(folder, file)) },
    ]),
  );
}
