/** An access token as it is kept. */
export interface PixToken {
  readonly accessToken: string;
  /** When the provider stops accepting it, in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** From when a new one is asked for, in milliseconds since the epoch. */
  readonly renewAt: number;
}

/**
 * Where access tokens are kept. In memory by default; write one over Redis or a database to share tokens among
 * processes. A key holds no secret. A method may answer at once or with a promise.
 */
export interface PixTokenStore {
  get(key: string): PixToken | undefined | Promise<PixToken | undefined>;
  /** Keeps a token; `ttl` is the seconds after which it is of no use. */
  set(key: string, token: PixToken, ttl: number): void | Promise<void>;
  delete(key: string): void | Promise<void>;
}
