// The public names of the resource families.
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
