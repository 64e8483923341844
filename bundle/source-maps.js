import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { root } from './entries.js';

const { repository, version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));

/** Where a browser shows the sources of this version. */
const published = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/v${version}/`;

/** Reads the source maps of the compiler, so that those of the bundle lead to the sources. */
export const compilerMaps = (compiled) => ({
  name: 'compiler-maps',
  async load(id) {
    if (!id.startsWith(compiled) || !existsSync(`${id}.map`)) return null;
    const [code, map] = await Promise.all([readFile(id, 'utf8'), readFile(`${id}.map`, 'utf8')]);
    return { code: code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'), map: JSON.parse(map) };
  },
});

/**
 * Makes a source map lead to the published sources, one position per line. Maps that contain the sources would double
 * the size of the package.
 */
export const slimMaps = {
  name: 'slim-maps',
  generateBundle({ dir }, bundle) {
    for (const [name, file] of Object.entries(bundle)) {
      if (!name.endsWith('.map')) continue;
      const { mappings, sources, ...map } = JSON.parse(file.source);
      const folder = resolve(dir, name, '..');
      const slim = {
        ...map,
        names: [],
        sources: sources.map((path) => `${published}${relative(root, resolve(folder, path))}`),
        sourcesContent: undefined,
        mappings: encode(
          decode(mappings).map((line) => line.slice(0, 1).map((at) => at.slice(0, 4))),
        ),
      };
      file.source = JSON.stringify(slim);
    }
  },
};
