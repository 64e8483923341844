import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '../../..');

/** A program of one file that exists in memory alone, beside this one, under the project's options. */
export function compile(source: string): { program: ts.Program; file: ts.SourceFile } {
  const name = join(HERE, 'generated.ts');
  const options = compilerOptions();
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => path === name || fileExists.call(host, path);
  host.readFile = (path) => (path === name ? source : readFile.call(host, path));
  host.getSourceFile = (path, ...rest) =>
    path === name
      ? ts.createSourceFile(path, source, ts.ScriptTarget.ES2023)
      : getSourceFile.call(host, path, ...rest);
  const program = ts.createProgram([name], options, host);
  const file = program.getSourceFile(name);
  if (!file) throw new Error('the generated file was not compiled');
  return { program, file };
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) =>
    ts.sys.readFile(path),
  ) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  return { ...options, noEmit: true, declaration: false, noUnusedLocals: false };
}
