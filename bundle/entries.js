import { readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

/** Reads what a package of the repository consists of. */
function readPackage(folder, sources, { included, esmOnly }) {
  const path = resolve(root, folder);
  const manifest = JSON.parse(readFileSync(resolve(path, 'package.json'), 'utf8'));
  /** Where the compiler puts its modules. */
  const compiled = resolve(root, 'build', sources);
  const locate = (names, extension) =>
    Object.fromEntries(names.map((name) => [name, resolve(compiled, `${name}${extension}`)]));
  const nameIn = (file, extension) => posix.relative('dist', file).slice(0, -extension.length);
  const entries = Object.values(manifest.exports)
    .filter((target) => typeof target !== 'string')
    .map((target) => nameIn(target.require.default, '.cjs'));
  const commands = Object.values(manifest.bin).map((file) => nameIn(file, '.js'));
  return {
    compiled,
    dist: resolve(path, 'dist'),
    modules: locate([...entries, ...commands], '.js'),
    // Only Node runs the commands, so they have no CommonJS version.
    commonJs: locate(entries, '.js'),
    declarations: locate(entries, '.d.ts'),
    included,
    esmOnly,
  };
}

/**
 * Both builds include helpers of the compiler and what draws a QR code. The latter are small, and drawing is
 * synchronous, so that they cannot be loaded on first use. The CommonJS build includes packages without CommonJS as
 * well, because test runners cannot load ES modules with `require`.
 */
export const library = readPackage('.', 'lib', {
  included: ['tslib', 'qr', 'fast-png', 'iobuffer', 'fflate'],
  esmOnly: ['jose'],
});
/** `nestjs-pix` stays outside, so that each of its classes exists once. */
export const devkit = readPackage('devkit', 'devkit', { included: ['tslib'], esmOnly: ['jose'] });

/** Returns a test whether an import leads out of the bundle. */
export const createExternal = (packages) => (id) =>
  !/^[./\0]/.test(id) && !packages.some((name) => id === name || id.startsWith(`${name}/`));
