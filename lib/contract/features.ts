import type { PixOperation } from './operation.js';
import { familyDeclarations, type PixFeature } from './pix-family.js';

/** The names of the features. */
export const pixFeatures: readonly PixFeature[] = Object.freeze([
  ...new Set(Object.values(familyDeclarations).flatMap(({ feature }) => feature ?? [])),
]);

/** Returns the feature that an operation belongs to; `undefined` for ordinary Pix. */
export function findFeature({ family }: Pick<PixOperation, 'family'>): PixFeature | undefined {
  return familyDeclarations[family].feature;
}
