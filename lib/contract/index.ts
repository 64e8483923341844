export * from './public.js';
export type {
  DtoClass,
  PixIdentifier,
  PixLifecycle,
  PixSettlement,
  PixSettlementParts,
} from './operation.js';
export type { PathValues } from './path-param.js';
export { normalizeBody } from './normalization/index.js';
export { buildPath, normalizeParams } from './path-params.js';
export { findDifferences } from './comparison/index.js';
export { buildQuery } from './query.js';
export { validateBody, validateFilter } from './validate.js';
