/**
 * Makes the packages that the built shop imports dependencies in package.json, so that `npm prune --omit=dev` keeps them.
 * Run it in a copy of the repository: it changes package.json.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Nest loads it when the application is created. */
const LOADED_LATER = ['@nestjs/platform-express'];

const IMPORT = /\b(?:from|import)\s*\(?\s*['"]([^'".][^'"]*)['"]/g;

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
// The library needs its peer dependencies, which are development dependencies of the repository too.
const names = new Set([...LOADED_LATER, ...Object.keys(manifest.peerDependencies)]);
const folder = 'sample-app/dist';
for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.js')) continue;
  for (const [, specifier] of readFileSync(join(folder, file), 'utf8').matchAll(IMPORT)) {
    names.add(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
  }
}
for (const name of names) {
  const version = manifest.devDependencies[name];
  if (version === undefined) continue;
  manifest.dependencies[name] = version;
  Reflect.deleteProperty(manifest.devDependencies, name);
}
writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
