import { abortedBeforeSend, RateLimitError } from '../errors/index.js';
import type { PixRateLimits } from '../providers/index.js';
import { sleep, type PixRuntime } from '../runtime/index.js';
import { Counter, WINDOW } from './counter.js';
import { assertRateLimitOptions, type PixRateLimitOptions } from './rate-limit.options.js';

/** What is limited: requests to the token endpoint, or calls of the API. */
export type RateLimitKind = 'token' | 'call';

export interface RateLimitsConfig {
  /** Name of the provider, for errors. */
  readonly provider: string;
  /** Identifies the account. It becomes part of a key in Redis, so it must not contain a secret. */
  readonly accountKey: string;
  /** From the provider's profile. */
  readonly limits: PixRateLimits;
  readonly options: PixRateLimitOptions;
  readonly runtime: PixRuntime;
}

export interface RateLimitWait {
  /** Instant of `runtime.elapsed()` at which the caller stops waiting. */
  readonly until?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Limit {
  readonly counter: Counter;
  /** The number of callers that wait for a later window. */
  waiting: number;
}

const NAMES: Readonly<Record<RateLimitKind, string>> = {
  token: 'token requests',
  call: 'calls',
};

/**
 * Keeps an account within the published limits of its provider.
 *
 * Counts in fixed windows of a minute that start with the first call. The provider's windows may
 * start at another time, so it may still answer 429 occasionally.
 */
export class RateLimits {
  readonly #limits: Readonly<Record<RateLimitKind, Limit | undefined>>;

  /** @throws ConfigurationError if the options are invalid */
  constructor(private readonly config: RateLimitsConfig) {
    assertRateLimitOptions(config.options);
    this.#limits = {
      token: this.#createLimit('token', config.limits.tokensPerMinute),
      call: this.#createLimit('call', config.limits.callsPerMinute),
    };
  }

  /**
   * Counts one request and waits until the limit allows it.
   *
   * @returns `undefined` if the provider has no limit of this kind
   * @throws RateLimitError if the limit allows the request only after `wait.until`, or does not
   * allow it now and `whenExceeded` is `throw`
   * @throws PixErroTransporteException if `wait.signal` aborts
   */
  acquire(kind: RateLimitKind, wait: RateLimitWait = {}): Promise<void> | undefined {
    const limit = this.#limits[kind];
    return limit && this.#acquire(kind, limit, wait);
  }

  async #acquire(kind: RateLimitKind, limit: Limit, wait: RateLimitWait): Promise<void> {
    const { options, provider, runtime } = this.config;
    const { until = Infinity, signal } = wait;
    let delay = await limit.counter.take();
    while (delay > 0) {
      // Waiting callers take the places in the next windows.
      const windows = Math.floor(limit.waiting / limit.counter.points);
      const total = delay + windows * WINDOW * 1000;
      if (options.whenExceeded === 'throw' || runtime.elapsed() + total > until) {
        throw this.#exceeded(kind, limit, total);
      }
      limit.waiting += 1;
      const waited = await sleep(runtime, delay, signal);
      limit.waiting -= 1;
      if (!waited) throw abortedBeforeSend({ provider }, signal?.reason);
      delay = await limit.counter.take();
    }
  }

  #exceeded(kind: RateLimitKind, { counter }: Limit, ms: number): RateLimitError {
    const { provider } = this.config;
    const retryAfter = Math.ceil(ms / 1000);
    return new RateLimitError(
      `${provider} allows ${counter.points} ${NAMES[kind]} per minute, and they are used up. Nothing was sent. Try again in ${retryAfter} s.`,
      { retryAfter, details: { provider, kind, perMinute: counter.points } },
    );
  }

  #createLimit(kind: RateLimitKind, perMinute: number | undefined): Limit | undefined {
    if (perMinute === undefined) return undefined;
    const { accountKey, options, provider, runtime } = this.config;
    const redis = typeof options.store === 'object' ? options.store : undefined;
    const key = `${provider}:${kind}:${accountKey}`;
    return { counter: new Counter(perMinute, key, runtime, redis), waiting: 0 };
  }
}
