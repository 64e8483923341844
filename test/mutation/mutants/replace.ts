import type ts from 'typescript';
import type { Mutation } from './mutant.js';

/** The mutation that puts an expression in place of `node`. */
export function replace(kind: string, node: ts.Node, replacement: string): Mutation {
  const { start, end } = range(node);
  return { kind, start, end, replacement, form: 'expression' };
}

/** The mutation that takes a statement out. */
export function remove(kind: string, node: ts.Node): Mutation {
  return { kind, ...range(node), replacement: '', form: 'statement' };
}

function range(node: ts.Node): { start: number; end: number } {
  return { start: node.getStart(), end: node.getEnd() };
}
