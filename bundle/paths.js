import { cp, rm } from 'node:fs/promises';
import { posix, relative, resolve } from 'node:path';
import { root } from './entries.js';

/** Keeps the meaning of `import.meta.url`: a bundled module finds its assets where they were next to it. */
export const moduleUrls = (compiled) => ({
  name: 'module-urls',
  resolveImportMeta(property, { chunkId, format, moduleId }) {
    if (property !== 'url') return this.error(`import.meta.${property ?? ''} is not supported.`);
    const path = posix.relative(posix.dirname(chunkId), relative(compiled, moduleId));
    const own =
      format === 'cjs' ? `require('node:url').pathToFileURL(__filename)` : 'import.meta.url';
    return `new URL(${JSON.stringify(path)}, ${own}).href`;
  },
});

/** Makes a module of the facts of a bank. */
export const jsonModules = {
  name: 'json-modules',
  transform: (code, id) =>
    id.endsWith('.json') ? { code: `export default ${code}`, map: { mappings: '' } } : null,
};

/** Copies the files of the simulator's console. */
export const consoleAssets = {
  name: 'console-assets',
  async writeBundle({ dir }) {
    const folder = 'simulator/console/public';
    await cp(resolve(root, 'devkit', folder), resolve(dir, folder), {
      recursive: true,
      filter: (path) => !path.endsWith('.d.ts'),
    });
  },
};

/** Deletes the files of the previous build. */
export const emptyFolder = (folder) => ({
  name: 'empty-folder',
  async buildStart() {
    await rm(folder, { recursive: true, force: true });
  },
});
