import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { redact } from '../../lib/errors/index.js';
import * as publicErrors from '../../lib/errors/public.js';

const LIB = join(import.meta.dirname, '../../lib');

/** Returns the texts of a source file that contain words; template values become `value`. */
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
  // The value of a header is not a message.
  return found.filter((text) => /\p{L} \p{L}/u.test(text) && !/^(Basic|Bearer) value$/.test(text));
}

/** Help texts and the findings of a command are printed and are no error; only held secrets and tax ids are masked there. */
const PRINTED = /redact|simulator\.examples|cli\/doctor\/|cli\/.*\.command\.ts$/;

describe('redact', () => {
  const files = readdirSync(LIB, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !PRINTED.test(file))
    .map((file) => join(LIB, file));

  it('leaves all texts of the library unchanged', () => {
    const texts = files.flatMap(sentences);
    expect(texts.length).toBeGreaterThan(500);
    expect(texts.filter((text) => redact(text) !== text)).toEqual([]);
  });

  it('leaves all texts of the library unchanged behind the name of an error', () => {
    const names = [
      ...Object.keys(publicErrors).filter((name) => /^[A-Z].*(?:Error|Exception)$/.test(name)),
      ...['AuthorizationError', 'TokenExpiredError', 'SecretNotFoundException', 'Error'],
    ];
    expect(names.length).toBeGreaterThan(10);
    const texts = files.flatMap(sentences);
    const changed = names.flatMap((name) =>
      texts.map((text) => `${name}: ${text}`).filter((text) => redact(text) !== text),
    );
    expect(changed).toEqual([]);
  });

  it('leaves the locations of a stack trace unchanged, whatever the file names', () => {
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
