import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { GUIDE_SECTIONS, REFERENCE_PAGES } from '../../docs/.vitepress/guides.js';
import untranslated from '../../docs/pt-BR/[page].paths.js';
import { ROOT } from '../support/compile.js';
import { findCodeBlocks } from './code-blocks.js';

const ENGLISH = join(ROOT, 'docs/guide');
const PORTUGUESE = join(ROOT, 'docs/pt-BR/guide');

const banks = readdirSync(join(ROOT, 'docs/banks'));

const guides = GUIDE_SECTIONS.flatMap((section) => section.guides.map(({ file }) => `${file}.md`));

/** A comment of TypeScript, a shell or a .env file; not the `//` of an address. */
const COMMENT = /(^|\s)(?:\/\/|#)\s.*$/gm;

describe('the guides', () => {
  test.each([ENGLISH, PORTUGUESE])('%s has one file for each guide of the sidebar', (folder) => {
    expect(readdirSync(folder).sort()).toEqual([...guides].sort());
  });
});

test('the language menu of a reference page leads to a page that links back', () => {
  const links = untranslated.paths().map(({ params, content }) => [params.page, content]);
  expect(links).toEqual(
    REFERENCE_PAGES.filter(({ translated }) => !translated).map(({ file }) => [
      file,
      expect.stringContaining(`](/${file}).`),
    ]),
  );
});

test('every page of a bank exists in both languages', () => {
  expect(readdirSync(join(ROOT, 'docs/pt-BR/banks'))).toEqual(banks);
});

describe.each(
  banks.map((name) => ({ name, files: [`docs/banks/${name}`, `docs/pt-BR/banks/${name}`] })),
)('the page of a bank $name', ({ files }) => {
  const [english = '', portuguese = ''] = files.map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  );

  test('has the same headings in both languages, level by level', () => {
    expect(listHeadingLevels(portuguese)).toEqual(listHeadingLevels(english));
  });

  test('has the same code in both languages, except for comments', () => {
    expect(listCode(portuguese)).toEqual(listCode(english));
  });

  test('has the same lists in both languages, except for the sources', () => {
    const [prose = ''] = english.split('\n## Sources');
    expect(countItems(portuguese)).toBe(countItems(prose));
  });
});

describe.each([
  { name: 'README', files: ['README.md', 'README.pt-BR.md'] },
  ...REFERENCE_PAGES.filter(({ translated }) => translated).map(({ file }) => ({
    name: `${file}.md`,
    files: [`docs/${file}.md`, `docs/pt-BR/${file}.md`],
  })),
  ...guides.map((name) => ({
    name,
    files: [`docs/guide/${name}`, `docs/pt-BR/guide/${name}`],
  })),
])('$name', ({ files }) => {
  const [english = '', portuguese = ''] = files.map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  );

  test('has the same headings in both languages, level by level', () => {
    expect(listHeadingLevels(portuguese)).toEqual(listHeadingLevels(english));
  });

  test('has the same code in both languages, except for comments', () => {
    expect(listCode(portuguese)).toEqual(listCode(english));
  });

  test('has the same number of rows in tables in both languages', () => {
    expect(countRows(portuguese)).toBe(countRows(english));
  });
});

function listHeadingLevels(markdown: string): string[] {
  const text = markdown.replace(/^```.*?^```$/gms, '');
  return [...text.matchAll(/^(#+) /gm)].map(([, level = '']) => level);
}

function countItems(markdown: string): number {
  return markdown.match(/^- /gm)?.length ?? 0;
}

function countRows(markdown: string): number {
  return markdown.match(/^\|/gm)?.length ?? 0;
}

function listCode(markdown: string): { language: string; code: string }[] {
  return findCodeBlocks(markdown).map(({ language, code }) => ({
    language,
    code: code.replace(COMMENT, '$1').replace(/[ \t]+$/gm, ''),
  }));
}
