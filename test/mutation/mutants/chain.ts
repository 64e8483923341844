import ts from 'typescript';
import type { Mutation } from './mutant.js';
import { replace } from './replace.js';

/** Returns whether the node is a complete `a?.b.c`: its parts cannot be replaced individually. */
export function isOutermostChain(node: ts.Node): boolean {
  if (!ts.isOptionalChain(node) || ts.isDeleteExpression(node.parent)) return false;
  const { parent } = node;
  return !(ts.isOptionalChain(parent) && parent.expression === node);
}

/** Replaces `a?.b` by `a.b`, once for each `?.` of the chain. */
export function chainMutations(chain: ts.Node): Mutation[] {
  const text = chain.getText();
  return questionDots(chain).map((token) => {
    const at = token.getStart() - chain.getStart();
    const next = text[at + 2];
    const dot = next === '[' || next === '(' ? '' : '.';
    return replace('optional chaining', chain, text.slice(0, at) + dot + text.slice(at + 2));
  });
}

function questionDots(chain: ts.Node): ts.Node[] {
  const tokens: ts.Node[] = [];
  let node: ts.Node = chain;
  while (ts.isOptionalChain(node)) {
    if (!ts.isNonNullChain(node) && node.questionDotToken !== undefined) {
      tokens.push(node.questionDotToken);
    }
    node = node.expression;
  }
  return tokens;
}
