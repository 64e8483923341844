export { payloadOperations } from './payload.operations.js';
export { ConsultaCobVPayloadDto } from './payload.dto.js';
export type { CobPayload, CobPayloadBase, CobVPayload } from './payload.types.js';
export type { RecPayload } from '../rec/rec-payload.types.js';
