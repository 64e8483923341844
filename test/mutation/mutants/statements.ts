import ts from 'typescript';
import { isComparison, isLogical } from './binary.js';
import type { Mutation } from './mutant.js';
import { remove, replace } from './replace.js';

const K = ts.SyntaxKind;

/** Removes statements: calls, assignments, `throw`, `break`, `continue` and `return` without a value. */
export function statementMutations(node: ts.Node): Mutation[] {
  if (ts.isThrowStatement(node)) return [remove('statement', node)];
  if (ts.isBreakOrContinueStatement(node)) return [remove('statement', node)];
  if (ts.isReturnStatement(node) && node.expression === undefined) {
    return [remove('statement', node)];
  }
  if (!ts.isExpressionStatement(node)) return [];
  return isSuperCall(node.expression) ? [] : [remove('statement', node)];
}

/** Replaces a returned value by an empty one: `[]`, `{}`, `''` or `undefined`. */
export function returnMutations(node: ts.Node): Mutation[] {
  const answer = returned(node);
  if (answer === undefined) return [];
  const empty = emptyValue(answer);
  return empty === undefined ? [] : [replace('returned value', answer, empty)];
}

/** Negates a condition that is not a comparison. Comparisons and logic have their own mutations. */
export function conditionMutations(node: ts.Node): Mutation[] {
  const condition = findCondition(node);
  if (condition === undefined) return [];
  if (ts.isPrefixUnaryExpression(condition) && condition.operator === K.ExclamationToken) return [];
  if (ts.isBinaryExpression(condition)) {
    const { kind } = condition.operatorToken;
    if (isComparison(kind) || isLogical(kind)) return [];
  }
  if (condition.kind === K.TrueKeyword || condition.kind === K.FalseKeyword) return [];
  return [replace('condition', condition, `!(${condition.getText()})`)];
}

function findCondition(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) {
    return node.expression;
  }
  if (ts.isForStatement(node) || ts.isConditionalExpression(node)) return node.condition;
  return undefined;
}

function returned(node: ts.Node): ts.Expression | undefined {
  let expression: ts.Expression | undefined;
  if (ts.isReturnStatement(node)) expression = node.expression;
  else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) expression = node.body;
  while (expression !== undefined && ts.isParenthesizedExpression(expression)) {
    expression = expression.expression;
  }
  return expression;
}

/** Returns `undefined` if the value is empty or has its own mutation. */
function emptyValue(node: ts.Expression): string | undefined {
  if (ts.isArrayLiteralExpression(node)) return node.elements.length === 0 ? undefined : '[]';
  if (ts.isObjectLiteralExpression(node)) return node.properties.length === 0 ? undefined : '{}';
  if (ts.isStringLiteral(node)) return node.text === '' ? undefined : "''";
  if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) return "''";
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    return isComparison(kind) || isLogical(kind) ? undefined : 'undefined';
  }
  return hasOwnMutation(node) ? undefined : 'undefined';
}

function hasOwnMutation(node: ts.Expression): boolean {
  return (
    ts.isConditionalExpression(node) ||
    ts.isNumericLiteral(node) ||
    ts.isVoidExpression(node) ||
    ts.isArrowFunction(node) ||
    (ts.isPrefixUnaryExpression(node) && node.operator === K.ExclamationToken) ||
    [K.TrueKeyword, K.FalseKeyword, K.NullKeyword].includes(node.kind) ||
    node.getText() === 'undefined'
  );
}

function isSuperCall(node: ts.Expression): boolean {
  return ts.isCallExpression(node) && node.expression.kind === K.SuperKeyword;
}
