export * from './public.js';
export { pixServices } from './pix-services.js';
