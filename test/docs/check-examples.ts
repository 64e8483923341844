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

/** Number of the examples of a text, and those that do not compile. */
export interface CheckedExamples {
  readonly count: number;
  readonly faults: readonly ExampleFault[];
}

/**
 * Compiles the TypeScript blocks of Markdown texts in one program with the sources of this project, each block as a module.
 *
 * @returns the result of each text
 */
export function checkExamples(...texts: readonly string[]): CheckedExamples[] {
  const pages = texts.map((text, page) =>
    findCodeBlocks(text)
      .filter(({ language }) => language === 'ts')
      .map(({ code, line }) => ({ name: `example-${page}-line-${line}.ts`, code, line })),
  );
  const sources = new Map(pages.flat().map(({ name, code }) => [name, code]));
  const { program, files } = compile(new Map([...sources, ['readme-prelude.ts', PRELUDE]]), {
    // Examples may declare names that they do not use.
    noUnusedLocals: false,
    noUnusedParameters: false,
    moduleDetection: ts.ModuleDetectionKind.Force,
  });
  return pages.map((blocks) => {
    const faults = blocks.flatMap(({ name, line }) => {
      const file = files.get(name)!;
      const found = [
        ...program.getSyntacticDiagnostics(file),
        ...program.getSemanticDiagnostics(file),
      ];
      return found.map(({ start = 0, messageText }): ExampleFault => ({
        line: line + file.getLineAndCharacterOfPosition(start).line,
        message: ts.flattenDiagnosticMessageText(messageText, '\n  '),
      }));
    });
    return { count: blocks.length, faults };
  });
}
