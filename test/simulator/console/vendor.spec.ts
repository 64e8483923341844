import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');
const copies = join(root, 'devkit/simulator/console/public/vendor/lit-html');
const originals = join(root, 'node_modules/lit-html');

describe('copy of lit-html in the console', () => {
  const files = readdirSync(copies, { encoding: 'utf8', recursive: true }).filter((name) =>
    /\.js$|^LICENSE$/.test(name),
  );

  it('contains its license and the files that the console imports', () => {
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'lit-html.js']));
    for (const file of files) {
      const text = readFileSync(join(copies, file), 'utf8');
      for (const [, imported] of text.matchAll(/from"([^"]+)"/g)) {
        expect(files).toContain(join(file, '..', imported!));
      }
    }
  });

  it.each(files)('equals the installed version: %s', (file) => {
    const copy = readFileSync(join(copies, file), 'utf8');
    expect(copy).toBe(readFileSync(join(originals, file), 'utf8'));
  });
});
