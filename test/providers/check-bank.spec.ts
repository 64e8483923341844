import { describe, expect, it } from '@jest/globals';
import { pixProviders } from '../../lib/providers/index.js';
import type { BankFacts } from '../../lib/providers/registry.js';
import { checkBank, describeBank, readBank } from './check-bank.js';

const TODAY = '2026-11-26';
const facts = {
  notes: [],
  sources: [
    { at: 'https://banco.example/docs', read: '2026-11-01' },
    { at: 'a published client', read: '2025-11-01' },
  ],
  profile: { name: 'banco', production: { baseUrl: 'x' }, sandbox: {}, scopes: 'ordinary' },
} satisfies BankFacts;
const disputed = { alternative: 'y', set: 'baseUrl', source: 'a client', read: '2026-11-01' };

describe('the facts of a bank', () => {
  it('have each key once', () => {
    const text = JSON.stringify(facts, null, 2);
    expect(readBank('banco.json', text)).toEqual(facts);
    const twice = text.replace('"profile": {', '"profile": {\n    "name": "outro",');
    expect(() => readBank('banco.json', twice)).toThrow(/^banco\.json: .* unique at line \d+/);
  });

  it('are complete with a source, a date, and a disputed fact that the profile has', () => {
    const known = { ...facts, disputed: [{ ...disputed, fact: 'production.baseUrl' }] };
    expect(checkBank(known, TODAY)).toEqual([]);
  });

  it.each<[string, Partial<BankFacts>]>([
    ['banco: no source', { sources: [] }],
    ['banco: no source or date of a client', { sources: [{ at: 'a client', read: 'last year' }] }],
    ['banco: no source or date of a client', { sources: [{ at: 'a client', read: '2026-11-27' }] }],
    ['banco: no source or date of a fact', { sources: [{ at: '', read: '2026-11-01' }] }],
    [
      'banco: production.tokenUrl is disputed and no fact of the profile',
      { disputed: [{ ...disputed, fact: 'production.tokenUrl' }] },
    ],
  ])('are refused: %s', (problem, changes) => {
    expect(checkBank({ ...facts, ...changes }, TODAY)).toEqual([problem]);
  });

  it('are listed by age, and those older than a year are marked', () => {
    expect(describeBank(facts, TODAY)).toEqual([
      'banco',
      '  2025-11-01  a published client (older than a year: read it again)',
      '  2026-11-01  https://banco.example/docs',
    ]);
  });

  it('are the sources of each profile', () => {
    for (const { sources = [] } of Object.values(pixProviders)) {
      expect(sources.length).toBeGreaterThan(0);
    }
  });
});
