// The Pix API as data, for tools: families, operations, and what their rows mean.
export type { PathParams, AtPath } from './path.js';
export { operationName } from './path.js';
export type {
  PixListOperation,
  PixMethod,
  PixOperation,
  PixReadOperation,
  PixRecordOperation,
  PixRepeat,
  PixWriteOperation,
} from './operation.js';
export {
  findFeature,
  pixFamilies,
  pixFeatures,
  type PixFamily,
  type PixFeature,
} from './pix-family.js';
export { allOperations, findOperation, providerOperations } from './operations.js';
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
export { payloadOperations } from './payload/payload.operations.js';
