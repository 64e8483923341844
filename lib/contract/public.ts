export {
  operationName,
  type AtPath,
  type PixMethod,
  type PixOperation,
  type PixRepeat,
  type PixListOperation,
  type PixReadOperation,
  type PixRecordOperation,
  type PixWriteOperation,
} from './operation.js';
export { findFeature, pixFeatures } from './features.js';
export { allOperations, findOperation, providerOperations } from './operations.js';
export type { Cobranca } from './cobranca.types.js';

export * from './shared/public.js';
export { pixFamilies, type PixFamily, type PixFeature } from './pix-family.js';
export * from './families.js';
export * from './payload/public.js';
export * from './inter/public.js';
export * from './bb/public.js';
export * from './itau/public.js';
export * from './efi/public.js';
export * from './bradesco/public.js';
export * from './pagbank/public.js';
