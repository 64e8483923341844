export * from './public.js';
export * from './slots.js';
export * from './token-endpoint.js';
export * from './token.service.js';
