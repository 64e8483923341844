import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../support/compile.js';

const text = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
const [, section = ''] = text.split('\n### Protections\n');
const [table = ''] = section.split('\n### ');
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('the protections of SECURITY.md', () => {
  it('are many', () => {
    expect(rows.length).toBeGreaterThan(15);
  });

  it.each(rows.map(([, threat = '', , tests = '']) => [threat, tests]))(
    'against "%s" name tests that exist',
    (_threat, tests) => {
      const files = tests.split(', ');
      for (const file of files) {
        const [, path = ''] = /^`(test\/[\w/.-]+spec\.ts)`$/.exec(file) ?? [];
        expect([file, path !== '' && existsSync(join(ROOT, path))]).toEqual([file, true]);
      }
    },
  );
});
