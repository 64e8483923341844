export { RedisTokenStore } from './redis-token-store.js';
export type { RedisTokenClient, RedisTokenStoreOptions } from './redis-token-store.js';
