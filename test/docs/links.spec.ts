import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { toAnchor } from '../../docs/.vitepress/to-anchor.js';
import { ROOT } from '../support/compile.js';
import { findHeadings, readTexts } from './citations.js';

const pages = new Map([...(await readTexts())].filter(([path]) => path.endsWith('.md')));
const { files, homepage } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  files: string[];
  homepage: string;
};

/** The address of the files of this repository. */
const REPOSITORY = homepage.replace(/#.*$/, '/blob/main/');

/** Returns the relative links of a Markdown text, without those to its own headings. */
function findLinks(markdown: string): { path: string; anchor: string | undefined }[] {
  const prose = markdown.replace(/^ *```.*?^ *```$/gms, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#([^)\s]+))?\)/g)].map(
    ([, path = '', anchor]) => ({ path, anchor }),
  );
}

/** Says whether the npm package contains a file. */
function isPacked(path: string): boolean {
  const contains = (name: string) => path === name || path.startsWith(`${name}/`);
  if (/^(README[^/]*|LICENSE|package\.json)$/.test(path)) return true;
  if (files.some((name) => name.startsWith('!') && contains(name.slice(1)))) return false;
  return files.some(contains);
}

test('links to the repository lead to files', () => {
  const targets = [...pages.values()].flatMap((markdown) =>
    [...markdown.matchAll(/\]\((https:[^)#\s]+)/g)]
      .filter(([, address = '']) => address.startsWith(REPOSITORY))
      .map(([, address = '']) => address.slice(REPOSITORY.length)),
  );
  expect(targets.length).toBeGreaterThan(5);
  expect(targets.filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
});

describe('relative links', () => {
  test('are found', () => {
    expect([...pages.values()].flatMap(findLinks).length).toBeGreaterThan(300);
  });

  test.each([...pages.keys()])('of %s lead to files and headings', (page) => {
    const broken = findLinks(pages.get(page)!).filter(({ path, anchor }) => {
      const target = join(dirname(page), path);
      if (!existsSync(join(ROOT, target))) return true;
      const headings = findHeadings(pages.get(target) ?? '').map(toAnchor);
      return anchor !== undefined && !headings.includes(decodeURIComponent(anchor));
    });
    expect(broken).toEqual([]);
  });

  test.each([...pages.keys()].filter(isPacked))('of %s lead to files of the package', (page) => {
    const left = findLinks(pages.get(page)!)
      .map(({ path }) => join(dirname(page), path))
      .filter((target) => !isPacked(target));
    expect(left).toEqual([]);
  });
});
