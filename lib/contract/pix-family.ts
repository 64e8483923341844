/** A product that providers grant separately from ordinary Pix. */
export type PixFeature = 'pix-automatico';

/** What the declaration of a resource family contains. */
interface FamilyDeclaration {
  /** The feature that the family belongs to; absent for ordinary Pix. */
  readonly feature?: PixFeature;
}

const declarations = {
  cob: {},
  cobv: {},
  lotecobv: {},
  loc: {},
  pix: {},
  webhook: {},
  rec: { feature: 'pix-automatico' },
  solicrec: { feature: 'pix-automatico' },
  cobr: { feature: 'pix-automatico' },
  locrec: { feature: 'pix-automatico' },
  webhookcobr: { feature: 'pix-automatico' },
  webhookrec: { feature: 'pix-automatico' },
} as const satisfies Readonly<Record<string, FamilyDeclaration>>;

/** A resource family of the Pix API: the first segment of its paths (docs/interface.md#resource-families). */
export type PixFamily = keyof typeof declarations;

const families: Readonly<Record<PixFamily, FamilyDeclaration>> = declarations;

/** The names of the resource families. */
export const pixFamilies: readonly PixFamily[] = Object.freeze(
  Object.keys(declarations) as PixFamily[],
);

/** The names of the features. */
export const pixFeatures: readonly PixFeature[] = Object.freeze([
  ...new Set(Object.values(families).flatMap(({ feature }) => feature ?? [])),
]);

/** Returns the feature that an operation belongs to; `undefined` for ordinary Pix. */
export function findFeature({ family }: { readonly family: PixFamily }): PixFeature | undefined {
  return families[family].feature;
}
