/**
 * `nestjs-pix/redis`: a token store in Redis.
 *
 * @packageDocumentation
 */
export {
  RedisTokenStore,
  type RedisTokenClient,
  type RedisTokenStoreOptions,
} from './auth/redis-token-store.js';
