/**
 * `nestjs-pix`: the client of the Pix API, the receiver of its webhooks, and the contract that both share.
 *
 * @packageDocumentation
 */
export * from './nest/public.js';
export * from './resources/public.js';
export * from './client/public.js';
export * from './auth/public.js';
export * from './limits/public.js';
export * from './observe/public.js';
export * from './transport/public.js';
export * from './payload/public.js';
export * from './receiver/public.js';
export * from './brcode/public.js';
export * from './providers/public.js';
export * from './contract/public.js';
export * from './values/public.js';
export * from './errors/public.js';
