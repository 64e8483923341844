import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Path of the repository. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Creates a program from files in memory with the compiler options of the project.
 *
 * @param sources texts by path from the root, which need not exist
 * @param more options that override those of the project
 */
export function compile(
  sources: ReadonlyMap<string, string>,
  more: ts.CompilerOptions = {},
): { program: ts.Program; files: ReadonlyMap<string, ts.SourceFile> } {
  const texts = new Map([...sources].map(([path, source]) => [join(ROOT, path), source]));
  const options = { ...projectOptions(), ...more };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile, directoryExists } = host;
  const folders = new Set([...texts.keys()].map(dirname));
  host.directoryExists = (path) => folders.has(path) || !!directoryExists?.call(host, path);
  host.fileExists = (path) => texts.has(path) || fileExists.call(host, path);
  host.readFile = (path) => texts.get(path) ?? readFile.call(host, path);
  host.getSourceFile = (path, languageVersion, ...rest) => {
    const text = texts.get(path);
    return text === undefined
      ? getSourceFile.call(host, path, languageVersion, ...rest)
      : ts.createSourceFile(path, text, languageVersion);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  const files = [...sources.keys()].map((path) => {
    const file = program.getSourceFile(join(ROOT, path));
    if (!file) throw new Error(`${path} was not compiled`);
    return [path, file] as const;
  });
  return { program, files: new Map(files) };
}

function projectOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) =>
    ts.sys.readFile(path),
  ) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  return { ...options, noEmit: true, declaration: false };
}
