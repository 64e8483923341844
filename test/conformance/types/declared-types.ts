import ts from 'typescript';
import * as contract from '../../../lib/contract/index.js';
import type { PixOperation } from '../../../lib/contract/index.js';
import { compile } from '../../support/compile.js';
import { buildShape, type TypeShape } from './type-shape.js';

/** The types that `lib/contract` declares, as the TypeScript compiler reads them. */
export interface DeclaredTypes {
  /** Type of the body of an operation, by the operation's id. */
  readonly bodies: ReadonlyMap<string, TypeShape>;
  /** Type of the response of an operation, by the operation's id. */
  readonly answers: ReadonlyMap<string, TypeShape>;
  /** Types by the name under which `lib/contract/index.ts` exports them. */
  readonly named: (name: string) => TypeShape | undefined;
}

const SOURCE = [
  "import type * as contract from './lib/contract/index.js';",
  'type Of<T> = T extends contract.PixOperation<infer B, infer R> ? { body: B; answer: R } : never;',
];

/**
 * Reads the declarations again, which takes seconds.
 *
 * @param altered replaced texts of library files by path from the root
 */
export function readDeclaredTypes(altered: ReadonlyMap<string, string> = new Map()): DeclaredTypes {
  const operations = operationPaths();
  const lines = [...operations.values()].map(
    (path, index) => `export type Operation${index} = Of<typeof contract.${path}>;`,
  );
  const name = 'declared-types.ts';
  const { program, files } = compile(
    new Map([...altered, [name, [...SOURCE, ...lines].join('\n')]]),
  );
  const file = files.get(name)!;
  const checker = program.getTypeChecker();
  const aliases = new Map(
    file.statements.filter(ts.isTypeAliasDeclaration).map((alias) => [alias.name.text, alias]),
  );
  const read = (part: 'body' | 'answer') =>
    new Map(
      [...operations.keys()].map((id, index) => {
        const type = checker.getTypeAtLocation(aliases.get(`Operation${index}`)!);
        const property = type.getProperty(part)!;
        return [id, buildShape(checker, checker.getTypeOfSymbol(property))];
      }),
    );
  const [imported] = file.statements as unknown as readonly [ts.ImportDeclaration];
  const exported = checker.getExportsOfModule(
    checker.getSymbolAtLocation(imported.moduleSpecifier)!,
  );
  return {
    bodies: read('body'),
    answers: read('answer'),
    named: (name) => {
      const symbol = exported.find((candidate) => candidate.name === name);
      return (
        symbol && buildShape(checker, checker.getDeclaredTypeOfSymbol(resolve(checker, symbol)))
      );
    },
  };
}

function resolve(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Returns how the exports of the contract contain each operation: `cobOperations['create']`. */
function operationPaths(): Map<string, string> {
  const tables = Object.entries(contract as Readonly<Record<string, unknown>>)
    .filter(([name, value]) => name.endsWith('Operations') && !Array.isArray(value))
    .filter(([name]) => name !== 'familyOperations')
    .map(([name, rows]) => [name, rows as Record<string, PixOperation>] as const);
  return new Map(
    tables.flatMap(([table, rows]) =>
      Object.entries(rows).map(([key, { id }]) => [id, `${table}['${key}']`] as const),
    ),
  );
}
