import 'reflect-metadata';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { probes } from '../../../devkit/cli/probe/probes/probes.js';
import type { ProbeReport } from '../../../devkit/cli/probe/report.js';
import { probeTexts } from '../../../devkit/cli/texts/probe.en.js';
import type { PixSimulator } from '../../../devkit/index.js';
import * as library from '../../../lib/index.js';
import type { PixProviderName } from '../../../lib/index.js';
import { findPixProvider, pixProviders } from '../../../lib/spec.js';
import { compareReport, type Comparison } from '../../providers/compare-report.js';
import { compile } from '../../support/compile.js';
import { probeBank, startBank } from './probe-bank.js';
import { buildPage } from './rediscovery.js';

/** Probes a bank and closes it. */
async function probeOnce(bank: PixSimulator): Promise<ProbeReport> {
  try {
    return await probeBank(bank);
  } finally {
    await bank.close();
  }
}

const names = Object.keys(pixProviders) as PixProviderName[];
const reports = new Map<PixProviderName, ProbeReport>();
const comparisons = new Map<string, Comparison>();
for (const name of names) {
  const bank = await startBank(name);
  const report = await probeOnce(bank);
  reports.set(name, report);
  comparisons.set(name, compareReport(report, findPixProvider(name)));
}

/** Runs the source of a draft. */
function evaluate(draft: string): unknown {
  const source = draft.replace(/^import .*$/m, '').replace(/^export const meuBanco = /m, '');
  const { definePixProvider, ordinaryPixScopes } = library;
  const profile = runInNewContext(source, { definePixProvider, ordinaryPixScopes });
  return JSON.parse(JSON.stringify(profile));
}

describe('a probe of the simulated bank', () => {
  it.each(names)('with the profile of %s finds at least 90 %% of the facts that show', (name) => {
    const { rediscovered, missed } = comparisons.get(name)!;
    expect(rediscovered.length).toBeGreaterThan(0);
    expect(rediscovered.length / (rediscovered.length + missed.length)).toBeGreaterThanOrEqual(0.9);
  });

  it.each(names)('with the profile of %s states nothing that the profile contradicts', (name) => {
    expect(comparisons.get(name)!.wrong).toEqual([]);
  });

  it.each(names)('with the profile of %s is complete', (name) => {
    expect(reports.get(name)!.outcome).toBe('complete');
  });

  it('without quirks finds only that it requires mutual TLS', async () => {
    const bank = await startBank();
    const { facts, sections } = await probeOnce(bank);
    expect(facts).toEqual([{ path: ['mutualTls'], value: true }]);
    const verdicts = sections.flatMap(({ findings }) => findings.map(({ status }) => status));
    expect(verdicts.length).toBeGreaterThan(30);
    expect(verdicts.filter((verdict) => verdict === 'deviates' || verdict === 'unknown')).toEqual(
      [],
    );
  });

  it('is described by the tables of docs/probe.md', async () => {
    const { current, expected } = await buildPage(comparisons);
    expect(current).toBe(expected);
  });

  it('names each question in docs/probe.md', async () => {
    const { current } = await buildPage(comparisons);
    for (const { id, writes } of probes) {
      const [row = ''] = new RegExp(`^\\| \`${id}\` .*$`, 'm').exec(current) ?? [];
      expect(row).toContain(probeTexts.probes[id]);
      expect(row).toMatch(writes ? /\| no +\|/ : /\| yes +\|/);
    }
  });
});

describe('the comparison of a report with a profile', () => {
  const report = reports.get('bb')!;

  it('counts a fact that the report lacks', () => {
    const facts = report.facts.filter(({ path: [field] }) => field !== 'maxItensPorPagina');
    expect(compareReport({ ...report, facts }, findPixProvider('bb')).missed).toEqual([
      'maxItensPorPagina',
    ]);
  });

  it('counts a fact that the profile contradicts', () => {
    const { wrong } = compareReport(report, findPixProvider('inter'));
    expect(wrong).toContain('maxItensPorPagina');
  });
});

describe('the draft of a profile', () => {
  it('compiles for every profile', () => {
    const sources = new Map(names.map((name) => [`draft-${name}.ts`, reports.get(name)!.draft]));
    const { program, files } = compile(sources, { moduleDetection: ts.ModuleDetectionKind.Force });
    const faults = [...files.values()].flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]);
    expect(faults.map(({ messageText }) => messageText)).toEqual([]);
  });

  it.each(names)('of %s is accepted by definePixProvider', (name) => {
    const { baseUrl, tokenUrl, draft } = reports.get(name)!;
    const profile = evaluate(draft);
    expect(profile).toMatchObject({
      mutualTls: true,
      sandbox: { baseUrl, tokenUrl, mode: 'oauth' },
    });
  });

  it('states how the client authenticates and encodes the token request', () => {
    expect(evaluate(reports.get('efi')!.draft)).toMatchObject({
      clientAuth: 'basic',
      token: { encoding: 'json' },
    });
    expect(evaluate(reports.get('inter')!.draft)).toMatchObject({ clientAuth: 'body' });
    expect(evaluate(reports.get('c6')!.draft)).not.toHaveProperty('clientAuth');
  });

  it('sets the fields that were found', () => {
    expect(evaluate(reports.get('bb')!.draft)).toMatchObject({
      appKeyQuery: 'gw-dev-app-key',
      maxItensPorPagina: 100,
      maxPeriod: { 'GET /pix': 5 },
      emptyIsNotFound: ['GET /pix'],
      server: { errors: { format: 'erros', statuses: { 401: 'gateway' } } },
    });
  });
});
