export type {
  PixRateLimitOptions,
  PixRateLimitRedis,
  PixRateLimitRedisClient,
} from './rate-limit.options.js';
