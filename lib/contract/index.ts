export * from './public.js';

export * from './shared/shared.dto.js';
export * from './cob/cob.dto.js';
export * from './cobv/cobv.dto.js';
export * from './loc/loc.dto.js';
export * from './pix/pix.dto.js';
export * from './webhook/webhook.dto.js';
export * from './rec/rec.dto.js';
export * from './cobr/cobr.dto.js';

export { cobOperations } from './cob/cob.operations.js';
export { cobvOperations, lotecobvOperations } from './cobv/cobv.operations.js';
export { locOperations, locrecOperations } from './loc/loc.operations.js';
export { pixOperations } from './pix/pix.operations.js';
export {
  webhookcobrOperations,
  webhookOperations,
  webhookrecOperations,
} from './webhook/webhook.operations.js';
export { recOperations, solicrecOperations } from './rec/rec.operations.js';
export { cobrOperations } from './cobr/cobr.operations.js';
export * from './payload/payload.operations.js';

export * from './banks/bb.js';
export * from './banks/bradesco.js';
export * from './banks/efi.js';
export * from './banks/inter.js';
export * from './banks/itau.js';
export * from './banks/pagbank.js';

export * from './pix-family.js';
export * from './operations.js';
export type {
  DtoClass,
  PixIdentifier,
  PixLifecycle,
  PixListOperation,
  PixMethod,
  PixOperation,
  PixReadOperation,
  PixRecordOperation,
  PixRecordRule,
  PixRepeat,
  PixSettlement,
  PixSettlementParts,
  PixWriteOperation,
} from './operation.js';
export {
  buildPath,
  normalizeParams,
  operationName,
  type AtPath,
  type PathParam,
  type PathParams,
  type PathValues,
} from './path.js';
export { buildQuery } from './query.js';
export * from './records.js';
export { TxidField } from './shared/fields.js';
export {
  checkBody,
  collectViolations,
  MAX_BODY_DEPTH,
  normalizeBody,
  toViolacao,
  validateFilter,
} from './validation/check.js';
export { ListField, TextField } from './validation/fields.js';
export {
  getFields,
  type Field,
  type FieldComparison,
  type FieldSchema,
} from './validation/table.js';
