import type ts from 'typescript';
import type { Mutation } from './mutant.js';

/** Returns the mutation that replaces `node` by an expression. */
export function replace(kind: string, node: ts.Node, replacement: string): Mutation {
  const { start, end } = range(node);
  return { kind, start, end, replacement, form: 'expression' };
}

/** Returns the mutation that removes a statement. */
export function remove(kind: string, node: ts.Node): Mutation {
  return { kind, ...range(node), replacement: '', form: 'statement' };
}

function range(node: ts.Node): { start: number; end: number } {
  return { start: node.getStart(), end: node.getEnd() };
}
