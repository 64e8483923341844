/**
 * `nestjs-pix-devkit`: a simulated provider to develop and test against.
 *
 * @packageDocumentation
 */
export * from './simulator/public.js';
