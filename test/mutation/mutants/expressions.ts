import ts from 'typescript';
import { isComparison } from './binary.js';
import type { Mutation } from './mutant.js';
import { replace } from './replace.js';

const K = ts.SyntaxKind;

export function unaryMutations(node: ts.Node): Mutation[] {
  if (!ts.isPrefixUnaryExpression(node) && !ts.isPostfixUnaryExpression(node)) return [];
  const operand = node.operand.getText();
  const prefix = ts.isPrefixUnaryExpression(node);
  switch (node.operator) {
    case K.ExclamationToken:
      return [replace('condition', node, operand)];
    case K.MinusToken:
      return ts.isNumericLiteral(node.operand) ? [] : [replace('arithmetic', node, operand)];
    case K.PlusPlusToken:
      return [replace('arithmetic', node, prefix ? `--${operand}` : `${operand}--`)];
    case K.MinusMinusToken:
      return [replace('arithmetic', node, prefix ? `++${operand}` : `${operand}++`)];
    default:
      return [];
  }
}

/** Returns mutations of booleans, numbers, compared strings, and anchors and flags of patterns. */
export function literalMutations(node: ts.Node): Mutation[] {
  if (isName(node)) return [];
  if (node.kind === K.TrueKeyword) return [replace('boolean', node, 'false')];
  if (node.kind === K.FalseKeyword) return [replace('boolean', node, 'true')];
  if (ts.isNumericLiteral(node)) return numberMutations(node);
  if (ts.isBigIntLiteral(node)) return [replace('number', node, `${node.getText()} + 1n`)];
  if (ts.isRegularExpressionLiteral(node)) return patternMutations(node);
  if (ts.isStringLiteral(node) && node.text !== '' && isCompared(node)) {
    return [replace('text', node, "''")];
  }
  return [];
}

function numberMutations(node: ts.NumericLiteral): Mutation[] {
  const value = Number(node.text);
  const others = value === 0 ? [1] : [value + 1, value - 1];
  return others.map((other) => replace('number', node, String(other)));
}

function patternMutations(node: ts.RegularExpressionLiteral): Mutation[] {
  const text = node.getText();
  const end = text.lastIndexOf('/');
  const [body, flags] = [text.slice(1, end), text.slice(end + 1)];
  const found: Mutation[] = [];
  if (body.startsWith('^')) found.push(replace('pattern', node, `/${body.slice(1)}/${flags}`));
  if (body.endsWith('$') && !body.endsWith('\\$')) {
    found.push(replace('pattern', node, `/${body.slice(0, -1)}/${flags}`));
  }
  if (flags.includes('i'))
    found.push(replace('pattern', node, `/${body}/${flags.replace('i', '')}`));
  return found;
}

/** Methods whose call is removed. */
const transparent = new Set(
  'trim trimEnd trimStart toLowerCase toUpperCase sort reverse filter slice substring unref flat'.split(
    ' ',
  ),
);
const opposite: Record<string, string> = { every: 'some', some: 'every', min: 'max', max: 'min' };

export function callMutations(node: ts.CallExpression): Mutation[] {
  const callee = node.expression;
  if (!ts.isPropertyAccessExpression(callee) || ts.isOptionalChain(node)) return [];
  const [name, object] = [callee.name.text, callee.expression.getText()];
  const args = node.getText().slice(callee.getText().length);
  if (transparent.has(name)) return [replace('call', node, object)];
  const other = Object.hasOwn(opposite, name) ? opposite[name] : undefined;
  return other === undefined ? [] : [replace('call', node, `${object}.${other}${args}`)];
}

/** A literal that names a property or a module cannot be replaced by an expression. */
function isName(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  return (
    (ts.isPropertyAssignment(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isEnumMember(parent)) &&
    parent.name === node
  );
}

function isCompared(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isCaseClause(parent)) return parent.expression === node;
  return ts.isBinaryExpression(parent) && isComparison(parent.operatorToken.kind);
}
