import type { PixScopesInput } from '../auth/index.js';
import type { PixTimeout } from '../transport/index.js';
import type { PixRetryOptions } from './retry-options.js';

/** What one call may set over the module's options: the last parameter of every service method. */
export interface PixRequestOptions {
  /** More headers. `Authorization` and `client_id` can't be redefined (docs/decisions.md D30). */
  headers?: Readonly<Record<string, string>>;
  /** Time limit of one attempt in seconds, or `[connect, read]`; `null` as read means no limit. */
  timeout?: PixTimeout;
  /** Longest time of the whole call with its token, attempts, waits and reads, in seconds. Default: the module's, 60. */
  deadline?: number;
  /** Aborts the call, also while it waits. What was sent may still take effect (`resultUnknown`). */
  signal?: AbortSignal;
  /** Scopes of the token for this call. */
  scopes?: PixScopesInput;
  /** Repeats of this call, over the module's; `false`: none, and an unknown outcome is not read back. */
  retry?: PixRetryOptions | false;
}
