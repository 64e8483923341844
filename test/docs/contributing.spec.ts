import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { pixFamilies } from '../../lib/contract/index.js';
import { ROOT } from '../support/compile.js';

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

describe('the steps to add a resource family', () => {
  it.each(listed)('include %s, which names every family', (path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    expect(pixFamilies.filter((family) => !hasFamily(text, family))).toEqual([]);
  });
});
