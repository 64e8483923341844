import type { PixScopesInput } from '../auth/index.js';
import type { PixTimeout } from '../transport/index.js';
import type { PixRetryOptions } from './retry-options.js';

/**
 * The options of one call, which override those of the module: the last parameter of every service
 * method.
 */
export interface PixRequestOptions {
  /**
   * Additional headers. `Authorization` and `client_id` cannot be redefined (docs/decisions.md
   * D30).
   */
  headers?: Readonly<Record<string, string>>;
  /** Time limit of one attempt in seconds, or `[connect, read]`; `null` as read means no limit. */
  timeout?: PixTimeout;
  /**
   * Time limit of the whole call with its token, attempts, waits and reads, in seconds. Default:
   * the module's, 60.
   */
  deadline?: number;
  /**
   * Aborts the call, including its waits. A request that was sent may still take effect
   * (`resultUnknown`).
   */
  signal?: AbortSignal;
  /** Scopes of the token for this call; `'all'` requests those of every feature of the provider. */
  scopes?: PixScopesInput;
  /**
   * Repeats of this call; overrides the module's. `false` disables repeats and the reading after an
   * unknown outcome.
   */
  retry?: PixRetryOptions | false;
}
