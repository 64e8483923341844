import ts from 'typescript';
import { compile } from '../support/compile.js';
import { findCodeBlocks } from './code-blocks.js';
import { PRELUDE } from './prelude.js';

/** An example that does not compile. */
export interface ExampleFault {
  /** Line of the Markdown text, from 1. */
  readonly line: number;
  readonly message: string;
}

/** Compiles each TypeScript block of a Markdown text with the sources of this project. */
export function checkExamples(markdown: string): { count: number; faults: ExampleFault[] } {
  const blocks = findCodeBlocks(markdown).filter(({ language }) => language === 'ts');
  const names = blocks.map(({ line }) => `readme-line-${line}.ts`);
  const sources = new Map(names.map((name, index) => [name, blocks[index]!.code]));
  const { program, files } = compile(new Map([...sources, ['readme-prelude.ts', PRELUDE]]), {
    // Examples may declare names that they do not use.
    noUnusedLocals: false,
    noUnusedParameters: false,
    moduleDetection: ts.ModuleDetectionKind.Force,
  });
  const faults = names.flatMap((name, index) => {
    const file = files.get(name)!;
    const found = [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ];
    return found.map(({ start = 0, messageText }): ExampleFault => ({
      line: blocks[index]!.line + file.getLineAndCharacterOfPosition(start).line,
      message: ts.flattenDiagnosticMessageText(messageText, '\n  '),
    }));
  });
  return { count: blocks.length, faults };
}
