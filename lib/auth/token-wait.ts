import type { PixTimeout } from '../transport/index.js';

/** How long a caller waits for a token, and what makes it stop waiting. */
export interface TokenWait {
  /** Instant of `runtime.elapsed()` at which the caller stops waiting. Default: no limit of its own. */
  readonly until?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Time limit of the token request itself, over the module's. */
  readonly timeout?: PixTimeout | undefined;
}
