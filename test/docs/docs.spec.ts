import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { pixServices } from '../../lib/resources/index.js';
import { checkExamples } from './check-examples.js';
import { readDocuments, withSections } from './coverage-section.js';

const documents = await readDocuments();
const { current = '' } = documents[0] ?? {};

describe('generated tables', () => {
  it.each(documents)('of $path are up to date', ({ current: text, expected }) => {
    expect(text).toBe(expected);
  });

  it('list the 51 operations and each provider once', () => {
    const [, section = ''] = current.split('<!-- coverage:start -->');
    const [operations = '', , providers = ''] = section
      .split('\n\n')
      .filter((part) => part.startsWith('|'));
    expect(operations.split('\n')).toHaveLength(51 + 2);
    expect(providers.split('\n')).toHaveLength(14 + 2);
  });

  it('are detected as outdated', async () => {
    const stale = current.replace('`PixCobService.create`', '`PixCobService.make`');
    expect(await withSections('README.md', stale)).not.toBe(stale);
    await expect(withSections('README.md', '# No markers')).rejects.toThrow(
      '<!-- coverage:start -->',
    );
  });
});

describe('README examples', () => {
  it('compile and include every resource, the payload and the BR Code', () => {
    const { count, faults } = checkExamples(current);
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(14);
    const [, examples = ''] = current.split('\n## Examples\n');
    const used = pixServices.filter(({ key }) =>
      new RegExp(`await pix\\.${key}\\.|of pix\\.${key}\\.`).test(examples),
    );
    const ofProvider = new Set<string>(['inter', 'bb', 'itau', 'efi', 'bradesco']);
    expect(used.filter(({ key }) => !ofProvider.has(key)).length).toBeGreaterThanOrEqual(12);
    expect(examples).toContain('PixPayloadService');
    expect(examples).toContain('encodeBrCode');
  });

  it('report the line of a compilation error', () => {
    const text = ['# Title', '', '```ts', "const id = 'x';", 'await pix.cob.get(5);', '```'].join(
      '\n',
    );
    const { faults } = checkExamples(text);
    expect(faults.map(({ line }) => line)).toEqual([5]);
    expect(faults[0]?.message).toContain("'number' is not assignable");
  });

  it('ignore other languages', () => {
    expect(checkExamples('```sh\nnpm ci\n```\n')).toEqual({ count: 0, faults: [] });
  });
});
