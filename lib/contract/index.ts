export * from './public.js';
export type {
  DtoClass,
  PixIdentifier,
  PixLifecycle,
  PixRecordRule,
  PixSettlement,
  PixSettlementParts,
} from './operation.js';
export type { PathValues } from './path-param.js';
export { normalizeAmounts } from './amounts.js';
export { buildPath, normalizeParams } from './build-path.js';
export { normalizeBody } from './normalize-body.js';
export { findDifferences, findMoneyDifferences, isBelow, valueAt } from './comparison/index.js';
export { getFieldTable } from './field-table.js';
export { buildQuery } from './query.js';
export { validateBody, validateFilter } from './validate.js';
export { efiSentPix } from './efi/sent-pix.js';
export { MAX_BODY_DEPTH } from './validation/index.js';
