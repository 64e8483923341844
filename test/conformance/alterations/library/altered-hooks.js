import { readFile } from 'node:fs/promises';
import { fileURLToPath, URL } from 'node:url';
import { transpile } from '../../../support/typescript-hooks.js';

const root = new URL('../../../../', import.meta.url);

/** Folders whose modules are loaded again for each alteration. */
const own = ['lib/', 'test/conformance/'].map((folder) => new URL(folder, root).href);

let alterations;
const transpiled = new Map();

export function initialize(data) {
  alterations = data;
}

/** A module imported with `?altered=3` belongs to the fourth alteration, like the modules that it imports. */
export async function resolve(specifier, context, next) {
  const [parentURL, query] = (context.parentURL ?? '').split('?altered=');
  const [plain, asked = query] = specifier.split('?altered=');
  const resolved = await next(plain, parentURL ? { ...context, parentURL } : context);
  const isSource = resolved.url.endsWith('.ts');
  const isOwn = isSource && own.some((folder) => resolved.url.startsWith(folder));
  if (asked === undefined || !isOwn) return resolved;
  return { ...resolved, url: `${resolved.url}?altered=${asked}` };
}

export async function load(url, context, next) {
  const [plain, asked] = url.split('?altered=');
  if (asked === undefined) return next(url, context);
  const { file, find, replace } = alterations[Number(asked)];
  const path = fileURLToPath(plain);
  if (plain !== new URL(file, root).href) return module(await unaltered(path));
  const text = (await readFile(path, 'utf8')).replace(find, () => replace);
  return module(await transpile(path, text));
}

function unaltered(path) {
  const known =
    transpiled.get(path) ?? readFile(path, 'utf8').then((text) => transpile(path, text));
  transpiled.set(path, known);
  return known;
}

function module(source) {
  return { format: 'module', source, shortCircuit: true };
}
