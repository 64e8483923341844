export {
  operationName,
  type PixFamily,
  type PixMethod,
  type PixOperation,
  type PixRepeat,
} from './operation.js';
export { findFeature, pixFeatures, type PixFeature } from './features.js';
export { allOperations, findOperation, providerOperations } from './operations.js';
export type { Cobranca } from './cobranca.types.js';
export * from './bodies.types.js';

export * from './shared/public.js';
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
export * from './payload/public.js';
export * from './inter/public.js';
export * from './bb/public.js';
