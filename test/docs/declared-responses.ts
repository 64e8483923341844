import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../support/compile.js';

const CONTRACT = join(ROOT, 'lib', 'contract');

/**
 * Returns the response type that each operation of `lib/contract` declares with `returns: json<Type>()`. Types do not
 * exist at run time, so this reads the rows of the source text.
 *
 * @returns type names by operation id, such as `CobGerada` for `cob.create`; `undefined` for an empty response
 */
export function readResponseTypes(): ReadonlyMap<string, string> {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' });
  return new Map(
    files
      .filter((name) => /\.operations\.ts$|^banks\/.+\.ts$/.test(name))
      .flatMap((name) => readRows(readFileSync(join(CONTRACT, name), 'utf8'))),
  );
}

function readRows(text: string): [id: string, type: string][] {
  const source = ts.createSourceFile('rows.ts', text, ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.ObjectLiteralExpression>();
  const rows: [string, string][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer) {
      const object = unwrap(node.initializer);
      if (object) constants.set(node.name.getText(), object);
    }
    if (ts.isCallExpression(node) && node.arguments[0]) {
      const row = unwrap(node.arguments[0]);
      if (row) rows.push(...readRow(readMembers(row, constants)));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return rows;
}

function unwrap(node: ts.Expression): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(node)) return node;
  return ts.isAsExpression(node) ? unwrap(node.expression) : undefined;
}

/** Returns the text of each member of a row, with those of the constants that it spreads. */
function readMembers(
  row: ts.ObjectLiteralExpression,
  constants: ReadonlyMap<string, ts.ObjectLiteralExpression>,
): Map<string, string> {
  const members = new Map<string, string>();
  for (const property of row.properties) {
    if (ts.isPropertyAssignment(property)) {
      members.set(property.name.getText(), property.initializer.getText());
    } else if (ts.isSpreadAssignment(property)) {
      const spread = constants.get(property.expression.getText());
      for (const [name, text] of spread ? readMembers(spread, constants) : []) {
        members.set(name, text);
      }
    }
  }
  return members;
}

/** Returns the type by the id of a row; the rows of a webhook have the ids of `toId`, or of the family. */
function readRow(members: ReadonlyMap<string, string>): [id: string, type: string][] {
  const [, type = 'undefined'] = /^json<(\w+)>/.exec(members.get('returns') ?? '') ?? [];
  const [, id] = /^'([\w.]+)'$/.exec(members.get('id') ?? '') ?? [];
  if (id !== undefined) return [[id, type]];
  const [, family] = /^'(\w+)'$/.exec(members.get('family') ?? '') ?? [];
  const usual = family === undefined ? undefined : `${family}.\${method}`;
  const toId = /`([^`]+)`/.exec(members.get('toId') ?? '')?.[1] ?? usual;
  if (toId === undefined || type === 'undefined') return [];
  return ['register', 'get', 'delete'].map((method) => [
    toId.replace('${method}', method),
    method === 'get' ? type : 'undefined',
  ]);
}
