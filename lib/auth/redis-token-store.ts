/** Tokens in Redis, encrypted, shared by all processes of an application. */
import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { isObject, parseObject } from '../errors/index.js';
import {
  Cipher,
  encryptionKeyRule,
  OptionChecker,
  type PixEncryptionKey,
} from '../options/index.js';
import { systemRuntime, type CancelTimer, type PixRuntime } from '../runtime/index.js';
import type { PixToken, PixTokenStore, ReleaseTokenLock } from './stores.js';

/**
 * The part of a Redis client that the store uses. A client or cluster of `ioredis` has it. For `redis` (node-redis) or
 * another client:
 *
 * ```ts
 * { eval: (script, keys, ...args) => client.eval(script, { keys: args.slice(0, keys), arguments: args.slice(keys) }) }
 * ```
 */
export interface RedisTokenClient {
  /** Runs a script. The first `keys` of the following texts are keys, the rest are arguments. */
  eval(script: string, keys: number, ...keysAndArguments: string[]): Promise<unknown>;
}

export interface RedisTokenStoreOptions {
  /**
   * The key that encrypts the tokens (AES-256-GCM), 32 bytes: a Buffer, or base64 or hexadecimal
   * text. All processes that share the tokens need the same key. After a change of the key, tokens
   * are requested again, unless a list also has the earlier key.
   */
  encryptionKey: PixEncryptionKey;
  /** The prefix of each key. Default: empty; the keys start with `pix-token:`. */
  prefix?: string | undefined;
  /** @internal */
  runtime?: PixRuntime | undefined;
}

/**
 * How long other processes wait for the lock of a process that died, in milliseconds. A running
 * process renews its lock while it requests the token.
 */
const LEASE_MS = 5000;

/**
 * Shares access tokens between processes: one of them requests a token, the others wait for it.
 * When the requesting process ends, another one takes over within five seconds.
 *
 * If Redis is unavailable or does not respond within a second, each process requests its own tokens
 * until Redis is available again.
 *
 * @example
 * const tokenStore = new RedisTokenStore(new Redis(process.env.REDIS_URL), {
 *   encryptionKey: process.env.PIX_TOKEN_KEY, // openssl rand -base64 32
 * });
 */
export class RedisTokenStore implements PixTokenStore {
  readonly #logger = new Logger('RedisTokenStore');
  readonly #redis: RedisTokenClient;
  readonly #cipher: Cipher;
  readonly #prefix: string;
  readonly #runtime: PixRuntime;
  #warned = false;

  /** @throws ConfigurationError unless `encryptionKey` is 32 bytes */
  constructor(redis: RedisTokenClient, options: RedisTokenStoreOptions) {
    this.#redis = redis;
    const checker = new OptionChecker();
    checker.shape(options.encryptionKey, encryptionKeyRule, 'encryptionKey');
    checker.throwIfAny();
    this.#cipher = new Cipher(options.encryptionKey);
    this.#prefix = options.prefix ?? '';
    this.#runtime = options.runtime ?? systemRuntime;
  }

  async get(key: string): Promise<PixToken | undefined> {
    const value = await this.#run(GET, key);
    if (typeof value !== 'string') return undefined;
    const text = this.#cipher.open(key, value);
    const token = text === undefined ? undefined : parseObject(text);
    if (isToken(token)) return token;
    this.#warnOnce();
    return undefined;
  }

  async set(key: string, token: PixToken, ttl: number): Promise<void> {
    const value = this.#cipher.seal(key, JSON.stringify(token));
    await this.#run(SET, key, value, String(Math.max(1, Math.round(ttl * 1000))));
  }

  async delete(key: string): Promise<void> {
    await this.#run(DELETE, key);
  }

  async lock(key: string): Promise<ReleaseTokenLock | undefined> {
    const lock = `${key}:lock`;
    const owner = randomUUID();
    if ((await this.#run(LOCK, lock, owner, String(LEASE_MS))) !== 1) return undefined;
    const stopRenewal = this.#renew(lock, owner);
    return async () => {
      stopRenewal();
      await this.#run(RELEASE, lock, owner);
    };
  }

  /**
   * Renews the lock regularly.
   *
   * @returns a function that stops the renewal
   */
  #renew(lock: string, owner: string): CancelTimer {
    const schedule = (): CancelTimer =>
      this.#runtime.after(
        LEASE_MS / 3,
        () => {
          cancel = schedule();
          // If a renewal fails, the lease ends early, and another process may request a token too.
          this.#run(RENEW, lock, owner, String(LEASE_MS)).catch(() => undefined);
        },
        { background: true },
      );
    let cancel = schedule();
    return () => cancel();
  }

  #run(script: string, key: string, ...values: string[]): Promise<unknown> {
    return this.#redis.eval(script, 1, this.#prefix + key, ...values);
  }

  #warnOnce(): void {
    if (this.#warned) return;
    this.#warned = true;
    this.#logger.warn(
      'A token in Redis cannot be decrypted and is requested again. Check that all processes have the same encryptionKey.',
    );
  }
}

function isToken(value: unknown): value is PixToken & Record<string, unknown> {
  return (
    isObject(value) &&
    typeof value.accessToken === 'string' &&
    typeof value.expiresAt === 'number' &&
    typeof value.renewAt === 'number'
  );
}

/** KEYS: token. */
const GET = `return redis.call('GET', KEYS[1])`;

/** KEYS: token. ARGV: value, lifetime in ms. */
export const SET = `return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`;

/** KEYS: token. */
const DELETE = `return redis.call('DEL', KEYS[1])`;

/** KEYS: lock. ARGV: owner, lease in ms. Returns 1 to the process that gets the lock. */
export const LOCK = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
return 0`;

/** KEYS: lock. ARGV: owner, lease in ms. */
export const RENEW = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`;

/** KEYS: lock. ARGV: owner. */
export const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;
