import { resolve } from 'node:path';
import { compiled } from './entries.js';

/** Returns the modules that a module imports statically, itself included. */
function findReachable(start, getModuleInfo) {
  const reachable = new Set([start]);
  for (const id of reachable) {
    for (const imported of getModuleInfo(id)?.importedIds ?? []) reachable.add(imported);
  }
  return reachable;
}

/**
 * Puts every module that the main entry loads into one chunk. The other entries import it, so that classes and their
 * metadata exist once.
 */
export function shareMainEntry(name, extension) {
  let reachable;
  return (id, { getModuleInfo }) => {
    reachable ??= findReachable(resolve(compiled, `index${extension}`), getModuleInfo);
    return reachable.has(id) ? name : undefined;
  };
}

/**
 * Fails if two classes of the same name met in one file: Rollup renames one, and the name of a class identifies a
 * provider of Nest, an error and a schema.
 */
export const keepClassNames = {
  name: 'keep-class-names',
  generateBundle(_options, bundle) {
    for (const { fileName, code = '' } of Object.values(bundle)) {
      const renamed = /\bclass (\w+)\$\d+/.exec(code)?.[1];
      if (renamed) this.error(`${fileName} has two classes ${renamed}: rename one of them.`);
    }
  },
};
