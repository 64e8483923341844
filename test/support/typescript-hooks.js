import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, URL } from 'node:url';

const root = new URL('../../', import.meta.url);
/** What was transpiled before, by the digest of its text: tests start hundreds of processes. */
const cache = new URL('node_modules/.cache/typescript-hooks/', root);

/** The folder of each package of the repository. */
const folders = { 'nestjs-pix': 'lib', 'nestjs-pix-devkit': 'devkit' };
let isBuilt = false;

const require = createRequire(import.meta.url);
const { version } = require('@swc/core/package.json');

/** @param options `built`: whether imports of the packages by their names lead to what `npm run build` wrote */
export function initialize(options) {
  isBuilt = options?.built ?? false;
}

/** Returns the file of an entry of the packages, as in jest.config.js. */
function findEntry(specifier) {
  const [name, entry = 'index', ...rest] = specifier.split('/');
  if (isBuilt || rest.length > 0 || !Object.hasOwn(folders, name)) return undefined;
  return new URL(`${folders[name]}/${entry}.ts`, root).href;
}

export function resolve(specifier, context, next) {
  const url = findEntry(specifier);
  if (url) return { url, shortCircuit: true };
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
    const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(url)) return { url: url.href, shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const source = await transpile(filename, readFileSync(filename, 'utf8'));
  return { format: 'module', source, shortCircuit: true };
}

const options = {
  sourceMaps: 'inline',
  swcrc: false,
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
};

/** Returns the JavaScript of a TypeScript file. */
export async function transpile(filename, text) {
  const key = JSON.stringify([version, options, filename, text]);
  const file = new URL(`${createHash('sha256').update(key).digest('hex')}.js`, cache);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const { transform } = require('@swc/core');
  const { code } = await transform(text, { filename, ...options });
  // Several processes, or two URLs of one, may write the same file: each renames its own.
  const own = new URL(`${file.href}.${randomUUID()}`);
  await mkdir(cache, { recursive: true });
  await writeFile(own, code);
  await rename(own, file);
  return code;
}
