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

export * from './cob/public.js';
export * from './cobv/public.js';
export * from './lotecobv/public.js';
export * from './loc/public.js';
export * from './pix/public.js';
export * from './webhook/public.js';
export * from './rec/public.js';
export * from './solicrec/public.js';
export * from './cobr/public.js';
export * from './locrec/public.js';
export * from './webhookcobr/public.js';
export * from './webhookrec/public.js';
