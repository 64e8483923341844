import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import efi from '../../lib/providers/facts/efi.json' with { type: 'json' };
import { pixProviders } from '../../lib/providers/index.js';
import { findNewest, toProfile, type BankFacts } from '../../lib/providers/registry.js';
import { ROOT } from '../support/compile.js';
import {
  checkBank,
  confirmBank,
  describeBank,
  listFacts,
  readBank,
  type ProbeRecord,
} from './check-bank.js';

const FOLDER = join(ROOT, 'lib/providers/facts');
const TODAY = '2026-11-28';
const bank: BankFacts = efi;

/** A report of a probe of the sandbox of Efí that states two differences, one of them wrong. */
const report: ProbeRecord = {
  version: '0.1.0',
  day: '2026-11-27',
  environment: 'sandbox',
  outcome: 'complete',
  baseUrl: efi.profile.sandbox.baseUrl,
  tokenUrl: 'https://other.example/token',
  requests: 120,
  facts: [
    { path: ['mutualTls'], value: true },
    { path: ['clientAuth'], value: 'body' },
  ],
  observations: { absentFamilies: [], ownOperations: [] },
};

const without = <Value>(record: Readonly<Record<string, Value>>, name: string) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));

describe('the facts of a bank', () => {
  it('have each key once', () => {
    const text = JSON.stringify(bank, null, 2);
    expect(readBank('efi.json', text)).toEqual(bank);
    const twice = text.replace('"profile": {', '"profile": {\n    "name": "outro",');
    expect(() => readBank('efi.json', twice)).toThrow(/^efi\.json: .* unique at line \d+/);
  });

  it('are every field of the profile and every operation of the bank alone', () => {
    const facts = listFacts(bank);
    expect(facts).toEqual(
      expect.arrayContaining([
        'production.baseUrl',
        'token.sendScope',
        'server.webhook.testCall.skipHeader',
        'own.GET /loc/{id}/qrcode',
      ]),
    );
    expect(facts).not.toContain('name');
    const { clientAuth: _, token: __, ...profile } = efi.profile;
    expect(listFacts({ ...bank, profile })).toEqual(
      expect.arrayContaining(['clientAuth', 'token']),
    );
  });

  it('are complete with a source and a date each', () => {
    expect(checkBank(bank, TODAY)).toEqual([]);
  });

  it.each<[string, Partial<BankFacts>]>([
    ['no source of production.baseUrl', { from: without(bank.from, 'production.baseUrl') }],
    ['no source of token.encoding', { from: without(bank.from, 'token') }],
    ['no source is named livro', { from: { ...bank.from, token: 'livro docs' } }],
    ['no fact is from the source livro', { sources: { ...bank.sources, livro: source('x') } }],
    ['no address or date of the source docs', { sources: { ...bank.sources, docs: source(' ') } }],
    [
      'no address or date of the source docs',
      { sources: { ...bank.sources, docs: { at: 'x', read: '2026-11-29' } } },
    ],
    [
      'no address or date of the source docs',
      { sources: { ...bank.sources, docs: source('x', '2024-02-31') } },
    ],
    ['maxPeriod is no fact of the profile', { from: { ...bank.from, maxPeriod: 'docs' } }],
    [
      'versions is no fact of the profile',
      { disputed: [{ fact: 'versions', alternative: 'y', set: 'x', from: 'docs' }] },
    ],
    ['no probe of 2026-11-27 confirms mutualTls', { confirmed: { mutualTls: report.day } }],
  ])('are refused: %s', (problem, changes) => {
    expect(checkBank({ ...bank, ...changes }, TODAY)).toContain(`efi: ${problem}`);
  });

  it('are listed by age with their sources, and those older than a year are marked', () => {
    const old = { ...bank.sources, sdks: source('the SDKs', '2025-11-01') };
    const rows = describeBank({ ...bank, sources: old, confirmed: { mutualTls: TODAY } }, TODAY);
    expect(rows[1]).toBe('  2025-11-01  server.http: sdks; older than a year: read it again');
    expect(rows).toContain(`  ${TODAY}  mutualTls: credentials; confirmed ${TODAY}`);
    expect(rows).toContain('  sdks (2025-11-01): the SDKs');
  });

  it.each<[string, string, string]>([
    ['itself', 'clientAuth', 'clientAuth: docs acbr; disputed: y (docs): set x'],
    ['a field below', 'sandbox.baseUrl', 'sandbox: docs node acbr; disputed: sandbox.baseUrl: y'],
    ['all entries below a name', 'server', 'server.http: sdks; disputed: server: y (docs)'],
  ])('have each dispute at the entry of its sources: about %s', (_, fact, row) => {
    const disputed = [{ fact, alternative: 'y', set: 'x', from: 'docs' }];
    const rows = describeBank({ ...bank, disputed }, TODAY);
    expect(rows.some((text) => text.includes(row))).toBe(true);
  });

  it('have no dispute that the list leaves out', () => {
    const banks = readdirSync(FOLDER).map((file) =>
      readBank(file, readFileSync(join(FOLDER, file), 'utf8')),
    );
    expect(banks).toHaveLength(Object.keys(pixProviders).length);
    for (const known of banks) {
      const text = describeBank(known, TODAY).join('\n');
      for (const { alternative } of known.disputed ?? []) expect(text).toContain(alternative);
    }
  });

  it('name their sources to applications', () => {
    for (const { sources = [] } of Object.values(pixProviders)) {
      expect(sources.length).toBeGreaterThan(0);
    }
  });
});

describe('a probe of a bank', () => {
  it('confirms the facts that it states and the address that answered', () => {
    const confirmed = confirmBank(bank, report);
    expect(confirmed.confirmed).toEqual({
      mutualTls: report.day,
      'sandbox.baseUrl': report.day,
    });
    expect(confirmed.from['sandbox.baseUrl']).toBe(bank.from.sandbox);
    expect(checkBank(confirmed, TODAY, [report])).toEqual([]);
    expect(checkBank(confirmed, TODAY, [{ ...report, day: '2026-11-26' }])).toHaveLength(2);
    expect(checkBank(confirmed, TODAY, [{ ...report, facts: [] }])).toEqual([
      'efi: no probe of 2026-11-27 confirms mutualTls',
    ]);
  });

  it.each<[string, Partial<ProbeRecord>]>([
    ['a simulated bank', { baseUrl: 'https://localhost:8443/v2' }],
    ['a bank that issued no token', { outcome: 'no-token' }],
  ])('confirms nothing at %s', (_, changes) => {
    expect(() => confirmBank(bank, { ...report, ...changes })).toThrow('confirms nothing of efi');
  });

  it('counts as a reading of the facts that it confirms', () => {
    const confirmed = { ...bank, confirmed: { mutualTls: '2027-03-01' } };
    expect(findNewest(confirmed, 'mutualTls')).toBe('2027-03-01');
    expect(findNewest(confirmed, 'clientAuth')).toBe(bank.sources.acbr!.read);
    expect(toProfile(bank).sources).toContain(bank.sources.docs!.at);
  });
});

function source(at: string, read = '2026-11-22') {
  return { at, read };
}
