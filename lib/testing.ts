/**
 * `nestjs-pix/testing`: what an application's own tests need to play the provider that calls its webhook.
 *
 * @packageDocumentation
 */
export * from './receiver/testing/public.js';
export * from './simulator/kernel/certificates/public.js';
