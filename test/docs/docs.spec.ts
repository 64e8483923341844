import 'reflect-metadata';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { pixServices } from '../../lib/resources/index.js';
import { ROOT } from '../support/compile.js';
import { checkExamples } from './check-examples.js';
import { findCodeBlocks } from './code-blocks.js';
import { readDocuments, withSections } from './coverage-section.js';

/** Services of the operations that one provider offers. */
const PROVIDERS = new Set<string>(['inter', 'bb', 'itau', 'efi', 'bradesco', 'pagbank']);

const documents = await readDocuments();
const COVERAGE = 'docs/coverage.md';
const { current: coverage = '' } = documents.find(({ path }) => path.endsWith(COVERAGE)) ?? {};

describe('generated tables', () => {
  it.each(documents)('of $path are up to date', ({ current: text, expected }) => {
    expect(text).toBe(expected);
  });

  it('list the 51 operations and each provider once', () => {
    const [operations = '', , providers = ''] = coverage
      .split('\n\n')
      .filter((part) => part.startsWith('|'));
    expect(operations.split('\n')).toHaveLength(51 + 2);
    expect(providers.split('\n')).toHaveLength(14 + 2);
  });

  it('are detected as outdated', async () => {
    const stale = coverage.replace('`PixCobService.create`', '`PixCobService.make`');
    expect(await withSections(COVERAGE, stale)).not.toBe(stale);
    await expect(withSections(COVERAGE, '# No markers')).rejects.toThrow(
      '<!-- operations:start -->',
    );
  });
});

describe('the guides', () => {
  const folder = join(ROOT, 'docs/guide');
  const examples = readdirSync(folder)
    .flatMap((name) => findCodeBlocks(readFileSync(join(folder, name), 'utf8')))
    .map(({ code }) => code)
    .join('\n');

  it.each(readdirSync(folder))('declare the client that the examples of %s use', (name) => {
    for (const [path, declaration] of [
      [join(folder, name), '`pix` is a `PixClient`'],
      [join(ROOT, 'docs/pt-BR/guide', name), '`pix` é um `PixClient`'],
    ] as const) {
      const text = readFileSync(path, 'utf8');
      const uses = findCodeBlocks(text).filter(
        ({ code, language }) =>
          language === 'ts' && code.includes('await pix.') && !/\b(const|let) pix\b/.test(code),
      );
      expect(uses.length === 0 || text.includes(declaration)).toBe(true);
    }
  });

  it.each(['estorno', 'reembolso', 'taxa', 'ngrok', 'túnel'])(
    'in Portuguese have the word %s',
    (word) => {
      const translated = join(ROOT, 'docs/pt-BR/guide');
      const texts = readdirSync(translated).map((name) =>
        readFileSync(join(translated, name), 'utf8'),
      );
      expect(texts.filter((text) => text.includes(word))).not.toEqual([]);
    },
  );

  it.each(pixServices.filter(({ key }) => !PROVIDERS.has(key)))(
    'have an example of $key',
    ({ key }) => {
      expect(examples).toMatch(new RegExp(`(?:await|of) pix\\.${key}\\.`));
    },
  );

  it.each(['PixPayloadService', 'encodeBrCode', 'decodeBrCode', 'renderQrCode', 'parsePixKey'])(
    'have an example of %s',
    (name) => {
      expect(examples).toContain(`${name}(`);
    },
  );
});

describe('examples', () => {
  const faulty = ['# Title', '', '```ts', "const id = 'x';", 'await pix.cob.get(5);', '```'];
  // In one program, as each reads the whole library. `npm run docs:examples` checks the other pages.
  const [readme, wrong, commands] = checkExamples(
    readFileSync(join(ROOT, 'README.md'), 'utf8'),
    faulty.join('\n'),
    '```sh\nnpm ci\n```\n',
  );

  // The code of the Portuguese text is the same (translations.spec.ts).
  it('of the README compile', () => {
    expect(readme?.faults).toEqual([]);
    expect(readme?.count).toBeGreaterThanOrEqual(2);
  });

  it('report the line of a compilation error', () => {
    expect(wrong?.faults.map(({ line }) => line)).toEqual([5]);
    expect(wrong?.faults[0]?.message).toContain("'number' is not assignable");
  });

  it('ignore other languages', () => {
    expect(commands).toEqual({ count: 0, faults: [] });
  });
});
