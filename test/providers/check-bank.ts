import { parse } from 'yaml';
import type { ProbeReport } from '../../devkit/cli/probe/report.js';
import { operationName, providerOperations } from '../../lib/contract/index.js';
import { pixProviders, type PixProvider } from '../../lib/providers/index.js';
import { findNewest, type BankFacts } from '../../lib/providers/registry.js';
import { isCalendarDate } from '../../lib/values/index.js';
import { compareReport } from './compare-report.js';

/** What is kept of a report of `npx nestjs-pix probe` that confirms facts: no texts and no draft. */
export type ProbeRecord = Pick<
  ProbeReport,
  | 'version'
  | 'day'
  | 'environment'
  | 'outcome'
  | 'baseUrl'
  | 'tokenUrl'
  | 'requests'
  | 'facts'
  | 'observations'
>;

/** Fields that say who the bank is. */
const IDENTITY: readonly string[] = ['name', 'code'];

/** After how many days a source is to be read again. */
const YEAR = 365;

const countDays = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/**
 * Reads a file of facts.
 *
 * @throws Error that names the file and the line of a key that is there twice, which `JSON.parse` accepts
 */
export function readBank(file: string, text: string): BankFacts {
  try {
    return parse(text, { uniqueKeys: true }) as BankFacts;
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
}

/** Lists the facts of a bank: the fields of its profile, and the operations that it alone offers. */
export function listFacts({ profile }: BankFacts): string[] {
  const fields = Object.entries(profile).filter(([field]) => !IDENTITY.includes(field));
  const own = providerOperations.filter(({ providers = [] }) => providers.includes(profile.name));
  // A default is a fact too: without these, the token request is a form with scope, authenticated by `basic`.
  const defaults = ['clientAuth', 'token'].filter((field) => !Object.hasOwn(profile, field));
  return [
    ...fields.flatMap(([field, value]) => listLeaves(value, field)),
    ...defaults,
    ...own.map((operation) => `own.${operationName(operation)}`),
  ];
}

function listLeaves(value: unknown, path: string): string[] {
  const isLeaf = typeof value !== 'object' || value === null || Array.isArray(value);
  if (isLeaf || Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([name, field]) => listLeaves(field, `${path}.${name}`));
}

const isWithin = (fact: string, entry: string) => fact === entry || fact.startsWith(`${entry}.`);

/** Returns the entry of `from` that states the sources of a fact: its own, or the closest above it. */
function findEntry({ from }: BankFacts, fact: string): string | undefined {
  return Object.keys(from)
    .filter((entry) => isWithin(fact, entry))
    .sort((a, b) => b.length - a.length)[0];
}

/**
 * Describes what sources state against an entry of `from`. A dispute about a field is at the entry that states the
 * field, and one about all fields below a name is at each of their entries; both begin with what they are about.
 *
 * @param cite writes the names of sources
 */
export function describeDisputes(
  bank: BankFacts,
  entry: string,
  cite: (names: string) => string = (names) => names,
): string[] {
  const { disputed = [] } = bank;
  return disputed
    .filter(({ fact }) => isWithin(entry, fact) || findEntry(bank, fact) === entry)
    .map(({ fact, alternative, set, from }) => {
      const about = fact === entry ? '' : `${fact}: `;
      return `${about}${alternative} (${cite(from)}): set ${set}`;
    });
}

/**
 * Finds facts of a bank without a source or a date, and those that are confirmed without a probe.
 *
 * @param today `YYYY-MM-DD`
 * @param probes the records of the probes of this bank
 */
export function checkBank(
  bank: BankFacts,
  today: string,
  probes: readonly ProbeRecord[] = [],
): string[] {
  const { profile, sources, from, confirmed = {}, disputed = [] } = bank;
  const facts = listFacts(bank);
  const named = [...Object.values(from), ...disputed.map((row) => row.from)];
  const used = new Set(named.flatMap((names) => names.split(' ')));
  const isStated = (fact: string, day: string) =>
    probes.some((probe) => probe.day === day && listStated(probe, profile.name).includes(fact));
  return [
    ...facts.filter((fact) => !findEntry(bank, fact)).map((fact) => `no source of ${fact}`),
    ...[...used].filter((name) => !sources[name]).map((name) => `no source is named ${name}`),
    ...Object.entries(sources)
      .filter(([, { at, read }]) => at.trim() === '' || !isPast(read, today))
      .map(([name]) => `no address or date of the source ${name}`),
    ...Object.keys(sources)
      .filter((name) => !used.has(name))
      .map((name) => `no fact is from the source ${name}`),
    ...[...Object.keys(from), ...disputed.map(({ fact }) => fact)]
      .filter((entry) => !facts.some((fact) => isWithin(fact, entry)))
      .map((entry) => `${entry} is no fact of the profile`),
    ...Object.entries(confirmed)
      .filter(([fact, day]) => !Object.hasOwn(from, fact) || !isStated(fact, day))
      .map(([fact, day]) => `no probe of ${day} confirms ${fact}`),
  ].map((problem) => `${profile.name}: ${problem}`);
}

function isPast(date: string, today: string): boolean {
  return isCalendarDate(date) && countDays(date, today) >= 0;
}

/** Lists the facts of a profile that the record of a probe states, and its addresses, which answered. */
function listStated(probe: ProbeRecord, name: string): readonly string[] {
  const provider = (pixProviders as Readonly<Record<string, PixProvider>>)[name];
  if (!provider || probe.outcome !== 'complete') return [];
  const addresses = ['baseUrl', 'tokenUrl'] as const;
  const own = provider[probe.environment];
  if (own?.baseUrl !== probe.baseUrl) return [];
  return [
    ...addresses
      .filter((field) => own[field] !== undefined && own[field] === probe[field])
      .map((field) => `${probe.environment}.${field}`),
    ...compareReport(probe as ProbeReport, provider).rediscovered,
  ];
}

/**
 * Returns the facts of a bank with those confirmed that a probe of the bank states.
 *
 * @throws Error if the report is of another address, or not complete
 */
export function confirmBank(bank: BankFacts, probe: ProbeRecord): BankFacts {
  const known = listFacts(bank);
  const stated = listStated(probe, bank.profile.name).filter((entry) =>
    known.some((fact) => isWithin(fact, entry)),
  );
  if (stated.length === 0) {
    throw new Error(
      `The report confirms nothing of ${bank.profile.name}: it is not complete, or not of the address of the bank.`,
    );
  }
  const { profile, ...rest } = bank;
  const [from, confirmed] = [{ ...bank.from }, { ...bank.confirmed }];
  for (const fact of stated) {
    from[fact] ??= bank.from[findEntry(bank, fact) ?? ''] ?? '';
    confirmed[fact] = probe.day;
  }
  return { ...rest, from, confirmed, profile };
}

/** Describes a bank: its facts, those with the oldest sources first, and the sources. */
export function describeBank(bank: BankFacts, today: string): string[] {
  const { profile, sources, from, confirmed = {} } = bank;
  const rows = Object.entries(from).map(([fact, names]) => {
    const newest = findNewest(bank, fact);
    const marks = [
      ...(confirmed[fact] === undefined ? [] : [`confirmed ${confirmed[fact]}`]),
      ...(countDays(newest, today) > YEAR ? ['older than a year: read it again'] : []),
      ...describeDisputes(bank, fact).map((text) => `disputed: ${text}`),
    ];
    return `  ${newest}  ${fact}: ${names}${marks.map((mark) => `; ${mark}`).join('')}`;
  });
  const addresses = Object.entries(sources).map(
    ([name, { at, read }]) => `  ${name} (${read}): ${at}`,
  );
  return [profile.name, ...rows.sort(), ...addresses];
}
