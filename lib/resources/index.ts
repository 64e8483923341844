export * from './public.js';
export { getPixClientToken } from './pix-client-token.js';
export { pixServices } from './pix-services.js';
