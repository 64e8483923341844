import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the page, in memory. */
export interface Asset {
  readonly type: string;
  readonly body: Buffer;
}

const folder = join(import.meta.dirname, '../../public');

const TYPES: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'style.css': 'text/css; charset=utf-8',
  'app.js': 'text/javascript; charset=utf-8',
  'dom.js': 'text/javascript; charset=utf-8',
  'order.js': 'text/javascript; charset=utf-8',
  'ticket.js': 'text/javascript; charset=utf-8',
  'money.js': 'text/javascript; charset=utf-8',
  'favicon.svg': 'image/svg+xml; charset=utf-8',
};

/** Loads the files of the page. No other file can be requested. */
export function loadAssets(): ReadonlyMap<string, Asset> {
  return new Map(
    Object.entries(TYPES).map(([file, type]) => [
      file,
      { type, body: readFileSync(join(folder, file)) },
    ]),
  );
}

/** Loads the HTML of the response to an unknown page. */
export function loadNotFoundPage(): string {
  return readFileSync(join(folder, 'not-found.html'), 'utf8');
}
