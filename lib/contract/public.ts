export type * from './shared/body.js';
export type * from './shared/shared.types.js';
export type * from './cob/cob.types.js';
export type * from './cobv/cobv.types.js';
export type * from './pix/pix.types.js';
export type * from './webhook/webhook.types.js';
export type * from './rec/rec.types.js';
export type * from './cobr/cobr.types.js';
export type * from './payload/payload.types.js';
export type * from './loc/loc.types.js';

export {
  calculateCobV,
  type CobVAmounts,
  type CobVCharge,
  type CobVStep,
  type CobVCalendarOptions,
  type CobVPrazo,
} from './cobv/calculate.js';

export type * from './bodies.js';
export type { PixFamily, PixFeature } from './operation.js';
