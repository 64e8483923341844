export { assertRateLimitOptions } from './rate-limit.options.js';
export type {
  PixRateLimitOptions,
  PixRateLimitRedis,
  PixRateLimitRedisClient,
} from './rate-limit.options.js';
export { RateLimits } from './rate-limits.js';
export type { RateLimitWait } from './rate-limits.js';
