import type { PixEnvironment, PixProvider } from '../providers/index.js';
import type { PixTimeout } from '../transport/index.js';
import type { PixRetryOptions } from './retry.js';

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
  readonly retry: PixRetryOptions | false;
  /** Whether bodies and filters are checked before they are sent; identifiers always are. */
  readonly validate: boolean;
  /** Whether each call asks for a token of its own scope alone. */
  readonly leastPrivilege: boolean;
}
