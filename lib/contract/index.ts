export * from './spec.public.js';
export * from './types.public.js';
export * from './dto.js';
export * from './banks/bb.js';
export * from './banks/bradesco.js';
export * from './banks/efi.js';
export * from './banks/inter.js';
export * from './banks/itau.js';
export * from './banks/pagbank.js';
export type {
  DtoClass,
  PixIdentifier,
  PixLifecycle,
  PixRecordRule,
  PixSettlement,
  PixSettlementParts,
} from './operation.js';
export { familyOperations, operationTables } from './operations.js';
export { buildPath, normalizeParams, type PathParam, type PathValues } from './path.js';
export { buildQuery } from './query.js';
export * from './records.js';
export {
  checkBody,
  collectViolations,
  MAX_BODY_DEPTH,
  normalizeBody,
  toViolacao,
  validateFilter,
} from './validation/check.js';
export { ListField, TextField } from './validation/fields.js';
export { TxidField } from './shared/fields.js';
export {
  getFields,
  type Field,
  type FieldComparison,
  type FieldSchema,
} from './validation/table.js';
