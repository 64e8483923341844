/**
 * `nestjs-pix/opentelemetry`: traces and metrics for `@opentelemetry/api`.
 *
 * @packageDocumentation
 */
export * from './opentelemetry/public.js';
