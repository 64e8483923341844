import { readFile } from 'node:fs/promises';
import { fileURLToPath, URL } from 'node:url';
import { transpile } from '../support/typescript-hooks.js';

const root = new URL('../../', import.meta.url);

let patch;

export function initialize(data) {
  patch = { ...data, url: new URL(data.file, root).href };
}

export async function load(url, context, next) {
  if (url !== patch.url) return next(url, context);
  const path = fileURLToPath(url);
  const text = await readFile(path, 'utf8');
  if (text.split(patch.find).length !== 2) {
    throw new Error(`${patch.file} does not hold this text once: ${patch.find}`);
  }
  const source = await transpile(
    path,
    text.replace(patch.find, () => patch.replace),
  );
  return { format: 'module', source, shortCircuit: true };
}
