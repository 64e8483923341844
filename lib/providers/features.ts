import { pixFeatures, type PixFeature } from '../contract/index.js';
import type { PixProvider } from './provider.js';
import { listFeatureScopes } from './scopes.js';

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
  return features === undefined ? listFeatureScopes(feature) : features[feature];
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
