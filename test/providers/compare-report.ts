import type { ProbeReport } from '../../devkit/cli/probe/report.js';
import { probeTexts } from '../../devkit/cli/texts/probe.en.js';
import { allOperations, operationName, providerOperations } from '../../lib/contract/index.js';
import {
  ordinaryPixScopes,
  resolveFeatureScopes,
  resolveVersion,
  type PixProvider,
} from '../../lib/providers/index.js';

/** Facts by path: `maxPeriod.GET /pix` is `5`. */
type Facts = ReadonlyMap<string, string>;

/** How a report relates to the profile of the bank. */
export interface Comparison {
  /** Facts of the profile that the report states. */
  readonly rediscovered: readonly string[];
  /** Facts of the profile that can be observed and that the report lacks. */
  readonly missed: readonly string[];
  /** Facts of the profile that a tour of the simulated bank cannot see, each with the reason. */
  readonly invisible: readonly (readonly [path: string, reason: string])[];
  /** Facts of the report that are not in the profile. */
  readonly wrong: readonly string[];
}

/** What a tour of the simulated bank cannot see although a tour of another bank may. */
const INVISIBLE_HERE: readonly (readonly [field: string, reason: string])[] = [
  ['token.sendScope', 'the simulated bank accepts both'],
  ['correlationHeaders', 'the simulated bank sends no identifier of a call'],
  ['own.GET /webhook/callbacks', 'its path also fits `GET /webhook/{chave}`'],
  ['own.POST /pix/pay/{txid}', 'it is at another address, with a token of its own'],
  ['own.POST /boletos-pix/pagar', 'it is at another address, with a key of the bank'],
  ['own.GET /recorrencia/{idRec}/dados-pagador', 'its family is at another address'],
];

/** Fields that are compared as a whole. */
const WHOLE = ['production', 'sandbox', 'scopes', 'scopeGroups', 'features', 'versions', 'token'];

/** Fields that describe no behavior of the bank. */
const NO_BEHAVIOR = ['name', 'code', 'sources'];

/** Lists the facts of a profile: its leaves, and what describes the same difference in one fact. */
export function listProfileFacts(profile: PixProvider): Facts {
  const { name, production, features, scopes, token = {}, versions } = profile;
  const own = providerOperations.filter(({ providers = [] }) => providers.includes(name));
  const families = Object.keys(production.families ?? {});
  const { query, ...request } = token;
  return new Map([
    ...listOtherLeaves(profile),
    ...listLeaves(request, 'token'),
    ...toFact('token.query', query),
    ...toFact('scopes', isSame(scopes, ordinaryPixScopes) ? undefined : scopes),
    ...toFact('features', features && (resolveFeatureScopes(profile, 'pix-automatico') ?? [])),
    ...toFact('versions', versions && describeVersions(versions)),
    ...toFact('production.families', production.families),
    ...toFact('families at another address', families.length === 0 ? undefined : families),
    ...own.flatMap((operation) => toFact(`own.${operationName(operation)}`, true)),
  ]);
}

/** Lists the facts of a report in the same form. */
export function listReportFacts({ facts, observations }: ProbeReport): Facts {
  const { absentFamilies, ownOperations, grantTypeInQuery } = observations;
  const tree = { scopes: ordinaryPixScopes, name: '', production: {} };
  for (const { path, value } of facts) put(tree, path, value);
  return new Map([
    ...listProfileFacts(tree as unknown as PixProvider),
    ...toFact('token.query', grantTypeInQuery && { grant_type: 'client_credentials' }),
    ...toFact(
      'families at another address',
      absentFamilies.length === 0 ? undefined : absentFamilies,
    ),
    ...ownOperations.flatMap((operation) => toFact(`own.${operation}`, true)),
  ]);
}

/** Compares the report of a tour with the profile of the bank. */
export function compareReport(report: ProbeReport, profile: PixProvider): Comparison {
  const [expected, reported] = [listProfileFacts(profile), listReportFacts(report)];
  const isRediscovered = (path: string): boolean => reported.get(path) === expected.get(path);
  const rest = [...expected.keys()].filter((path) => !isRediscovered(path));
  return {
    rediscovered: [...expected.keys()].filter(isRediscovered),
    missed: rest.filter((path) => findReason(path) === undefined),
    invisible: rest.flatMap((path) => {
      const reason = findReason(path);
      return reason === undefined ? [] : [[path, reason] as const];
    }),
    wrong: [...reported]
      .filter(([path, value]) => expected.get(path) !== value)
      .map(([path]) => path),
  };
}

function findReason(path: string): string | undefined {
  const belongs = (field: string): boolean => path === field || path.startsWith(`${field}.`);
  return (
    Object.entries(probeTexts.unseen).find(([field]) => belongs(field))?.[1] ??
    INVISIBLE_HERE.find(([field]) => belongs(field))?.[1]
  );
}

function listOtherLeaves(profile: PixProvider): [string, string][] {
  return Object.entries(profile)
    .filter(([field]) => !WHOLE.includes(field) && !NO_BEHAVIOR.includes(field))
    .flatMap(([field, value]) => listLeaves(value, field));
}

function listLeaves(value: unknown, path: string): [string, string][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value).flatMap(([name, field]) => listLeaves(field, `${path}.${name}`));
  }
  // The text of an operation that is not offered is an alternative for users.
  return toFact(path, path.startsWith('unsupported.') ? true : value);
}

function describeVersions(versions: NonNullable<PixProvider['versions']>): string[] {
  return allOperations
    .filter(({ scope }) => scope !== null)
    .map((row) => `${operationName(row)} ${resolveVersion(versions, row)}`);
}

function toFact(path: string, value: unknown): [string, string][] {
  const sorted = Array.isArray(value) ? [...(value as string[])].sort() : value;
  return value === undefined ? [] : [[path, JSON.stringify(sorted)]];
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
}

function put(tree: object, [name = '', ...rest]: readonly string[], value: unknown): void {
  const fields = tree as Record<string, unknown>;
  const current = fields[name];
  if (rest.length > 0) put((fields[name] ??= {}), rest, value);
  else if (Array.isArray(current) && name !== 'scopes') {
    fields[name] = [...(current as string[]), ...(value as string[])];
  } else fields[name] = value;
}
