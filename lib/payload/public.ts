export {
  PixPayloadService,
  type PixPayloadFetchOptions,
  type PixPayloadOptions,
} from './pix-payload.service.js';
export {
  type PixJwk,
  type PixPayload,
  type PixPayloadContent,
  type PixPayloadHeader,
  type VerifiedPixPayload,
  verifyPayloadJws,
} from './jws.js';
