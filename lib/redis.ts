/**
 * `nestjs-pix/redis`: a token store in Redis.
 *
 * @packageDocumentation
 */
export * from './auth/redis/public.js';
