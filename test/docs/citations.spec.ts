import { describe, expect, it } from '@jest/globals';
import { findBrokenCitations, readTexts } from './citations.js';

// This file contains invalid citations as examples.
const texts = new Map(
  [...(await readTexts())].filter(([path]) => path !== 'test/docs/citations.spec.ts'),
);

describe('citations', () => {
  it('refer to existing files, folders, headings and decisions', () => {
    expect(findBrokenCitations(texts)).toEqual([]);
  });
});

describe('findBrokenCitations', () => {
  const decisions = '# Decisions\n\n### D7. Path parameters are checked, and encoded\n';
  const find = (path: string, text: string) =>
    findBrokenCitations(
      new Map([
        ['docs/decisions.md', decisions],
        [path, text],
      ]),
    );

  it.each([
    ['lib/a.ts', '// docs/decisions.md D7.'],
    ['lib/a.ts', '// (docs/decisions.md#d7-path-parameters-are-checked-and-encoded)'],
    ['lib/a.ts', 'forge.md.sha1.create()'],
    ['docs/a.md', '# Title\n\n[decisions](decisions.md), [here](#title), D7'],
    ['README.md', '[decisions.md](docs/decisions.md)'],
    ['README.md', '`lib/client`, `test/docs/citations.ts`, `devkit/dist/`'],
  ])('accepts a valid citation: %s %j', (path, text) => {
    expect(find(path, text)).toEqual([]);
  });

  it.each([
    ['lib/a.ts', '// docs/decisions.md D8.', 'docs/decisions.md D8'],
    ['lib/a.ts', '// docs/decisions.md#d7', 'docs/decisions.md#d7'],
    ['lib/a.ts', '// (decisions.md, Limits)', 'decisions.md'],
    ['lib/a.ts', '// see providers.md', 'providers.md'],
    ['docs/a.md', '[Missing](#missing)', '](#missing)'],
    ['docs/a.md', 'See D70.', 'D70'],
    ['docs/a.md', '`lib/nest/environment` lists them.', 'lib/nest/environment'],
  ])('returns an invalid citation: %s %j', (path, text, citation) => {
    expect(find(path, text)).toEqual([`${path}: ${citation}`]);
  });
});
