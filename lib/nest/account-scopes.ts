import { composeScopes, parseScopes } from '../auth/index.js';
import { pixFeatures, type PixFeature } from '../contract/index.js';
import { describeUnknownName, findClosestName, type ProblemList } from '../options/index.js';
import {
  listFamilyScopes,
  listOfferedFeatures,
  listProviderScopes,
  pixScopes,
  resolveFeatureScopes,
  type PixFamilyAddresses,
  type PixProvider,
} from '../providers/index.js';
import type { PixModuleOptions } from './pix.options.js';

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
  return base && problems.check(() => composeScopes(...base, ...added));
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
    if (!isKnown) problems.add(unknownFeature(feature));
    return isKnown;
  });
}

function unknownFeature(feature: unknown): string {
  const name = typeof feature === 'string' ? feature : typeof feature;
  return describeUnknownName(name, pixFeatures, { kind: 'a feature', prefix: 'features: ' });
}

function resolveOfferedScopes(
  problems: ProblemList,
  provider: PixProvider,
  feature: PixFeature,
): readonly string[] | undefined {
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
