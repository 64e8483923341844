/** An access token as it is kept. */
export interface PixToken {
  readonly accessToken: string;
  /** When the provider stops accepting it, in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** When the library requests a new one, in milliseconds since the epoch. */
  readonly renewAt: number;
}

/** Gives up the right to request a token. */
export type ReleaseTokenLock = () => Promise<void>;

/**
 * Where access tokens are kept. The default keeps them in memory; `RedisTokenStore` (`nestjs-pix/redis`) shares them
 * between processes. A key contains no secret. A method can return its result directly or as a promise.
 *
 * A store that throws, or that does not answer within one second, counts as down: the process then uses the tokens that
 * it knows and tries the store again every five seconds.
 */
export interface PixTokenStore {
  get(key: string): PixToken | undefined | Promise<PixToken | undefined>;
  /** Keeps a token; `ttl` is the number of seconds after which it is of no use. */
  set(key: string, token: PixToken, ttl: number): void | Promise<void>;
  delete(key: string): void | Promise<void>;
  /**
   * Optional: takes the right to request the token of `key`, so that one process at a time does. The right has to end by
   * itself when its holder dies.
   *
   * @returns a function that gives the right back, or `undefined` while another process has it
   */
  lock?(key: string): Promise<ReleaseTokenLock | undefined>;
}
