import {
  allOperations,
  findFeature,
  pixFamilies,
  type PixFamily,
  type PixFeature,
  type PixOperation,
  pixFeatures,
} from '../contract/index.js';
import { PixScopeGroup, type PixProvider } from './provider.js';

function listScopes(belongs: (operation: PixOperation) => boolean = () => true): readonly string[] {
  const scopes = allOperations
    .filter(belongs)
    .map((operation) => operation.scope)
    .filter((scope) => scope !== null);
  return Object.freeze([...new Set(scopes)]);
}

/** Every scope of the Pix API, collected from its operations (docs/interface.md#scopes). */
export const pixScopes: readonly string[] = listScopes();

/**
 * The scopes of ordinary Pix: those of every operation that belongs to no feature. A profile whose
 * provider grants all of them has these as its default scopes (docs/decisions.md D37).
 */
export const ordinaryPixScopes: readonly string[] = listScopes(
  (operation) => findFeature(operation) === undefined,
);

/** Returns the specification's scopes of a family. */
export function listFamilyScopes(family: PixFamily): readonly string[] {
  return listScopes((operation) => operation.family === family);
}

/**
 * Builds a scope group for each family (`cob`, `cobv`, …) from the scopes of a provider.
 *
 * @param known the scopes of the provider
 */
export function familyScopeGroups(known: readonly string[]): Record<string, PixScopeGroup> {
  const groups = pixFamilies.map((family) => {
    const scopes = listFamilyScopes(family).filter((scope) => known.includes(scope));
    return new PixScopeGroup(family, scopes, `all operations of /${family}`);
  });
  return Object.fromEntries(
    groups.filter(({ scopes }) => scopes.length > 0).map((group) => [group.name, group]),
  );
}

/**
 * Returns the scopes of a feature at a provider: those of its profile, otherwise the
 * specification's.
 *
 * @returns `undefined` if the provider does not offer the feature
 */
export function resolveFeatureScopes(
  { features }: Pick<PixProvider, 'features'>,
  feature: PixFeature,
): readonly string[] | undefined {
  if (features !== undefined) return features[feature];
  return listScopes((operation) => findFeature(operation) === feature);
}

/** Lists the features that a provider offers. */
export function listOfferedFeatures(provider: Pick<PixProvider, 'features'>): PixFeature[] {
  return pixFeatures.filter((feature) => resolveFeatureScopes(provider, feature) !== undefined);
}

/** Lists the scopes of a provider: its default ones and those of its features. */
export function listProviderScopes(
  provider: Pick<PixProvider, 'features' | 'scopes'>,
): readonly string[] {
  const features = pixFeatures.flatMap((feature) => resolveFeatureScopes(provider, feature) ?? []);
  return [...new Set([...provider.scopes, ...features])];
}
