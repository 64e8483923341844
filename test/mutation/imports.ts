import { join, relative } from 'node:path';
import ts from 'typescript';
import { readText, root } from './files.js';

/** Type-only imports load no file. */
const TYPE_ONLY = /^(?:import|export) type [^;]*;/gm;

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as {
  config: { compilerOptions: object };
};
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
const known = new Map<string, readonly string[]>();

/** Returns the spec files that load one of the files, directly or through other modules. */
export function filterReaching(specs: readonly string[], files: ReadonlySet<string>): string[] {
  return specs.filter((spec) => listLoaded(spec).some((file) => files.has(file)));
}

/** Returns a file of this repository and the files that it loads, as paths from the root. */
function listLoaded(file: string): string[] {
  const loaded = new Set([file]);
  for (const path of loaded) for (const imported of listImports(path)) loaded.add(imported);
  return [...loaded];
}

function listImports(file: string): readonly string[] {
  const found = known.get(file) ?? readImports(file);
  known.set(file, found);
  return found;
}

function readImports(file: string): string[] {
  if (!file.endsWith('.ts')) return [];
  const { importedFiles } = ts.preProcessFile(readText(file).replace(TYPE_ONLY, ''));
  return importedFiles.flatMap(({ fileName }) => {
    if (!/^\.|^nestjs-pix/.test(fileName)) return [];
    const { resolvedModule } = ts.resolveModuleName(fileName, join(root, file), options, ts.sys);
    return resolvedModule === undefined ? [] : [relative(root, resolvedModule.resolvedFileName)];
  });
}
