import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const web = join(import.meta.dirname, '../../web');

/** A file of `assets/`, as Vite names it. */
export const ASSET = 'shop-DX2o1_aB.js';

/**
 * Creates a folder like the one that `npm run build:sample` writes, so that tests of the server need no build. The browser
 * tests use the real one.
 */
export function createPagesFolder(): { readonly path: string; remove(): Promise<void> } {
  const path = mkdtempSync(join(tmpdir(), 'loja-ipe-pages-'));
  for (const name of ['index.html', 'admin.html']) {
    cpSync(join(web, name), join(path, name));
  }
  cpSync(join(web, 'public'), path, { recursive: true });
  mkdirSync(join(path, 'assets'));
  writeFileSync(join(path, 'assets', ASSET), 'export {};\n');
  writeFileSync(join(path, 'assets', `${ASSET}.map`), '{}');
  return { path, remove: () => rm(path, { recursive: true }) };
}
