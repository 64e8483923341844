import type { PixScopesInput, PixTokenStore } from '../auth/index.js';
import type { PixRetryOptions } from '../client/index.js';
import type { PixRateLimitOptions } from '../limits/index.js';
import type { PixPayloadOptions } from '../payload/index.js';
import type {
  PixClientAuth,
  PixEnvironment,
  PixProvider,
  PixProviderName,
} from '../providers/index.js';
import type { PixCaOptions, PixCertificateOptions, PixTimeout } from '../transport/index.js';

/** Options of one account at one provider: of `PixModule.forRoot`, `createPixClient` and `PixClientFactory.get`. */
export interface PixModuleOptions {
  /** A profile that comes with the library, by name, or one made with `definePixProvider`. */
  provider: PixProviderName | PixProvider;
  /** Default `production`. */
  environment?: PixEnvironment | undefined;
  /** Client identifier; also sent as the header `client_id`. Needed wherever a token is asked for. */
  clientId?: string | undefined;
  /** Left out where the provider knows a client by its certificate alone. */
  clientSecret?: string | undefined;
  /** How the secret is sent; no effect without one. Default: the profile's, else `basic`. */
  clientAuth?: PixClientAuth | undefined;
  /** Client certificate for mutual TLS: a PEM pair, or PKCS#12 with its passphrase. */
  certificate?: PixCertificateOptions | undefined;
  /**
   * `false` says that something else carries mutual TLS (a service mesh, a proxy on this machine), so that production may
   * start without a certificate. Default: production needs one, at every provider.
   */
  mutualTls?: false | undefined;
  /** Certificate authorities to trust for the provider's server, in place of Node's own. */
  ca?: PixCaOptions | undefined;
  /** Scopes of a token. Default: the full Pix set of the provider. */
  scopes?: PixScopesInput | undefined;
  /** Ask, for each call, for a token of that operation's scope alone. Default `false`. */
  leastPrivilege?: boolean | undefined;
  /** The fixed token of a sandbox that takes one. */
  sandboxToken?: string | undefined;
  /** Account number, where the provider's integration is tied to several (`x-conta-corrente`). */
  contaCorrente?: string | undefined;
  /** Application key, where the provider wants one in the query (`gw-dev-app-key`). */
  appKey?: string | undefined;
  /** More headers of every call; `Authorization` and `client_id` can't be redefined. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Time limit of one attempt in seconds, or `[connect, read]`; `null` as read means no limit. Default `[5, 30]`. */
  timeout?: PixTimeout | undefined;
  /** Longest time of a whole call with its token, attempts, waits and reads, in seconds. Default 60. */
  deadline?: number | undefined;
  /**
   * Repeats after failures that may pass, without the risk of a second charge. Default: 3 attempts. `false`: none, and an
   * unknown outcome is not read back.
   */
  retry?: PixRetryOptions | false | undefined;
  /**
   * Where tokens are kept. Default: in the memory of this client. `RedisTokenStore` (`nestjs-pix/redis`) shares them
   * between processes.
   */
  tokenStore?: PixTokenStore | undefined;
  /**
   * How to keep to the call limits that the provider publishes; `false` ignores them. Default: wait, and count in the
   * memory of this process.
   */
  rateLimit?: PixRateLimitOptions | false | undefined;
  /** Check bodies and filters before they are sent. Default `true`; identifiers are checked always. */
  validate?: boolean | undefined;
  /**
   * Send unknown fields of bodies and filters whose name resembles a known field that is missing (`expiracaoo`). Default
   * `false`: they are refused with the name that was probably meant. Other unknown fields are always sent.
   */
  allowUnknownFields?: boolean | undefined;
  /** Limits of `PixPayloadService`; a simulated provider on this machine needs `allowPrivateAddresses`. */
  payload?: PixPayloadOptions | undefined;
  /** Root of the API, over the profile's. */
  baseUrl?: string | undefined;
  /** Token endpoint, over the profile's. */
  tokenUrl?: string | undefined;
}

/** Makes the options of `PixModule.forRootAsync({ useClass | useExisting })`. */
export interface PixOptionsFactory {
  createPixOptions(): PixModuleOptions | Promise<PixModuleOptions>;
}
