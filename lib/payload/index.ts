export * from './public.js';
export { payloadRule } from './pix-payload.service.js';
