import ts from 'typescript';
import { binaryMutations } from './binary.js';
import { chainMutations, isOutermostChain } from './chain.js';
import { callMutations, literalMutations, unaryMutations } from './expressions.js';
import type { Mutation } from './mutant.js';
import { conditionMutations, returnMutations, statementMutations } from './statements.js';

/** Returns all mutations of a TypeScript source file in text order. Types are ignored. */
export function findMutations(file: string, text: string): Mutation[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const found: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    if (isWithoutBehaviour(node)) return;
    found.push(...mutationsAt(node));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return withoutDuplicates(found).sort((a, b) => a.start - b.start || b.end - a.end);
}

function mutationsAt(node: ts.Node): Mutation[] {
  const found = [
    ...statementMutations(node),
    ...returnMutations(node),
    ...conditionMutations(node),
  ];
  if (ts.isBinaryExpression(node)) found.push(...binaryMutations(node));
  found.push(...unaryMutations(node), ...literalMutations(node));
  if (ts.isCallExpression(node)) found.push(...callMutations(node));
  if (isOutermostChain(node)) found.push(...chainMutations(node));
  return found;
}

function isWithoutBehaviour(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isHeritageClause(node) ||
    ts.isTypeParameterDeclaration(node)
  );
}

function withoutDuplicates(mutations: Mutation[]): Mutation[] {
  const seen = new Set<string>();
  return mutations.filter(({ start, end, replacement }) => {
    const key = `${start}:${end}:${replacement}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
