export * from './public.js';
export { rateLimitRule } from './rate-limit.options.js';
export { RateLimits, type RateLimitWait } from './rate-limits.js';
