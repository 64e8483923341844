import { isDeepStrictEqual } from 'node:util';
import { operationName, type PixOperation } from '../contract/index.js';
import { ConfigurationError } from '../errors/index.js';
import { DAY_MS } from '../runtime/index.js';
import { definePixProvider } from './define-pix-provider.js';
import ailos from './facts/ailos.json' with { type: 'json' };
import banestes from './facts/banestes.json' with { type: 'json' };
import banrisul from './facts/banrisul.json' with { type: 'json' };
import bb from './facts/bb.json' with { type: 'json' };
import bradesco from './facts/bradesco.json' with { type: 'json' };
import c6 from './facts/c6.json' with { type: 'json' };
import cielo from './facts/cielo.json' with { type: 'json' };
import efi from './facts/efi.json' with { type: 'json' };
import inter from './facts/inter.json' with { type: 'json' };
import itau from './facts/itau.json' with { type: 'json' };
import pagbank from './facts/pagbank.json' with { type: 'json' };
import santander from './facts/santander.json' with { type: 'json' };
import sicoob from './facts/sicoob.json' with { type: 'json' };
import sicredi from './facts/sicredi.json' with { type: 'json' };
import {
  type PixEnvironment,
  type PixProvider,
  type PixProviderVersions,
  PixScopeGroup,
  type PixProviderAddresses,
} from './provider.js';
import { ordinaryPixScopes } from './scopes.js';

/** The files of `facts/` by the names of the banks. */
const known = new Map<string, BankFacts>();

/** The built-in profiles by name. */
export const pixProviders = Object.freeze({
  sicoob: toProfile(sicoob),
  bb: toProfile(bb),
  sicredi: toProfile(sicredi),
  inter: toProfile(inter),
  efi: toProfile(efi),
  itau: toProfile(itau),
  santander: toProfile(santander),
  bradesco: toProfile(bradesco),
  c6: toProfile(c6),
  banrisul: toProfile(banrisul),
  ailos: toProfile(ailos),
  pagbank: toProfile(pagbank),
  cielo: toProfile(cielo),
  banestes: toProfile(banestes),
});

/** Name of a built-in profile. */
export type PixProviderName = keyof typeof pixProviders;

/**
 * Resolves a configured provider, given by name or as a profile. `simulator` has no profile of its
 * own: `PixModule` and `createPixClient` read it from the folder of the simulator.
 *
 * @throws ConfigurationError if no profile has that name, or the profile is invalid
 */
export function findPixProvider(
  provider: PixProviderName | PixProvider | 'simulator',
): PixProvider {
  const given: unknown = provider;
  if (typeof given === 'object' && given !== null) return definePixProvider(given as PixProvider);
  if (typeof given === 'string' && Object.hasOwn(pixProviders, given)) {
    return pixProviders[given as PixProviderName];
  }
  throw new ConfigurationError(
    `Unknown provider ${describe(given)}.${hintFor(given)} Known ones: ${[...Object.keys(pixProviders), 'simulator'].join(', ')}; ` +
      'for another provider, pass the result of definePixProvider({ … }).',
  );
}

function describe(given: unknown): string {
  if (typeof given === 'string') return JSON.stringify(given);
  return given === null ? 'null' : typeof given;
}

function hintFor(given: unknown): string {
  const name = typeof given === 'string' ? given.trim().toLowerCase() : '';
  return Object.hasOwn(pixProviders, name) ? ` Did you mean "${name}"?` : '';
}

/**
 * Resolves the version segment of an operation: by operation, otherwise by path template, otherwise
 * by family.
 *
 * @returns `undefined` if the provider has no versions
 */
export function resolveVersion(
  versions: PixProviderVersions | undefined,
  operation: PixOperation,
): string | undefined {
  if (versions === undefined) return undefined;
  return (
    versions.resources[operationName(operation)] ??
    versions.resources[operation.path] ??
    versions.resources[operation.family] ??
    versions.default
  );
}

/** Names of the files of `nestjs-pix simulator` that `provider: 'simulator'` reads. */
export const simulatorFileNames = {
  ca: 'ca.pem',
  cert: 'client.pem',
  key: 'client.key',
  settings: 'simulator.json',
} as const;

/** The version of the format of `simulator.json`. */
export const simulatorFormat = 1;

/** The part of `simulator.json` that `provider: 'simulator'` reads. */
export interface SimulatorFolderSettings {
  readonly format: typeof simulatorFormat;
  readonly clientId: string;
  /** Absent if the client is registered without a secret. */
  readonly clientSecret?: string | undefined;
  /** Profile with the addresses of the simulator. */
  readonly provider: PixProvider;
  /** Present if the simulated provider requires an application key. */
  readonly appKey?: string | undefined;
}

/** Reads the facts of banks into profiles. Each file of `facts/` has its sources, and what they disagree about. */

type Addresses = Pick<PixProviderAddresses, 'families'>;

/** A file of `facts/`. Dates are `YYYY-MM-DD`. */
export interface BankFacts {
  /** What the fields of the profile do not say. */
  readonly notes: readonly string[];
  /** Public documents and published clients by a name of this file, with the day on which each was read. */
  readonly sources: Readonly<Record<string, { readonly at: string; readonly read: string }>>;
  /**
   * The names of the sources of each fact, separated by spaces. A fact is a field of the profile (`maxPeriod.GET /pix`)
   * or an operation of the bank alone (`own.GET /pix-bb`); a name stands for all fields below it.
   */
  readonly from: Readonly<Record<string, string>>;
  /** The day on which a probe of the bank stated a fact. Only `npm run banks:check -- --confirm` writes it. */
  readonly confirmed?: Readonly<Record<string, string>>;
  /** Facts that sources disagree about, the sources of the alternative, and the option that sets it. */
  readonly disputed?: readonly (Omit<DisputedFact, 'address'> & { readonly from: string })[];
  /**
   * A {@link PixProvider}, with `ordinary` for the scopes of ordinary Pix, and one address for several
   * families: `rec solicrec`.
   */
  readonly profile: {
    readonly name: string;
    readonly production: object;
    readonly sandbox: object;
    readonly scopes: string | readonly string[];
    readonly scopeGroups?: Readonly<Record<string, Pick<PixScopeGroup, 'scopes' | 'description'>>>;
  };
}

/** @throws ConfigurationError if the profile is not valid */
export function toProfile(facts: BankFacts): PixProvider {
  const { profile, sources } = facts;
  known.set(profile.name, facts);
  const { scopes, scopeGroups = {}, production, sandbox, ...fields } = profile;
  const groups = Object.entries(scopeGroups).map(
    ([name, group]) => [name, new PixScopeGroup(name, group.scopes, group.description)] as const,
  );
  const provider: unknown = {
    ...fields,
    production: splitFamilies(production),
    sandbox: splitFamilies(sandbox),
    scopes: scopes === 'ordinary' ? ordinaryPixScopes : scopes,
    scopeGroups: Object.fromEntries(groups),
    sources: Object.values(sources).map(({ at }) => at),
  };
  return definePixProvider(provider as PixProvider);
}

function splitFamilies(addresses: Addresses): Addresses {
  if (!addresses.families) return addresses;
  const families = Object.entries(addresses.families).flatMap(([names, address]) =>
    names.split(' ').map((name) => [name, address]),
  );
  return { ...addresses, families: Object.fromEntries(families) as Addresses['families'] & object };
}

/** A fact that an account uses and that the sources disagree about. */
export interface DisputedFact {
  /** `production.baseUrl` */
  readonly fact: string;
  readonly alternative: string;
  /** The option that sets the alternative. */
  readonly set: string;
  /** The host of a disputed address; of families, which may share it, and of versions, the base address. */
  readonly address: string | undefined;
}

/** What an account uses of the facts of its bank. */
export interface UsedFacts {
  readonly provider: PixProvider;
  readonly environment: PixEnvironment;
}

/**
 * Returns the facts that an account uses and that are disputed, or that no source and no probe stated for a year. A fact
 * that the account or its profile sets is the application's own.
 *
 * @param options those of the account
 */
export function findDoubts({ provider, environment }: UsedFacts, options: object, now: number) {
  const facts = known.get(provider.name);
  const bank = (pixProviders as Readonly<Record<string, PixProvider>>)[provider.name];
  const [own, original] = [provider[environment], bank?.[environment]];
  if (!facts || !bank || own?.baseUrl !== original?.baseUrl) return { disputed: [], outdated: [] };
  const isUsed = (fact: string) => {
    const [holder = '', name = holder, families] = fact.split('.');
    const given = families === undefined ? options : getMember(options, 'baseUrls');
    const names = (families ?? name).split(' ');
    // What servers do is of interest to a simulated bank only.
    if (holder === 'server') return false;
    if (names.every((option) => getMember(given, option) !== undefined)) return false;
    if (holder === 'production' || holder === 'sandbox') return holder === environment;
    return isDeepStrictEqual(getMember(provider, holder), getMember(bank, holder));
  };
  const isOutdated = (fact: string) => now - Date.parse(findNewest(facts, fact)) > 365 * DAY_MS;
  return {
    disputed: (facts.disputed ?? [])
      .filter(({ fact }) => isUsed(fact))
      .map(({ fact, alternative, set }): DisputedFact => {
        // Versions have no address: those of a bank are below its base address.
        const path = fact.startsWith('versions') ? `${environment}.baseUrl` : fact;
        const value = path.split('.').reduce<unknown>(getMember, facts.profile);
        const base = typeof value === 'string' && URL.canParse(value) ? value : undefined;
        const isWhole = base === undefined || /^versions|\.families\./.test(fact);
        return { fact, alternative, set, address: isWhole ? base : new URL(base).host };
      }),
    outdated: Object.keys(facts.from).filter((fact) => isUsed(fact) && isOutdated(fact)),
  };
}

/** Lists what the sources of a bank disagree about, whether an account uses it or only a simulated bank. */
export function listDisputes(bank: string) {
  return known.get(bank)?.disputed ?? [];
}

/** Returns the newest day on which a source or a probe stated a fact of `from`. */
export function findNewest({ sources, from, confirmed }: BankFacts, fact: string): string {
  const read = from[fact]?.split(' ').map((name) => sources[name]?.read ?? '') ?? [];
  return [...read, confirmed?.[fact] ?? ''].sort().at(-1) ?? '';
}

function getMember(holder: unknown, name = ''): unknown {
  return Object.entries(holder ?? {}).find(([key]) => key === name)?.[1];
}

/** Describes a disputed fact and its solution. */
export function describeDispute({ name }: PixProvider, { fact, alternative, set }: DisputedFact) {
  return `The sources disagree about ${fact} of ${name}. The alternative is ${alternative}: set ${set}.`;
}
