/**
 * `nestjs-pix/opentelemetry`: traces and metrics for `@opentelemetry/api`.
 *
 * @module nestjs-pix/opentelemetry
 */
export * from './opentelemetry/public.js';
