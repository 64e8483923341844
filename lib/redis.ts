/**
 * `nestjs-pix/redis`: a token store and the stores of the webhook receiver in Redis.
 *
 * @module nestjs-pix/redis
 */
export {
  RedisTokenStore,
  type RedisTokenClient,
  type RedisTokenStoreOptions,
} from './auth/redis-token-store.js';
export { RedisEventStore, RedisReconcilerCursor } from './receiver/index.js';
export type {
  RedisClient,
  RedisEventStoreOptions,
  RedisReconcilerCursorOptions,
} from './receiver/index.js';
export type { PixEncryptionKey } from './options/index.js';
