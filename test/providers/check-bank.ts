import { parse } from 'yaml';
import type { BankFacts } from '../../lib/providers/registry.js';

type Source = BankFacts['sources'][number];

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

/** Finds facts of a bank without a source or a date. @param today `YYYY-MM-DD` */
export function checkBank({ profile, sources, disputed = [] }: BankFacts, today: string): string[] {
  const { name } = profile;
  const known = [...sources, ...disputed.map(({ source, read }) => ({ at: source, read }))];
  const undated = known.filter(({ at, read }) => at.trim() === '' || !isPast(read, today));
  return [
    ...(sources.length === 0 ? [`${name}: no source`] : []),
    ...undated.map(({ at }) => `${name}: no source or date of ${at === '' ? 'a fact' : at}`),
    ...disputed
      .filter(({ fact }) => !hasFact(profile, fact.split('.')))
      .map(({ fact }) => `${name}: ${fact} is disputed and no fact of the profile`),
  ];
}

function isPast(date: string, today: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && countDays(date, today) >= 0;
}

function hasFact(holder: unknown, [name = '', ...rest]: readonly string[]): boolean {
  if (typeof holder !== 'object' || holder === null) return false;
  // A default is a fact too: `clientAuth` is `basic` unless the profile has another one.
  if (rest.length === 0) return name in holder || name === 'clientAuth';
  return hasFact((holder as Record<string, unknown>)[name], rest);
}

/** Describes a bank: its sources, oldest first, and what they disagree about. */
export function describeBank({ profile, sources, disputed = [] }: BankFacts, today: string) {
  const byAge = [...sources].sort((a, b) => a.read.localeCompare(b.read));
  return [
    profile.name,
    ...byAge.map((source) => `  ${describeSource(source, today)}`),
    ...disputed.map(
      ({ fact, alternative, set, read }) =>
        `  ${read}  disputed: ${fact}; alternative: ${alternative}; set ${set}`,
    ),
  ];
}

function describeSource({ at, read }: Source, today: string): string {
  const isOld = countDays(read, today) > YEAR;
  return `${read}  ${at}${isOld ? ' (older than a year: read it again)' : ''}`;
}
