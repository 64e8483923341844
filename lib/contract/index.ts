export * from './public.js';
export type {
  DtoClass,
  PixIdentifier,
  PixLifecycle,
  PixRecordRule,
  PixSettlement,
  PixSettlementParts,
} from './operation.js';
export type { PathParams, PathValues } from './path-param.js';
export { normalizeAmounts } from './amounts.js';
export { buildPath, normalizeParams } from './build-path.js';
export { normalizeBody } from './normalize-body.js';
export { findDifferences, findMoneyDifferences, isBelow, valueAt } from './comparison/index.js';
export { getFieldTable } from './field-table.js';
export { buildQuery } from './query.js';
export { validateBody, validateFilter } from './validate.js';
export { efiSentPix } from './efi/sent-pix.js';
export { familyOperations, operationTables } from './operations.js';
export { DEFAULT_EXPIRACAO } from './cob/cob.dto.js';
export { DEFAULT_VALIDADE } from './cobv/cobv.dto.js';
export { TxidField } from './shared/identifier-fields.js';
export {
  collectViolations,
  getFields,
  ListField,
  MAX_BODY_DEPTH,
  TextField,
  toViolacao,
  type FieldSchema,
} from './validation/index.js';
