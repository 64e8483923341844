// Resolves the options of an account: profile, addresses, scopes and what must be set.

import { parseScopes } from '../auth/index.js';
import { normalizeContaCorrente, parseAccountKey } from '../client/index.js';
import { pixFamilies, pixFeatures, type PixFeature } from '../contract/index.js';
import { ConfigurationError } from '../errors/index.js';
import { describeUnknownName, findClosestName, ProblemList } from '../options/index.js';
import {
  removeTrailingSlashes,
  type PixFamilyAddresses,
  type PixOperationAddresses,
  type PixProvider,
  listFamilyScopes,
  listOfferedFeatures,
  listProviderScopes,
  pixScopes,
  resolveFeatureScopes,
  findPixProvider,
  type PixClientAuth,
} from '../providers/index.js';
import { listCertificateFiles, readFileVersions, type PixTrust } from '../transport/index.js';
import { loadTrust } from './account-trust.js';
import { accountTable, checkAccountOptions, type PixModuleOptions } from './pix.options.js';

/** The addresses of an account. */
interface AccountAddresses {
  readonly baseUrl: string | undefined;
  /** Absent if a fixed token is sent, or none is known. */
  readonly tokenUrl: string | undefined;
  /** Families at other addresses. */
  readonly families: PixFamilyAddresses | undefined;
  /** Operations at other addresses than their family. */
  readonly operations: PixOperationAddresses | undefined;
  /** Whether a fixed token is sent. */
  readonly fixed: boolean;
}

/**
 * Resolves the addresses of an account. `baseUrl` and `tokenUrl` replace the account's own; `baseUrls` and
 * `tokenUrls` those of single families. An address that the profile states for a family or an operation stays
 * (docs/decisions.md D84).
 */
function resolveAddresses(provider: PixProvider, options: PixModuleOptions): AccountAddresses {
  const { sandbox, production } = provider;
  const isSandbox = options.environment === 'sandbox';
  const profile = isSandbox ? sandbox : production;
  const fixed =
    isSandbox &&
    options.tokenUrl === undefined &&
    (sandbox ? sandbox.mode === 'fixed-token' : options.sandboxToken !== undefined);
  const baseUrl = options.baseUrl ?? profile?.baseUrl;
  const tokenUrl = fixed ? undefined : (options.tokenUrl ?? profile?.tokenUrl);
  const families = baseUrl === undefined ? undefined : resolveFamilies(options, profile, baseUrl);
  return { baseUrl, tokenUrl, families, operations: profile?.operations, fixed };
}

function resolveFamilies(
  { baseUrls = {}, tokenUrls = {} }: PixModuleOptions,
  profile: { readonly families?: PixFamilyAddresses } | undefined,
  baseUrl: string,
): PixFamilyAddresses | undefined {
  const entries = pixFamilies.flatMap((family) => {
    const known = profile?.families?.[family];
    const base = baseUrls[family] ?? known?.baseUrl;
    const tokenUrl = tokenUrls[family] ?? known?.tokenUrl;
    if (base === undefined && tokenUrl === undefined) return [];
    const address = {
      baseUrl: removeTrailingSlashes(base ?? baseUrl),
      ...(tokenUrl !== undefined && { tokenUrl }),
    };
    return [[family, address] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Resolves the scopes of an account's tokens from its options, and records what is wrong with them. */
export function resolveScopes(
  problems: ProblemList,
  provider: PixProvider | undefined,
  { scopes, features }: PixModuleOptions,
): readonly string[] | undefined {
  const listed = checkFeatures(problems, features);
  if (!provider) {
    if (scopes !== undefined) problems.check(() => parseScopes(scopes));
    return undefined;
  }
  if (scopes === 'all') return listProviderScopes(provider);
  const base = scopes === undefined ? provider.scopes : problems.check(() => parseScopes(scopes));
  if (scopes !== undefined) checkSpelling(problems, provider, base ?? []);
  const added = (listed ?? listOfferedFeatures(provider)).flatMap(
    (feature) => resolveOfferedScopes(problems, provider, feature) ?? [],
  );
  return base && problems.check(() => parseScopes([...base, ...added]));
}

/**
 * Reports scopes whose name resembles a known scope (`cob.wirte`). Other unknown scopes are those of further products of
 * the provider.
 */
function checkSpelling(
  problems: ProblemList,
  provider: PixProvider,
  scopes: readonly string[],
): void {
  const groups = Object.values(provider.scopeGroups ?? {}).map((group) => group.scopes);
  const known = [...listProviderScopes(provider), ...pixScopes, ...groups.flat()];
  for (const scope of scopes) {
    const meant = known.includes(scope)
      ? undefined
      : findClosestName(scope, known, ({ length }) => length / 8);
    if (meant !== undefined) {
      problems.add(`scopes: ${scope} is not a known scope: did you mean ${meant}?`);
    }
  }
}

/** Returns the features that are named; `undefined` for all of them. */
function checkFeatures(
  problems: ProblemList,
  features: unknown,
): readonly PixFeature[] | undefined {
  if (features === undefined) return [];
  if (features === 'all') return undefined;
  if (!Array.isArray(features)) {
    problems.add(`features must be a list of ${pixFeatures.join(', ')}, or 'all'.`);
    return [];
  }
  return features.filter((feature: unknown): feature is PixFeature => {
    const isKnown = pixFeatures.some((known) => known === feature);
    const name = typeof feature === 'string' ? feature : typeof feature;
    if (!isKnown) problems.add(describeUnknownName(name, pixFeatures, 'features: ', 'a feature'));
    return isKnown;
  });
}

function resolveOfferedScopes(problems: ProblemList, provider: PixProvider, feature: PixFeature) {
  const scopes = resolveFeatureScopes(provider, feature);
  if (scopes === undefined) {
    const offered = listOfferedFeatures(provider);
    problems.add(
      `features: the profile of ${provider.name} has no ${feature}. It has ${offered.length === 0 ? 'no feature' : offered.join(', ')}. ` +
        'If your contract includes it, name its scopes in scopes.',
    );
  }
  return scopes;
}

/**
 * Splits the scopes of an account among its token endpoints: a token of an endpoint has the scopes
 * of the families that use it. The account's own endpoint has all others.
 *
 * @param families families with another token endpoint
 */
export function splitScopes(
  scopes: readonly string[],
  families: PixFamilyAddresses,
  tokenUrl: string,
): (endpoint: string) => readonly string[] {
  const endpoints = new Map<string, string>();
  for (const [family, address] of Object.entries(families)) {
    const endpoint = address.tokenUrl ?? tokenUrl;
    for (const scope of listFamilyScopes(family as keyof PixFamilyAddresses)) {
      endpoints.set(scope, endpoint);
    }
  }
  return (endpoint) => {
    const own = scopes.filter((scope) => (endpoints.get(scope) ?? tokenUrl) === endpoint);
    return own.length === 0 ? scopes : own;
  };
}

type AccountSettings = ReturnType<typeof accountTable.resolve>;

/** An account with validated options, and those that have a default complete. */
export interface PixAccount extends AccountSettings, Omit<AccountAddresses, 'baseUrl' | 'fixed'> {
  readonly provider: PixProvider;
  readonly baseUrl: string;
  readonly clientAuth: PixClientAuth;
  readonly scopes: readonly string[];
  readonly contaCorrente: string | undefined;
  /** The receiver's Pix key of bodies without one, normalized. */
  readonly chave: string | undefined;
  readonly trust: PixTrust;
  /** The versions of the certificate files before they were loaded. */
  readonly certificateVersions: string;
  /**
   * Whether it is in production without a client certificate, at a provider that does not require
   * one.
   */
  readonly withoutMutualTls: boolean;
}

function checkCredentials(
  problems: ProblemList,
  provider: PixProvider,
  options: PixModuleOptions,
  fixed: boolean,
): void {
  if (fixed) {
    if (options.sandboxToken === undefined) {
      problems.add(
        `sandboxToken is required: the sandbox of ${provider.name} uses a fixed token, which its developer portal shows.`,
      );
    }
    return;
  }
  if (options.sandboxToken !== undefined) {
    problems.add(
      options.environment === 'sandbox'
        ? `sandboxToken is not supported: the sandbox of ${provider.name} refuses a fixed token; it requires clientId and its credential.`
        : "sandboxToken is for environment: 'sandbox' only; in production, tokens come from the token endpoint.",
    );
  }
  if (options.clientId === undefined) {
    problems.add('clientId is required: the token endpoint identifies the application by it.');
  }
}

function checkCertificatePresence(
  problems: ProblemList,
  provider: PixProvider,
  options: PixModuleOptions,
  fixed: boolean,
): void {
  if (fixed || options.mutualTls === false || options.certificate !== undefined) return;
  const requires = provider.sandbox?.mutualTls ?? provider.mutualTls ?? false;
  if (options.environment !== 'sandbox' || (requires && options.baseUrl === undefined)) {
    problems.add(
      `certificate is required: ${provider.name} requires mutual TLS. Set { cert, key } or { pfx, passphrase }, or mutualTls: false if another component provides it.`,
    );
  }
}

function resolveAccountNumber(provider: PixProvider, options: PixModuleOptions) {
  if (options.contaCorrente === undefined) return undefined;
  if (provider.accountHeader === undefined) {
    throw new ConfigurationError(
      `contaCorrente is not supported: ${provider.name} has no header that selects an account.`,
    );
  }
  return normalizeContaCorrente(options.contaCorrente);
}

/**
 * Validates the options that depend on the provider, and returns the resolved values; `undefined`
 * without a base address, which is one of the problems.
 */
function checkAgainst(provider: PixProvider, options: PixModuleOptions, problems: ProblemList) {
  const addresses = resolveAddresses(provider, options);
  if (addresses.baseUrl === undefined) {
    problems.add(`${provider.name} has no sandbox in its profile: set baseUrl, or use production.`);
  } else if (!addresses.fixed && addresses.tokenUrl === undefined) {
    problems.add('tokenUrl is required: the profile has no token endpoint for this environment.');
  }
  if (addresses.fixed && options.tokenUrls !== undefined) {
    problems.add('tokenUrls has no effect: this sandbox uses a fixed token.');
  }
  checkCredentials(problems, provider, options, addresses.fixed);
  checkCertificatePresence(problems, provider, options, addresses.fixed);
  const { name, appKeyQuery } = provider;
  if (appKeyQuery !== undefined && options.appKey === undefined) {
    problems.add(
      `appKey is required: ${name} requires the application's key in the query of each call (${appKeyQuery}).`,
    );
  }
  const contaCorrente = problems.check(() => resolveAccountNumber(provider, options));
  const { baseUrl } = addresses;
  return baseUrl === undefined
    ? undefined
    : {
        ...addresses,
        baseUrl: removeTrailingSlashes(baseUrl),
        provider,
        clientAuth: options.clientAuth ?? provider.clientAuth ?? 'basic',
        contaCorrente,
      };
}

/**
 * Validates options and loads their certificates, before anything is sent.
 *
 * @throws ConfigurationError, ValueError, TypeError or CertificateError; one error lists all
 * problems
 */
export async function resolveAccount(options: PixModuleOptions): Promise<PixAccount> {
  if (typeof options !== 'object' || (options as unknown) === null) {
    throw new ConfigurationError(
      'The Pix options are missing: set at least provider, clientId and certificate.',
    );
  }
  const problems = new ProblemList();
  const provider = problems.check(() => findPixProvider(options.provider));
  const isUsable = checkAccountOptions(problems, options);
  const scopes = resolveScopes(problems, provider, options);
  if (!isUsable) problems.throwIfAny();
  const found = provider && checkAgainst(provider, options, problems);
  // Read before the content, so that a later change is noticed.
  const certificateVersions = await readFileVersions(listCertificateFiles(options));
  const trust = await loadTrust(options, (work) => problems.checkAsync(work));
  problems.throwIfAny();
  if (!found || !scopes) throw new ConfigurationError('provider is required.');
  const { fixed, ...account } = found;
  return {
    trust,
    ...accountTable.resolve(options),
    ...account,
    certificateVersions,
    scopes,
    chave: options.chave === undefined ? undefined : parseAccountKey(options.chave),
    withoutMutualTls: !trust.certificate && !fixed && wantsCertificate(found.provider, options),
  };
}

/** Whether calls without a client certificate deserve a warning. */
function wantsCertificate({ sandbox }: PixProvider, { mutualTls, environment }: PixModuleOptions) {
  return mutualTls !== false && !(environment === 'sandbox' && sandbox?.mutualTls === false);
}
