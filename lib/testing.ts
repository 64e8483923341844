/**
 * `nestjs-pix/testing`: what an application's own tests need to send webhook requests as a provider does.
 *
 * @packageDocumentation
 */
export * from './receiver/testing/public.js';
export * from './simulator/kernel/certificates/public.js';
