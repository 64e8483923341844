export type { PixPayloadFetchOptions, PixPayloadOptions } from './payload.options.js';
export * from './payload.types.js';
export * from './pix-payload.service.js';
export { verifyPayloadJws } from './jws/verify-payload-jws.js';
