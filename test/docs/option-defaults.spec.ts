import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { accountTable } from '../../lib/nest/pix.options.js';
import { ROOT } from '../support/compile.js';

// The comment of an option and the guide state its default, which its table sets.

/** An option with a default that is a number, a text or a truth value, and the comment of its interface. */
interface Row {
  readonly option: string;
  readonly value: string;
  readonly comment: string;
}

function readRows(path: string): Row[] {
  const source = readFileSync(path, 'utf8');
  if (!source.includes('defineOptions<')) return [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const comments = new Map<string, string>();
  for (const statement of file.statements) {
    if (!ts.isInterfaceDeclaration(statement)) continue;
    for (const member of statement.members) {
      const comment = member.getFullText(file).replace(/\s*\n\s*\*\s*/g, ' ');
      comments.set(`${statement.name.text}.${member.name?.getText(file) ?? ''}`, comment);
    }
  }
  const rows: Row[] = [];
  const visit = (node: ts.Node, owner?: string): void => {
    const table = /^defineOptions<(\w+)/.exec(ts.isCallExpression(node) ? node.getText(file) : '');
    const inside = table?.[1] ?? owner;
    if (inside !== undefined && ts.isPropertyAssignment(node)) {
      const value = readDefault(node.initializer, file);
      const comment = comments.get(`${inside}.${node.name.getText(file)}`);
      if (value !== undefined && comment !== undefined) {
        rows.push({ option: `${inside}.${node.name.getText(file)}`, value, comment });
      }
    }
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(file);
  return rows;
}

function readDefault(row: ts.Expression, file: ts.SourceFile): string | undefined {
  if (!ts.isObjectLiteralExpression(row)) return undefined;
  const found = row.properties.find((each) => each.name?.getText(file) === 'default');
  const value = found && ts.isPropertyAssignment(found) ? found.initializer.getText(file) : '';
  return /^('[^']+'|[\d._]+|true|false)$/.exec(value)?.[1]?.replace(/['_]/g, '');
}

const rows = ['lib', 'devkit/simulator'].flatMap((area) =>
  readdirSync(join(ROOT, area), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => readRows(join(ROOT, area, name))),
);

describe('the default of an option', () => {
  it('is found in the tables', () => expect(rows.length).toBeGreaterThan(40));

  it.each(rows)('is in the comment of $option: $value', ({ value, comment }) => {
    const stated = /Default:? (.*)/.exec(comment)?.[1]?.replace(/[`,]/g, '') ?? '';
    expect(stated).toMatch(new RegExp(`^${value.replace('.', '\\.')}(?![\\w.]*\\d)`));
  });

  it.each(['docs/guide/configuration.md', 'docs/pt-BR/guide/configuration.md'])(
    'is in %s',
    (page) => {
      const text = readFileSync(join(ROOT, page), 'utf8');
      for (const [option, value] of Object.entries(accountTable.defaults)) {
        if (typeof value === 'object') continue;
        const cell = new RegExp(`^\\| \`${option}\` +\\|.*\\| (.*) \\|$`, 'm').exec(text)?.[1];
        expect([option, cell?.trim().replace(/[`']/g, '')]).toEqual([option, String(value)]);
      }
    },
  );
});
