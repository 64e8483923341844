import type { PixScopeGroup } from './scope-group.js';
import type { PixServerProfile } from './server.js';

/** `production` moves money; `sandbox` is the provider's own homologation environment. */
export type PixEnvironment = 'production' | 'sandbox';

/** How a client proves itself at the token endpoint (docs/interface.md#token-request). */
export type PixClientAuth = 'basic' | 'body';

/** Addresses of one environment. */
export interface PixProviderAddresses {
  /** Root of the API, without a trailing slash: `https://api-pix.bb.com.br/pix/v2`. */
  readonly baseUrl: string;
  /** OAuth 2.0 token endpoint. */
  readonly tokenUrl: string;
}

/**
 * A provider's sandbox. `fixed-token` sends the token of the configuration and asks for no certificate
 * (docs/interface.md#sandbox-with-a-fixed-token); `oauth` works as production does, at its own addresses.
 */
export interface PixProviderSandbox {
  readonly baseUrl: string;
  /** Token endpoint; needed in the mode `oauth` only. */
  readonly tokenUrl?: string;
  readonly mode: 'fixed-token' | 'oauth';
  /** Header that carries the fixed token too, where the sandbox wants it there: `x-sandbox-token`. */
  readonly tokenHeader?: string;
  /** Limits of the sandbox. Default: those of production. */
  readonly rateLimits?: PixRateLimits;
}

/** How many requests a provider takes from one account; it answers 429 to more. */
export interface PixRateLimits {
  /** Requests at the token endpoint per minute. */
  readonly tokensPerMinute?: number;
  /** Calls of the Pix API per minute. */
  readonly callsPerMinute?: number;
}

/** What the token endpoint wants in place of a form with the scope in it. */
export interface PixTokenRequestProfile {
  /** Encoding of the request body. Default `form`. */
  readonly encoding?: 'form' | 'json';
  /** Whether the scope is sent at all. Default `true`. */
  readonly sendScope?: boolean;
  /** Parameters that this endpoint wants in the query. */
  readonly query?: Readonly<Record<string, string>>;
}

/** Version segment between the base address and the path (docs/interface.md#providers-and-versions). */
export interface PixProviderVersions {
  /** For every resource that {@link resources} does not name. */
  readonly default: string;
  /** By operation (`PATCH /cob/{txid}`), failing that by path template (`/cob/{txid}`), failing that by family (`cobr`). */
  readonly resources: Readonly<Record<string, string>>;
}

/**
 * A provider of the Pix API as data. Operations are named by method and path template: `GET /webhook`.
 * Make one with {@link definePixProvider}.
 */
export interface PixProvider {
  /** Short name, used in errors and metrics: `sicoob`. */
  readonly name: string;
  /** Code in the payment system (COMPE), three digits: `756`. */
  readonly code: string;
  readonly production: PixProviderAddresses;
  readonly sandbox?: PixProviderSandbox;
  /** The scopes asked for when the application names none. */
  readonly scopes: readonly string[];
  /** Scope groups of this provider by name, for the application to pick from. */
  readonly scopeGroups?: Readonly<Record<string, PixScopeGroup>>;
  /** Default `basic`. */
  readonly clientAuth?: PixClientAuth;
  /** Whether a sandbox demands a client certificate as production does. Default `false`. */
  readonly mutualTls?: boolean;
  readonly token?: PixTokenRequestProfile;
  /** Limits that the provider publishes. The client keeps to them; see the option `rateLimit`. Default: none. */
  readonly rateLimits?: PixRateLimits;
  readonly versions?: PixProviderVersions;
  /** Query parameters whose wire name differs, by operation: `{ 'GET /pix': { txid: 'txId' } }`. */
  readonly query?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Operations that the provider does not offer, each with what to do instead. */
  readonly unsupported?: Readonly<Record<string, string>>;
  /** Operations that exist in the sandbox only. */
  readonly sandboxOnly?: readonly string[];
  /** Operations that exist in production only. */
  readonly productionOnly?: readonly string[];
  /** Header that selects the account, where the provider has one: `x-conta-corrente`. */
  readonly accountHeader?: string;
  /** Query parameter that carries the application key on each call: `gw-dev-app-key`. */
  readonly appKeyQuery?: string;
  /** Headers sent on each call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Header that names each call with an identifier of its own: `x-correlationID`. */
  readonly correlationHeader?: string;
  /** Most items that a page may ask for, where it is not the specification's 1000. */
  readonly maxItensPorPagina?: number;
  /** Longest period that a list takes, in days, by operation: `{ 'GET /pix': 5 }`. */
  readonly maxPeriod?: Readonly<Record<string, number>>;
  /** Lists that answer 404 in place of an empty page. */
  readonly emptyIsNotFound?: readonly string[];
  /** Lists that refuse milliseconds in `inicio` and `fim`. */
  readonly wholeSeconds?: readonly string[];
  /** Whether a phone key goes without its `+`, in a path and in a body. Default `false`. */
  readonly phoneKeyWithoutPlus?: boolean;
  /** Fields of an answer under an older name, by the specification's: `{ pixCopiaECola: 'brcode' }`. */
  readonly answerAliases?: Readonly<Record<string, string>>;
  /** How its servers answer, for simulators. The client does not read it. */
  readonly server?: PixServerProfile;
}
