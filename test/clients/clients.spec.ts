import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../support/compile.js';
import { publishedClients } from './clients.js';
import { countPassed, findProblems } from './journey.js';

describe('a published client', () => {
  const page = readFileSync(join(ROOT, 'docs/clients.md'), 'utf8');

  it.each(publishedClients)('$name has a row of docs/clients.md for each bank', (client) => {
    const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    const { package: name, repository, version, language } = client;
    for (const bank of client.banks) {
      const expected = ['', `[${name}](${repository})`, version, language, `\`${bank}\``];
      expect(rows.map((cells) => cells.slice(0, 5))).toContainEqual(expected);
    }
  });

  it('passes if the calls that fail are its known defects', () => {
    const client = { ...publishedClients[0]!, defects: { list: 'sends 1' } };
    const outcome = { version: '1', results: { create: 'ok', list: 'HTTP 400', pay: 'HTTP 404' } };
    expect(findProblems(client, outcome)).toEqual(['pay: HTTP 404']);
    expect(findProblems(client, { version: '1', results: { list: 'ok' } })).toEqual([
      'list passes, but is listed as a defect of the client',
    ]);
    expect(countPassed(outcome)).toBe('1 of 3');
  });
});
