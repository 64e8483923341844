import ts from 'typescript';
import type { Mutation } from './mutant.js';
import { replace } from './replace.js';

const K = ts.SyntaxKind;

const boundaries: Partial<Record<ts.SyntaxKind, string[]>> = {
  [K.LessThanToken]: ['<=', '>='],
  [K.LessThanEqualsToken]: ['<', '>'],
  [K.GreaterThanToken]: ['>=', '<='],
  [K.GreaterThanEqualsToken]: ['>', '<'],
  [K.EqualsEqualsEqualsToken]: ['!=='],
  [K.ExclamationEqualsEqualsToken]: ['==='],
  [K.EqualsEqualsToken]: ['!='],
  [K.ExclamationEqualsToken]: ['=='],
};

const arithmetic: Partial<Record<ts.SyntaxKind, string[]>> = {
  [K.PlusToken]: ['-'],
  [K.MinusToken]: ['+'],
  [K.AsteriskToken]: ['/'],
  [K.SlashToken]: ['*'],
  [K.PercentToken]: ['*'],
  [K.AsteriskAsteriskToken]: ['*'],
  [K.AmpersandToken]: ['|'],
  [K.BarToken]: ['&'],
  [K.CaretToken]: ['&'],
  [K.LessThanLessThanToken]: ['>>'],
  [K.GreaterThanGreaterThanToken]: ['<<'],
  [K.GreaterThanGreaterThanGreaterThanToken]: ['<<'],
  [K.PlusEqualsToken]: ['-='],
  [K.MinusEqualsToken]: ['+='],
  [K.QuestionQuestionEqualsToken]: ['='],
  [K.BarBarEqualsToken]: ['='],
  [K.AmpersandAmpersandEqualsToken]: ['='],
};

/** Returns mutations of comparisons, logic, arithmetic and assignments with an operator. */
export function binaryMutations(node: ts.BinaryExpression): Mutation[] {
  const operator = node.operatorToken.kind;
  if (isLogical(operator)) {
    return [node.left, node.right].map((operand) => replace('operand', node, operand.getText()));
  }
  if (operator === K.InstanceOfKeyword || operator === K.InKeyword) {
    return [replace('condition', node, `!(${node.getText()})`)];
  }
  if (isTextConcatenation(node)) return [];
  return [
    ...withOperator('comparison', node, boundaries[operator]),
    ...withOperator('arithmetic', node, arithmetic[operator]),
  ];
}

export function isComparison(kind: ts.SyntaxKind): boolean {
  return kind in boundaries || kind === K.InstanceOfKeyword || kind === K.InKeyword;
}

export function isLogical(kind: ts.SyntaxKind): boolean {
  return (
    kind === K.AmpersandAmpersandToken || kind === K.BarBarToken || kind === K.QuestionQuestionToken
  );
}

function withOperator(kind: string, node: ts.BinaryExpression, operators: string[] = []) {
  return operators.map((operator) =>
    replace(kind, node, `${node.left.getText()} ${operator} ${node.right.getText()}`),
  );
}

function isTextConcatenation(node: ts.BinaryExpression): boolean {
  return (
    node.operatorToken.kind === K.PlusToken &&
    [node.left, node.right].some((side) => ts.isStringLiteral(side) || ts.isTemplateLiteral(side))
  );
}
