/** The names of the resource families. */
export const pixFamilies = [
  'cob',
  'cobv',
  'lotecobv',
  'loc',
  'pix',
  'webhook',
  'rec',
  'solicrec',
  'cobr',
  'locrec',
  'webhookcobr',
  'webhookrec',
] as const;

/** A resource family of the Pix API: the first segment of its paths (docs/interface.md#resource-families). */
export type PixFamily = (typeof pixFamilies)[number];
