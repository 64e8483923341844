export type { PixPayloadFetchOptions, PixPayloadOptions } from './payload.options.js';
export { PixPayloadService } from './pix-payload.service.js';
export { verifyPayloadJws } from './jws/verify-payload-jws.js';
export type {
  PixJwk,
  PixPayload,
  PixPayloadContent,
  PixPayloadHeader,
  VerifiedPixPayload,
} from './payload.types.js';
