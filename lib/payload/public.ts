export * from './jws.js';
export {
  PixPayloadService,
  type PixPayloadFetchOptions,
  type PixPayloadOptions,
} from './pix-payload.service.js';
export { verifyPayloadJws } from './jws.js';
