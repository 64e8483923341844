export { payloadOperations } from './payload.operations.js';
export { ConsultaCobVPayloadDto } from './payload.dto.js';
export type { CobPayload, CobPayloadBase, CobVPayload, RecPayload } from './payload.types.js';
