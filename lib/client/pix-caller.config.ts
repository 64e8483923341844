import type { RateLimits } from '../limits/index.js';
import type { PixEnvironment, PixProvider } from '../providers/index.js';
import type { PixRuntime } from '../runtime/index.js';
import type { PixTimeout } from '../transport/index.js';
import type { PixRetryOptions } from './retry-options.js';

/** What one account's calls are made from. */
export interface PixCallerConfig {
  readonly provider: PixProvider;
  readonly environment: PixEnvironment;
  readonly baseUrl: string;
  /** Headers of every call, `Authorization` excepted. */
  readonly headers: Readonly<Record<string, string>>;
  /** Query parameters of every call. */
  readonly query?: Readonly<Record<string, string>>;
  readonly timeout?: PixTimeout;
  /** Longest time of a call with its token, attempts, waits and reads, in seconds. Default 60. */
  readonly deadline?: number;
  /** Default: on. */
  readonly retry?: PixRetryOptions | false;
  /** Whether bodies and filters are checked before they are sent; identifiers always are. */
  readonly validate: boolean;
  /** Whether unknown fields are sent that resemble a known one. Default `false`. */
  readonly allowUnknownFields?: boolean;
  /** Whether each call asks for a token of its own scope alone. */
  readonly leastPrivilege: boolean;
  /** Limits that the provider sets for calls. Default: none. */
  readonly limits?: RateLimits | undefined;
  /** Time and random numbers. Default: Node's. @internal */
  readonly runtime?: PixRuntime;
}
