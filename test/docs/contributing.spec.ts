import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { pixFamilies } from '../../lib/contract/pix-family.js';
import { ROOT } from '../support/compile.js';

const families: readonly string[] = pixFamilies;

/** The most files outside of its own folders that a new family may touch. */
const MOST_FILES = 6;

/** The files that CONTRIBUTING.md lists for a new family. */
const listed = listFiles(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));

function listFiles(markdown: string): string[] {
  const [, section = ''] = markdown.split('\n## How to add a resource family\n');
  const [steps = ''] = section.split('\n## ');
  return [...steps.matchAll(/^\| `([^`<>]+\.\w+)` +\|/gm)].map(([, file = '']) => file);
}

/** Whether a text has a word that is or begins with a family: `cob`, `cobs`, `cobOperations`, `PixCobService`. */
function hasFamily(text: string, family: string): boolean {
  const letters = family.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
  return new RegExp(`\\b(?:Pix)?${letters}(?:s?\\b|[A-Z])`).test(text);
}

/** The families that a file does not name. */
function findUnnamed(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return families.filter((family) => !hasFamily(text, family));
}

/** Source files. Profiles of providers repeat what a source states about families that exist. */
function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (path === 'lib/providers/profiles') return [];
    if (entry.isDirectory()) return sourceFiles(path);
    return /\.(ts|js)$/.test(path) ? [path] : [];
  });
}

describe('the steps to add a resource family', () => {
  it('touch at most 6 files outside of its own folders', () => {
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.length).toBeLessThanOrEqual(MOST_FILES);
  });

  it.each(listed)('include %s, which names every family', (path) => {
    expect(findUnnamed(path)).toEqual([]);
  });

  it('include every source file that names two thirds of the families', () => {
    const listing = [...sourceFiles('lib'), ...sourceFiles('test/docs')].filter(
      (path) => findUnnamed(path).length <= families.length / 3,
    );
    expect(listing.sort()).toEqual(listed.filter((path) => path.endsWith('.ts')).sort());
  });
});
