/** Returns the modules that a module imports statically, itself included. */
function findReachable(start, getModuleInfo) {
  const reachable = new Set([start]);
  for (const id of reachable) {
    for (const imported of getModuleInfo(id)?.importedIds ?? []) reachable.add(imported);
  }
  return reachable;
}

/**
 * Puts every module that an entry loads into one chunk, unless an earlier chunk has it. Other entries import the
 * chunk, so that classes and their metadata exist once.
 *
 * @param chunks the file of an entry for each name of a chunk
 */
export function shareEntries(chunks) {
  let reachable;
  return (id, { getModuleInfo }) => {
    reachable ??= Object.entries(chunks).map(([name, entry]) => [
      name,
      findReachable(entry, getModuleInfo),
    ]);
    return reachable.find(([, ids]) => ids.has(id))?.[0];
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

/**
 * Remembers the values that the modules of entries export, and marks every other name in their declarations as a type.
 * Without the mark, an import of a class whose type only is public compiles, and fails at run time.
 */
export function shareValues() {
  const values = new Map();
  const remember = {
    name: 'remember-values',
    generateBundle(_options, bundle) {
      for (const { isEntry, name, exports } of Object.values(bundle))
        if (isEntry) values.set(name, new Set(exports));
    },
  };
  const markTypes = {
    name: 'mark-types',
    renderChunk(code, { isEntry, name }) {
      if (!isEntry) return null;
      const mark = (exported) =>
        values.get(name).has(exported.split(' as ').at(-1)) ? exported : `type ${exported}`;
      return code.replace(
        /^export \{ (.*) \}/gm,
        (_, names) => `export { ${names.split(', ').map(mark).join(', ')} }`,
      );
    },
  };
  return { remember, markTypes };
}
