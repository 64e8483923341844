// The options of an account.

import type { PixScopesInput, PixTokenStore } from '../auth/index.js';
import {
  type PixRetryOptions,
  assertHeadersAllowed,
  parseAccountKey,
  parseDeadline,
  parseRetry,
} from '../client/index.js';
import type { PixFamily, PixFeature } from '../contract/index.js';
import { ConfigurationError, ValueError } from '../errors/index.js';
import { type PixRateLimitOptions, rateLimitRule } from '../limits/index.js';
import {
  type PixRequestInfo,
  type PixResponseInfo,
  type PixTelemetry,
  type PixLogOptions,
  logRule,
} from '../observe/index.js';
import {
  anyFunction,
  anything,
  type OptionRule,
  flag,
  must,
  nonEmptyText,
  oneOf,
  parsedBy,
  readable,
  recordOf,
  text,
  toSentence,
  withMethods,
  type ProblemList,
  defineOptions,
} from '../options/index.js';
import { type PixPayloadOptions, payloadRule } from '../payload/index.js';
import {
  type PixClientAuth,
  type PixEnvironment,
  type PixProvider,
  type PixProviderName,
  byFamily,
} from '../providers/index.js';
import {
  type PixCaOptions,
  type PixCertificateOptions,
  type PixProxy,
  type PixTimeout,
  caRule,
  certificateRule,
  DEFAULT_TIMEOUT,
  describeLongTimeout,
  parseBoundedTimeout,
  parseProxy,
  parseTimeout,
} from '../transport/index.js';

/**
 * The options of one account at one provider, for `PixModule.forRoot`, `createPixClient` and
 * `PixClientFactory.get`.
 */
export interface PixModuleOptions {
  /**
   * The name of a built-in profile, a profile created with `definePixProvider`, or `simulator`: the
   * simulated provider of `npx nestjs-pix simulator`.
   */
  provider: PixProviderName | PixProvider | 'simulator';
  /**
   * Folder that `npx nestjs-pix simulator` writes (`./pix-certs`), with the addresses, credentials
   * and certificates. Required with `provider: 'simulator'`, and only accepted there.
   */
  simulator?: string | undefined;
  /** Default: `production`. */
  environment?: PixEnvironment | undefined;
  /** Client identifier; also sent as the header `client_id`. Required if tokens are requested. */
  clientId?: string | undefined;
  /** Omit it if the provider authenticates clients only by their certificate. */
  clientSecret?: string | undefined;
  /**
   * How the secret is sent; has no effect without a secret. Default: the profile's, otherwise
   * `basic`.
   */
  clientAuth?: PixClientAuth | undefined;
  /** Client certificate for mutual TLS: a PEM pair, or PKCS#12 with its passphrase. */
  certificate?: PixCertificateOptions | undefined;
  /**
   * How often, in seconds, the client checks whether a file of {@link certificate} or {@link ca}
   * changed, and then loads it without a restart. `false`: only `client.reloadCertificate()` loads
   * it. Default: 60.
   */
  certificateCheckInterval?: number | false | undefined;
  /**
   * `false` declares that another component provides mutual TLS (a service mesh, a proxy on this
   * machine), so that production may start without a certificate. Default: production requires a
   * certificate at every provider.
   */
  mutualTls?: false | undefined;
  /** Certificate authorities to trust for the provider's server, instead of those of Node.js. */
  ca?: PixCaOptions | undefined;
  /**
   * Egress proxy for the calls and token requests: `http://user:password@proxy:3128`, or `https://`
   * for TLS to the proxy. Mutual TLS with the provider goes end to end through it (CONNECT).
   * `'environment'`: the variables `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`. Default: no proxy; the
   * variables are ignored.
   */
  proxy?: PixProxy | undefined;
  /**
   * Whether `client.http` is available, for which `@nestjs/axios` and Axios are loaded. `@InjectPixHttp()`
   * does not need it. Default: `false`.
   */
  http?: boolean | undefined;
  /**
   * Scopes of a token; `'all'` requests those of every feature of the provider. Default: those that
   * the provider grants for ordinary Pix.
   */
  scopes?: PixScopesInput | undefined;
  /**
   * Products that the provider granted in addition to ordinary Pix; their scopes are added to
   * {@link scopes}. `'all'`: every feature of the provider. Default: none.
   */
  features?: readonly PixFeature[] | 'all' | undefined;
  /** Whether each call requests a token with only its own scope. Default: `false`. */
  leastPrivilege?: boolean | undefined;
  /**
   * Whether a call is refused before it is sent if the account does not request the scope of its operation.
   * `false` for a provider whose tokens permit more than the account requests. Default: `true`.
   */
  checkScopes?: boolean | undefined;
  /** The fixed token, for a sandbox that uses one. */
  sandboxToken?: string | undefined;
  /** Account number, for an integration with several accounts (`x-conta-corrente`). */
  contaCorrente?: string | undefined;
  /** Application key, for providers that require one in the query (`gw-dev-app-key`). */
  appKey?: string | undefined;
  /**
   * The receiver's Pix key of charges whose body names none. A secret in logs: it may be a CPF. Default:
   * each body names one.
   */
  chave?: string | undefined;
  /** Additional headers of every call; `Authorization` and `client_id` cannot be redefined. */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Time limit of one attempt in seconds, or `[connect, read]`; `null` as read time means no limit.
   * Default: `[5, 30]`.
   */
  timeout?: PixTimeout | undefined;
  /**
   * Time limit of a whole call with its token, attempts, waits and reads, in seconds. Default: 60.
   */
  deadline?: number | undefined;
  /**
   * Repeats after temporary failures, without the risk of a second charge. `false` disables repeats
   * and the reading after an unknown outcome. Default: 3 attempts.
   */
  retry?: PixRetryOptions | false | undefined;
  /**
   * Stores the tokens. `RedisTokenStore` (`nestjs-pix/redis`) shares them between processes.
   * Default: the memory of this client.
   */
  tokenStore?: PixTokenStore | undefined;
  /**
   * How the client observes the provider's published rate limits; `false` ignores them. Default:
   * waits, and counts in the memory of this process.
   */
  rateLimit?: PixRateLimitOptions | false | undefined;
  /**
   * Whether bodies and filters are validated before they are sent. Identifiers always are. Default:
   * `true`.
   */
  validate?: boolean | undefined;
  /**
   * Whether to send unknown fields of bodies and filters whose name resembles a known field that is
   * missing (`expiracaoo`). By default they are refused with a suggestion. Other unknown fields are
   * always sent. Default: `false`.
   */
  allowUnknownFields?: boolean | undefined;
  /**
   * Observes the calls for traces and metrics: `openTelemetry()` of `nestjs-pix/opentelemetry`.
   * Default: that of `PixOpenTelemetryModule`, if the application imports it; otherwise none.
   */
  telemetry?: PixTelemetry | undefined;
  /** The levels of the log lines about calls; `false` writes none. Default: see {@link PixLogOptions}. */
  log?: PixLogOptions | false | undefined;
  /**
   * Called before each request to the provider, token requests included. An error that it throws is
   * logged and has no effect on the call.
   */
  onRequest?: ((request: PixRequestInfo) => void) | undefined;
  /**
   * Called after each request to the provider, token requests included, with the response or the
   * reason why none arrived. An error that it throws is logged and has no effect on the call.
   */
  onResponse?: ((response: PixResponseInfo) => void) | undefined;
  /**
   * Options of `PixPayloadService`; a simulated provider on this machine requires
   * `allowPrivateAddresses`.
   */
  payload?: PixPayloadOptions | undefined;
  /** Base address of the API; overrides the profile's, but not those of single families. */
  baseUrl?: string | undefined;
  /** Token endpoint; overrides the profile's, but not those of single families. */
  tokenUrl?: string | undefined;
  /**
   * Base addresses of single families; overrides the profile's and {@link baseUrl}: `{ rec:
   * 'https://pix-automatico.meubanco.com.br/v1' }`.
   */
  baseUrls?: Readonly<Partial<Record<PixFamily, string>>> | undefined;
  /** Token endpoints of single families; overrides the profile's and {@link tokenUrl}. */
  tokenUrls?: Readonly<Partial<Record<PixFamily, string>>> | undefined;
}

/** Creates the options of `PixModule.forRootAsync({ useClass | useExisting })`. */
export interface PixOptionsFactory {
  createPixOptions(): PixModuleOptions | Promise<PixModuleOptions>;
}

/** Checks the type of the option `tokenStore`. */
export const tokenStoreRule = withMethods('a store with the methods get, set and delete', [
  'get',
  'set',
  'delete',
]);

const telemetryRule = withMethods(
  'an observer with the methods observe, countEvent, injectTrace and watchAccount, such as openTelemetry()',
  ['observe', 'countEvent', 'injectTrace', 'watchAccount'],
);

const isText = (value: unknown): value is string => typeof value === 'string';

const address = must('an absolute https URL without credentials', isAddress, isText);

function isAddress(value: unknown): boolean {
  if (!isText(value) || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocol === 'https:' && username === '' && password === '';
}

/** A limit in milliseconds is a mistake of configuration. */
function parseAccountTimeout(timeout: PixTimeout): void {
  const long = describeLongTimeout(timeout);
  if (long !== undefined) throw new ConfigurationError(toSentence(long));
  parseTimeout(timeout);
}

const clientAuth: OptionRule = (value, name, report) => {
  if (value !== 'basic' && value !== 'body')
    report(new ValueError(`${name} must be 'basic' or 'body'.`));
  return true;
};

const nonEmpty = readable(nonEmptyText);
const textOrNumber = must('text', (value) => isText(value) || typeof value === 'number');
const interval = must(
  'a number of seconds from 1 to 86400, or false',
  (value) => value === false || (typeof value === 'number' && value >= 1 && value <= 86_400),
);

/** The names are checked with all other options, when the application starts. */
function toListOrAll(given: string): 'all' | string[] {
  return given === 'all' ? given : given.split(/[\s,]+/).filter((name) => name !== '');
}

/** The options of an account. Another check than the rule `anything` accepts values of any type. */
export const accountTable = defineOptions<PixModuleOptions>()({
  provider: { rule: anything, variable: 'name of a built-in provider, or `simulator`' },
  simulator: { rule: text, variable: 'folder of `npx nestjs-pix simulator`, for `simulator`' },
  environment: {
    rule: readable(oneOf(['production', 'sandbox'])),
    default: 'production',
    variable: '`production` (default) or `sandbox`',
  },
  baseUrl: { rule: address, variable: "base address of the API; replaces the provider's" },
  tokenUrl: { rule: address, variable: "token endpoint; replaces the provider's" },
  baseUrls: byFamily(address),
  tokenUrls: byFamily(address),
  clientId: { rule: nonEmpty, variable: 'client identifier', secret: true },
  clientSecret: { rule: nonEmpty, variable: 'client secret', secret: true },
  certificate: {
    rule: certificateRule,
    variables: {
      cert: { variable: 'client certificate: path, PEM or base64' },
      key: { variable: 'private key of the certificate: path, PEM or base64' },
      pfx: { variable: 'certificate and key as PKCS#12, instead of PEM: path or base64' },
      passphrase: { variable: 'passphrase of the key or of the PKCS#12 file', secret: true },
    },
  },
  certificateCheckInterval: { rule: interval, default: 60 },
  ca: { rule: caRule, variable: 'certificate authority of the provider: path, PEM or base64' },
  proxy: {
    rule: parsedBy(parseProxy),
    variable:
      'egress proxy (`http://proxy:3128`, with user and password if it has them), or `environment`',
    secret: true,
  },
  sandboxToken: { rule: nonEmpty, variable: 'fixed token of a sandbox that has one', secret: true },
  contaCorrente: { rule: textOrNumber, variable: 'account number', secret: true },
  appKey: { rule: nonEmpty, variable: 'application key', secret: true },
  chave: { rule: parsedBy(parseAccountKey), variable: 'Pix key of the receiver', secret: true },
  features: {
    rule: anything,
    variable: 'granted products, separated by commas (`pix-automatico`), or `all`',
    parse: toListOrAll,
  },
  scopes: {
    rule: anything,
    variable: 'scopes of tokens, separated by spaces or commas, or `all`',
    parse: toListOrAll,
  },
  clientAuth: { rule: clientAuth, variable: 'how the secret is sent: `basic` or `body`' },
  mutualTls: {
    rule: readable(
      must('false: with a certificate, mutual TLS is always used', (value) => value === false),
    ),
    variable: '`false` if a proxy provides mutual TLS',
    parse: (given) => (given === 'false' ? false : given),
  },
  timeout: {
    rule: parsedBy(parseAccountTimeout),
    default: DEFAULT_TIMEOUT,
    variable: 'time limit of one attempt in seconds',
    parse: Number,
  },
  deadline: {
    rule: parsedBy(parseDeadline),
    default: 60,
    variable: 'time limit of a whole call in seconds',
    parse: Number,
  },
  retry: { rule: parsedBy(parseRetry), default: {} },
  leastPrivilege: { rule: flag, default: false },
  checkScopes: { rule: flag, default: true },
  http: { rule: flag, default: false },
  headers: { rule: recordOf("an object such as { 'x-header': 'value' }", text), default: {} },
  tokenStore: tokenStoreRule,
  rateLimit: { rule: rateLimitRule, default: {} },
  validate: { rule: flag, default: true },
  allowUnknownFields: { rule: flag, default: false },
  telemetry: telemetryRule,
  log: { rule: logRule, default: {} },
  onRequest: anyFunction,
  onResponse: anyFunction,
  payload: payloadRule,
});

/**
 * Validates the options that do not depend on the provider.
 *
 * @returns whether other checks may read the options
 */
export function checkAccountOptions(problems: ProblemList, options: PixModuleOptions): boolean {
  if (!problems.shape(options, accountTable.rule)) return false;
  const { payload, headers = {} } = options;
  const timeout = payload?.timeout;
  if (timeout !== undefined) {
    problems.check(() => parseBoundedTimeout(timeout, 'payload.timeout'));
  }
  problems.check(() => assertHeadersAllowed(headers));
  return true;
}
