import type { PixOperation } from './operation.js';
import type { PixFamily } from './pix-family.js';

/** A product that providers grant separately from ordinary Pix. */
export type PixFeature = 'pix-automatico';

/** The families of each feature. All other families are ordinary Pix. */
const featureFamilies: Readonly<Record<PixFeature, readonly PixFamily[]>> = {
  'pix-automatico': ['rec', 'solicrec', 'cobr', 'locrec', 'webhookrec', 'webhookcobr'],
};

/** The names of the features. */
export const pixFeatures: readonly PixFeature[] = Object.freeze(
  Object.keys(featureFamilies) as PixFeature[],
);

/** Returns the feature that an operation belongs to; `undefined` for ordinary Pix. */
export function findFeature({ family }: Pick<PixOperation, 'family'>): PixFeature | undefined {
  return pixFeatures.find((feature) => featureFamilies[feature].includes(family));
}
