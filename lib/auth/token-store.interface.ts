/** A stored access token. */
export interface PixToken {
  readonly accessToken: string;
  /** When the provider stops accepting it, in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** When the library requests a new one, in milliseconds since the epoch. */
  readonly renewAt: number;
}

/** Releases the lock for requesting a token. */
export type ReleaseTokenLock = () => Promise<void>;

/**
 * Stores access tokens. The default keeps them in memory; `RedisTokenStore` (`nestjs-pix/redis`)
 * shares them between processes. Keys contain no secrets. A method can return its result directly
 * or as a promise.
 *
 * A store that throws, or does not respond within one second, counts as unavailable: the process
 * then uses the tokens that it has and tries the store again every five seconds.
 */
export interface PixTokenStore {
  get(key: string): PixToken | undefined | Promise<PixToken | undefined>;
  /** Stores a token; `ttl` is the number of seconds after which it is useless. */
  set(key: string, token: PixToken, ttl: number): void | Promise<void>;
  delete(key: string): void | Promise<void>;
  /**
   * Optional: locks the requesting of the token of `key`, so that only one process at a time does
   * it. The lock must expire if the process of its holder ends.
   *
   * @returns a function that releases the lock, or `undefined` while another process has it
   */
  lock?(key: string): Promise<ReleaseTokenLock | undefined>;
}
