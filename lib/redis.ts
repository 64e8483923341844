export { RedisTokenStore } from './auth/redis/redis-token-store.js';
export type { RedisTokenClient, RedisTokenStoreOptions } from './auth/redis/redis-token-store.js';
