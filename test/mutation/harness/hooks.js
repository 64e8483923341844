import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { transpile } from '../../support/typescript-hooks.js';

const root = new URL('../../../', import.meta.url);
const globals = new URL('./globals.ts', import.meta.url).href;

let folder;

/** `folder`: folder of the sources with mutants and of the transpiled files. */
export function initialize(data) {
  folder = new URL(data.folder, root);
}

export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: globals, shortCircuit: true };
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts') || !url.startsWith(root.href)) return next(url, context);
  const path = url.slice(root.href.length);
  const mutated = new URL(`code/${path}`, folder);
  const text = await readFile(existsSync(mutated) ? mutated : new URL(path, root), 'utf8');
  return { format: 'module', source: await transpiled(path, text), shortCircuit: true };
}

async function transpiled(path, text) {
  const key = createHash('sha256').update(path).update('\0').update(text).digest('hex');
  const kept = new URL(`transpiled/${key}.js`, folder);
  try {
    return await readFile(kept, 'utf8');
  } catch {
    const source = await transpile(fileURLToPath(new URL(path, root)), text);
    await mkdir(new URL('transpiled/', folder), { recursive: true });
    const draft = new URL(`${kept.href}.${process.pid}`);
    await writeFile(draft, source);
    await rename(draft, kept);
    return source;
  }
}
