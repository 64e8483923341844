// The DTO classes of bodies and filters.
export * from './shared/shared.dto.js';
export * from './cob/cob.dto.js';
export * from './cobv/cobv.dto.js';
export * from './loc/loc.dto.js';
export * from './pix/pix.dto.js';
export * from './webhook/webhook.dto.js';
export * from './rec/rec.dto.js';
export * from './cobr/cobr.dto.js';
export { ConsultaCobVPayloadDto } from './payload/payload.operations.js';
