import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');
export const compiled = resolve(root, 'build');

const manifest = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));

/** The entries of the package by name, such as `index` and `simulator`. */
const names = Object.values(manifest.exports)
  .filter((target) => typeof target !== 'string')
  .map((target) => relative('dist', target.require.default).replace(/\.cjs$/, ''));

/** The commands of the package, such as `cli/main`. */
const commands = Object.values(manifest.bin).map((path) =>
  relative('dist', path).replace(/\.js$/, ''),
);

const locate = (list, extension) =>
  Object.fromEntries(list.map((name) => [name, resolve(compiled, `${name}${extension}`)]));

const entryNames = [...new Set(names)];
/** Compiled files of the ES module build. */
export const modules = locate([...entryNames, ...commands], '.js');
/** Compiled files of the CommonJS build. Only Node runs the commands, so they have no CommonJS version. */
export const commonJs = locate(entryNames, '.js');
export const declarations = locate(entryNames, '.d.ts');

/**
 * Included in both builds: helpers of the compiler, and what draws a QR code. The latter are small, and drawing is
 * synchronous, so that they cannot be loaded on first use.
 */
export const included = ['tslib', 'qr', 'fast-png', 'iobuffer', 'fflate'];
/** Included in the CommonJS build as well, because test runners cannot load ES modules with `require`. */
export const esmOnly = ['jose'];

/** Returns a test whether an import leads out of the bundle. */
export const createExternal = (packages) => (id) =>
  !/^[./\0]/.test(id) && !packages.some((name) => id === name || id.startsWith(`${name}/`));
