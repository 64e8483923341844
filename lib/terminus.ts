/**
 * `nestjs-pix/terminus`: a health indicator for `@nestjs/terminus`.
 *
 * @packageDocumentation
 */
export * from './health/public.js';
