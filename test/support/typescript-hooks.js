import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL, URL } from 'node:url';
import { transform } from '@swc/core';

const root = new URL('../../', import.meta.url);

/** Subpath exports of the package, as in jest.config.js. */
let own = {
  'nestjs-pix': 'lib/index.ts',
  'nestjs-pix/bullmq': 'lib/bullmq.ts',
  'nestjs-pix/ledger': 'lib/ledger.ts',
  'nestjs-pix/opentelemetry': 'lib/opentelemetry.ts',
  'nestjs-pix/redis': 'lib/redis.ts',
  'nestjs-pix-devkit': 'devkit/index.ts',
  'nestjs-pix/terminus': 'lib/terminus.ts',
  'nestjs-pix-devkit/testing': 'devkit/testing.ts',
};

/** @param options `built`: whether imports of the package by its name lead to what `npm run build` wrote */
export function initialize(options) {
  if (options?.built) own = {};
}

export function resolve(specifier, context, next) {
  if (specifier in own) return { url: new URL(own[specifier], root).href, shortCircuit: true };
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
    const path = fileURLToPath(new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL));
    if (existsSync(path)) return { url: pathToFileURL(path).href, shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const source = await transpile(filename, await readFile(filename, 'utf8'));
  return { format: 'module', source, shortCircuit: true };
}

/** Returns the JavaScript of a TypeScript file. */
export async function transpile(filename, text) {
  const { code } = await transform(text, {
    filename,
    sourceMaps: 'inline',
    swcrc: false,
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      keepClassNames: true,
    },
    module: { type: 'es6' },
  });
  return code;
}
