import ts from 'typescript';
import { compile } from './compiler.js';

/** One value and the type that it should have, as TypeScript text. */
export interface TypedValue {
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
}

/**
 * What the compiler says of each value; nothing for a value that fits its type. A field that the type
 * does not know is no fault, as it is none for a client.
 *
 * @param imports one line that brings the names of the types in
 */
export function typeFaults(imports: string, values: readonly TypedValue[]): string[] {
  const lines = values.flatMap(({ type, value }, index) => [
    `const value${index} = ${JSON.stringify(value)};`,
    `export const typed${index}: ${type} = value${index};`,
  ]);
  const { program, file } = compile([imports, ...lines].join('\n'));
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
    ({ start = 0, messageText }) => {
      const { line } = file.getLineAndCharacterOfPosition(start);
      const name = values[Math.floor((line - 1) / 2)]?.name ?? 'imports';
      const message = ts.flattenDiagnosticMessageText(messageText, '\n').split('\n').at(-1);
      return `${name}: ${message?.trim()}`;
    },
  );
}
