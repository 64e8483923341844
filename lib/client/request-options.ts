import type { PixScopesInput } from '../auth/index.js';
import type { PixTimeout } from '../transport/index.js';
import type { PixRetryOptions } from './retry.js';

/** What one call may set over the module's options: the last parameter of every service method. */
export interface PixRequestOptions {
  /** More headers. `Authorization` and `client_id` can't be redefined (interface.md, Endpoints). */
  headers?: Readonly<Record<string, string>>;
  /** Time limit in seconds, or `[connect, read]`; `null` as read means no limit. */
  timeout?: PixTimeout;
  /** Aborts the call; what had already left may still take effect (`resultUnknown`). */
  signal?: AbortSignal;
  /** Scopes of the token for this call. */
  scopes?: PixScopesInput;
  /** Repeats for this call, or none. */
  retry?: PixRetryOptions | false;
}
