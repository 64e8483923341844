export type {
  PixRateLimitOptions,
  PixRateLimitRedis,
  PixRateLimitRedisClient,
} from './rate-limits.js';
