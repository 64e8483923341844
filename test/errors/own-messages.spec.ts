import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { redact } from '../../lib/errors/index.js';

const LIB = join(import.meta.dirname, '../../lib');

/** Every text of a source file that reads like a sentence; values in a template become a plain word. */
function sentences(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
    if (ts.isTemplateExpression(node)) {
      found.push(
        node.head.text + node.templateSpans.map(({ literal }) => `value${literal.text}`).join(''),
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  // A header's value is no message.
  return found.filter((text) => /\p{L} \p{L}/u.test(text) && !/^(Basic|Bearer) value$/.test(text));
}

describe('redaction', () => {
  const files = readdirSync(LIB, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/redact|simulator\.examples/.test(file))
    .map((file) => join(LIB, file));

  it('leaves every text of the library itself as it is', () => {
    const texts = files.flatMap(sentences);
    expect(texts.length).toBeGreaterThan(500);
    expect(texts.filter((text) => redact(text) !== text)).toEqual([]);
  });

  it('leaves the places of a stack trace as they are, whatever the files are called', () => {
    for (const file of files) {
      const frame = `    at load (file://${file.replace(/\.ts$/, '.js')}:12:34)`;
      expect(redact(frame)).toBe(frame);
    }
    for (const name of ['private-key.service', 'token', 'my-secret', 'api-key.guard', 'cpf']) {
      for (const frame of [
        `    at ${name}.js:1:32`,
        `    at async Tokens.token (/app/src/${name}.ts:120:7)`,
        `    at C:\\app\\src\\${name}.mjs:3:4`,
        `    at file:///app/${name}.cts:99:1`,
      ]) {
        expect(redact(frame)).toBe(frame);
      }
    }
  });
});
