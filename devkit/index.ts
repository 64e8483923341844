/**
 * `nestjs-pix-devkit`: a simulated provider to develop and test against.
 *
 * @module nestjs-pix-devkit
 */
export * from './simulator/public.js';
