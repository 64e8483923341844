export * from './public.js';
export { assertRateLimitOptions } from './rate-limit.options.js';
export { RateLimits, type RateLimitWait } from './rate-limits.js';
