export * from './public.js';
export * from './banks.js';
export * from './pix-client.js';
