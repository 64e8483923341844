import type { PixFamily } from '../contract/index.js';
import type { RateLimits } from '../limits/index.js';
import type { AccountChannel } from '../observe/index.js';
import type { PixEnvironment, PixProvider } from '../providers/index.js';
import type { PixRuntime } from '../runtime/index.js';
import type { PixTimeout } from '../transport/index.js';
import type { PixRetryOptions } from './retry-options.js';

/** The configuration of one account's calls. */
export interface PixCallerConfig {
  readonly provider: PixProvider;
  readonly environment: PixEnvironment;
  readonly baseUrl: string;
  /** Base addresses of families that differ from {@link baseUrl}. Default: none. */
  readonly baseUrls?: Readonly<Partial<Record<PixFamily, string>>>;
  /** Base addresses of operations that differ from those of their families, by name. Default: none. */
  readonly operationUrls?: Readonly<Record<string, string>> | undefined;
  /**
   * The scopes of the account's tokens. Default: unknown, or the provider sends no scope; a call is
   * then never refused because of its scope.
   */
  readonly scopes?: readonly string[];
  /** Headers of every call, except `Authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Query parameters of every call. */
  readonly query?: Readonly<Record<string, string>>;
  readonly timeout?: PixTimeout;
  /** Time limit of a call with its token, attempts, waits and reads, in seconds. Default: 60. */
  readonly deadline?: number;
  /** The repeats; `false` disables them. Default: enabled. */
  readonly retry?: PixRetryOptions | false;
  /** Whether bodies and filters are validated before they are sent; identifiers always are. */
  readonly validate: boolean;
  /** Whether unknown fields are sent that resemble a known field. Default: `false`. */
  readonly allowUnknownFields?: boolean;
  /** Whether each call requests a token with only its own scope. */
  readonly leastPrivilege: boolean;
  /** The provider's rate limits. Default: none. */
  readonly limits?: RateLimits | undefined;
  /** Observes the calls. Default: nothing does. */
  readonly channel?: AccountChannel | undefined;
  /** Time and random numbers. Default: those of Node.js. @internal */
  readonly runtime?: PixRuntime;
}
