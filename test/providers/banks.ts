import 'reflect-metadata';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { pixProviders, type PixProvider } from '../../lib/providers/index.js';
import type { BankFacts } from '../../lib/providers/registry.js';
import { ROOT } from '../support/compile.js';
import {
  checkBank,
  confirmBank,
  describeBank,
  listFacts,
  readBank,
  type ProbeRecord,
} from './check-bank.js';

// `npm run banks:check`: lists the facts of each bank by age and sources, and fails for a fact without a source or a
// date, and for one that is confirmed without a probe. `-- --confirm report.json` confirms what a report of
// `npx nestjs-pix probe --json` states, and keeps the record of the probe.

const FOLDER = join(ROOT, 'lib/providers/facts');
const PROBES = join(ROOT, 'test/providers/probes');
const today = new Date().toISOString().slice(0, 10);

const { values } = parseArgs({ options: { confirm: { type: 'string' } } });
if (values.confirm !== undefined) await confirm(values.confirm);

const banks = readdirSync(FOLDER).map((file) => {
  const facts = readBank(file, readFileSync(join(FOLDER, file), 'utf8'));
  return { facts, problems: checkBank(facts, today, readProbes(facts.profile.name)) };
});
for (const { facts } of banks) console.log(describeBank(facts, today).join('\n'));
const problems = banks.flatMap((bank) => bank.problems);
for (const problem of problems) console.error(problem);
console.log(summarize(banks.map(({ facts }) => facts)));
console.log(`${String(problems.length)} facts without source, date or probe`);
if (problems.length > 0) process.exitCode = 1;

function summarize(all: readonly BankFacts[]): string {
  const count = (list: (bank: BankFacts) => readonly unknown[]) =>
    String(all.flatMap((bank) => list(bank)).length);
  return [
    `${String(all.length)} banks`,
    `${count(listFacts)} facts`,
    `${count(({ disputed = [] }) => disputed)} disputed`,
    `${count(({ confirmed = {} }) => Object.keys(confirmed))} confirmed by a probe`,
  ].join(', ');
}

function readProbes(bank: string): ProbeRecord[] {
  if (!existsSync(PROBES)) return [];
  return readdirSync(PROBES)
    .filter((file) => file.startsWith(`${bank}.`))
    .map((file) => JSON.parse(readFileSync(join(PROBES, file), 'utf8')) as ProbeRecord);
}

async function confirm(path: string): Promise<void> {
  const report = JSON.parse(readFileSync(path, 'utf8')) as ProbeRecord;
  const { version, day, environment, outcome, baseUrl, tokenUrl, requests, facts, observations } =
    report;
  const probe: ProbeRecord = {
    version,
    day,
    environment,
    outcome,
    baseUrl,
    ...(tokenUrl !== undefined && { tokenUrl }),
    requests,
    facts,
    observations,
  };
  const bank = Object.values<PixProvider>(pixProviders).find(
    (provider) => provider[environment]?.baseUrl === baseUrl,
  );
  if (!bank) throw new Error(`${basename(path)}: no profile has the address ${baseUrl}`);
  const file = join(FOLDER, `${bank.name}.json`);
  const confirmed = confirmBank(readBank(bank.name, readFileSync(file, 'utf8')), probe);
  mkdirSync(PROBES, { recursive: true });
  await write(join(PROBES, `${bank.name}.${environment}.${day}.json`), probe);
  await write(file, confirmed);
}

async function write(path: string, value: object): Promise<void> {
  const config = await resolveConfig(path);
  writeFileSync(path, await format(JSON.stringify(value), { ...config, filepath: path }));
}
