/**
 * `nestjs-pix-devkit/testing`: what an application's own tests need: a simulated provider, and webhook requests as a provider sends them.
 *
 * @packageDocumentation
 */
export * from './testing/public.js';
export * from './simulator/kernel/certificates/public.js';
