/** Where tokens are kept: the interface of a store, the one in memory, and the guard of one that may fail. */
import { Logger } from '@nestjs/common';
import { isThenable, Outage, systemRuntime, within, type PixRuntime } from '../runtime/index.js';

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

/** Stores tokens in the memory of this process. The default {@link PixTokenStore}. */
export class InMemoryTokenStore implements PixTokenStore {
  readonly #tokens = new Map<string, PixToken>();
  readonly #now: PixRuntime['now'];

  /** Applications construct it without arguments. @internal */
  constructor(runtime: Pick<PixRuntime, 'now'> = systemRuntime) {
    this.#now = () => runtime.now();
  }

  get(key: string): PixToken | undefined {
    return this.#tokens.get(key);
  }

  set(key: string, token: PixToken): void {
    const now = this.#now();
    for (const [other, { expiresAt }] of this.#tokens) {
      if (expiresAt <= now) this.#tokens.delete(other);
    }
    this.#tokens.set(key, token);
  }

  delete(key: string): void {
    this.#tokens.delete(key);
  }
}

/** The result of a store's `get`, direct or as a promise. */
export type Stored = ReturnType<PixTokenStore['get']>;

/** A store that takes longer counts as unavailable. */
const LIMIT_MS = 1000;

const RELEASE_NOTHING: ReleaseTokenLock = () => Promise.resolve();

/** One guard per store for all clients, so that an outage is logged once. */
const guards = new WeakMap<PixTokenStore, GuardedTokenStore>();

export function guardTokenStore(store: PixTokenStore, runtime: PixRuntime): GuardedTokenStore {
  const guard = guards.get(store) ?? new GuardedTokenStore(store, runtime);
  guards.set(store, guard);
  return guard;
}

/**
 * Wraps a token store so that its methods never throw and never wait longer than a second. While
 * the store is unavailable, this process uses the tokens that it saw last and keeps new ones to
 * itself.
 */
export class GuardedTokenStore {
  static readonly #logger = new Logger('PixTokenStore');
  readonly #outage: Outage;
  /** The tokens that this process last saved or read, for an outage. */
  readonly #copies: InMemoryTokenStore;
  readonly #unsaved = new Set<string>();
  /** A subclass may wait, or fail. */
  readonly #isInMemory: boolean;

  constructor(
    private readonly store: PixTokenStore,
    private readonly runtime: PixRuntime,
  ) {
    this.#copies = new InMemoryTokenStore(runtime);
    this.#isInMemory = Object.getPrototypeOf(store) === InMemoryTokenStore.prototype;
    this.#outage = new Outage(runtime, {
      down: (error) =>
        GuardedTokenStore.#logger.warn(
          `The token store is unavailable (${getErrorName(error)}). ${DEGRADED}`,
        ),
      back: () => GuardedTokenStore.#logger.log('The token store is available again.'),
    });
  }

  /** Whether the store coordinates processes. */
  get canLock(): boolean {
    return this.store.lock !== undefined;
  }

  /** Returns a token without a promise if the store does. */
  get(key: string): Stored {
    // Memory has no outage.
    if (this.#isInMemory) return this.store.get(key);
    if (!this.#outage.mayTry()) return this.#copies.get(key);
    try {
      const stored = this.store.get(key);
      if (isThenable(stored)) return this.#read(key, stored);
      this.#outage.answered();
      // A store without type checks may also return `null`.
      return stored ?? this.#unsavedCopy(key);
    } catch (error) {
      this.#outage.failed(error);
      return this.#copies.get(key);
    }
  }

  async set(key: string, token: PixToken, ttl: number): Promise<void> {
    if (this.#isInMemory) return void this.store.set(key, token, ttl);
    this.#copies.set(key, token);
    this.#unsaved.add(key);
    if (await this.#run(() => this.store.set(key, token, ttl))) this.#unsaved.delete(key);
  }

  async delete(key: string): Promise<void> {
    this.#copies.delete(key);
    this.#unsaved.delete(key);
    await this.#run(() => this.store.delete(key));
  }

  /**
   * See {@link PixTokenStore.lock}. Never waits for a store that has no locks or is unavailable.
   */
  async lock(key: string): Promise<ReleaseTokenLock | undefined> {
    const take = this.store.lock?.bind(this.store);
    if (!take || !this.#outage.mayTry()) return RELEASE_NOTHING;
    // Converts a throwing store into a rejecting one.
    const taking = (async () => take(key))();
    try {
      const release = await within(this.runtime, LIMIT_MS, 'The token store', taking);
      this.#outage.answered();
      return release && (() => this.#release(release));
    } catch (error) {
      this.#outage.failed(error);
      // Releases a lock that arrives too late, because other processes would wait for it.
      taking.then((release) => release?.()).catch(() => undefined);
      return RELEASE_NOTHING;
    }
  }

  /** Also runs during an outage, to stop the renewal of the lock. */
  async #release(release: ReleaseTokenLock): Promise<void> {
    try {
      await within(this.runtime, LIMIT_MS, 'The token store', release());
    } catch (error) {
      this.#outage.failed(error);
    }
  }

  async #read(key: string, reading: Promise<PixToken | undefined>): Promise<PixToken | undefined> {
    try {
      const stored = await within(this.runtime, LIMIT_MS, 'The token store', reading);
      this.#outage.answered();
      if (!stored) return this.#unsavedCopy(key);
      if (this.#copies.get(key)?.accessToken !== stored.accessToken) this.#copies.set(key, stored);
      return stored;
    } catch (error) {
      this.#outage.failed(error);
      return this.#copies.get(key);
    }
  }

  /** Returns a token that was obtained during an outage and is not in the store. */
  #unsavedCopy(key: string): PixToken | undefined {
    if (this.#unsaved.has(key)) return this.#copies.get(key);
    this.#copies.delete(key);
    return undefined;
  }

  /** @returns whether the store completed the operation */
  async #run(operation: () => void | Promise<void>): Promise<boolean> {
    if (!this.#outage.mayTry()) return false;
    try {
      const work = operation();
      if (work) await within(this.runtime, LIMIT_MS, 'The token store', work);
      this.#outage.answered();
      return true;
    } catch (error) {
      this.#outage.failed(error);
      return false;
    }
  }
}

const DEGRADED = 'Until it is available again, this process uses its own tokens.';

/**
 * Returns the name of an error, never its message: that of a database client may contain a command
 * with its values.
 */
function getErrorName(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'unknown error';
}
