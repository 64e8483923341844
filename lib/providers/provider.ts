// What a profile says of a bank.

import type { PixFamily, PixFeature } from '../contract/index.js';

/**
 * A named group of scopes, accepted wherever scopes are (docs/interface.md#scopes).
 *
 * @example
 * const cobrancas = new PixScopeGroup('cobrancas', ['cob.write', 'cob.read']);
 * PixModule.forRoot({ provider: 'bb', scopes: [cobrancas, 'pix.read'] });
 */
export class PixScopeGroup {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly description: string | undefined;

  /**
   * @param name name of the group in messages
   * @param scopes scope names; an item may contain several separated by white space
   * @param description what the group permits
   */
  constructor(name: string, scopes: readonly string[], description?: string) {
    this.name = name;
    this.scopes = Object.freeze([...scopes]);
    this.description = description;
  }
}

/**
 * A format of error bodies:
 *
 * - `problem`: RFC 7807, as in the specification.
 * - `erros`: `{ erros: [{ codigo, versao, mensagem, ocorrencia }] }`.
 * - `gateway`: `{ statusCode, error, message, attributes }`.
 * - `nome-mensagem`: `{ nome, mensagem }`.
 * - `soap`: a SOAP fault in XML.
 */
export type PixErrorFormat = 'problem' | 'erros' | 'gateway' | 'nome-mensagem' | 'soap';

/** How a provider's token endpoint grants tokens. */
export interface PixServerTokens {
  /** Lifetime of a token in seconds. Default: 3600. */
  readonly lifetime?: number;
  /** Whether a request without a scope is refused. Default: `false`. */
  readonly scopeRequired?: boolean;
  /**
   * Whether scopes that the client may not have are omitted from a token instead of refused.
   * Default: `false`.
   */
  readonly grantsFewer?: boolean;
  /** Whether clients have no secret. Default: `false`. */
  readonly noSecret?: boolean;
}

/** How a provider formats error responses. */
export interface PixServerErrors {
  /** Default: `problem`. */
  readonly format?: PixErrorFormat;
  /** Format of some families. Default: {@link format}. */
  readonly families?: Partial<Readonly<Record<PixFamily, PixErrorFormat>>>;
  /**
   * Format of some statuses, regardless of the family: a gateway in front of the API sends them.
   */
  readonly statuses?: Readonly<Record<number, PixErrorFormat>>;
  /** Last segment of the `type` of a 429. Default: `LimiteDeRequisicoes`. */
  readonly tooManyRequests?: string;
  /** Status of the refusal of a period that is not under `maxPeriod`. Default: 400. */
  readonly longPeriod?: number;
}

/** How a provider delivers webhook notifications. */
export interface PixServerWebhooks {
  /**
   * Whether the body of received Pix is the array itself, without `{ pix: … }`. Default: `false`.
   */
  readonly bareArray?: boolean;
  /** Wait before each repeat, in milliseconds. */
  readonly retryDelays?: readonly number[];
  /** Query parameter of a registered address to which the provider appends no `/pix`. */
  readonly keepPathParameter?: string;
  /**
   * Calls the address when it is registered: without a certificate, which the receiver must refuse,
   * then with the provider's certificate, which it must accept. The given header with the value `true`
   * skips the call; the client sends it with `mtls: false`.
   */
  readonly testCall?: { readonly skipHeader: string };
}

/**
 * What a provider's servers accept and send in addition to the specification, because its own
 * clients need it.
 */
export interface PixServerHttp {
  /** Whether a path may end with a slash. Default: `false`. */
  readonly trailingSlash?: boolean;
  /** Header, in lower case, in which a POST names the method of the operation. Default: none. */
  readonly methodOverride?: string;
  /** Whether a JSON body needs no `Content-Type`. Default: `false`. */
  readonly untypedBodies?: boolean;
  /** `Content-Type` of successful JSON responses. Default: `application/json`. */
  readonly jsonType?: string;
}

/**
 * How a provider's servers deviate from the specification in ways that the other fields of its
 * profile do not describe. Simulators use it; of the client, only `mtls: false` does. Operations are named by method
 * and path template: `GET /webhook`.
 */
export interface PixServerProfile {
  readonly token?: PixServerTokens;
  /**
   * Token requests that published clients of the provider send and that the specification does not allow: `query`, with
   * the parameters in the query and no body; `no-certificate`, without a client certificate.
   */
  readonly tokenRequests?: readonly ('query' | 'no-certificate')[];
  /** Versions that the servers also accept, by path template: `{ '/cob/{txid}': 'v2' }`. */
  readonly versions?: Readonly<Record<string, string>>;
  /** Success statuses: by operation, or by the specification's status (`{ '201': 200 }`). */
  readonly statuses?: Readonly<Record<string, number>>;
  /**
   * Whether members of request bodies that are `null` count as absent. Default: `false`; the
   * specification allows `null` nowhere.
   */
  readonly nullMembers?: boolean;
  readonly errors?: PixServerErrors;
  readonly webhook?: PixServerWebhooks;
  readonly http?: PixServerHttp;
  /** Amounts, inclusive, of charges that are paid automatically one second after their creation. */
  readonly autoPay?: { readonly from: string; readonly to: string };
}

/** `production` moves money; `sandbox` is the provider's test environment. */
export type PixEnvironment = 'production' | 'sandbox';

/** How a client authenticates at the token endpoint (docs/interface.md#token-request). */
export type PixClientAuth = 'basic' | 'body';

/** The addresses of one environment. */
export interface PixProviderAddresses {
  /** Base address of the API, without a trailing slash: `https://api-pix.bb.com.br/pix/v2`. */
  readonly baseUrl: string;
  /** OAuth 2.0 token endpoint. */
  readonly tokenUrl: string;
  /** Families that the provider serves at other addresses. */
  readonly families?: PixFamilyAddresses;
  /** Operations that the provider serves at other addresses than their family. */
  readonly operations?: PixOperationAddresses;
}

/**
 * Base addresses of operations, by method and path template: `{ 'POST /pix/pay/{txid}':
 * 'https://sandbox.api.pagseguro.com' }`.
 */
export type PixOperationAddresses = Readonly<Record<string, string>>;

/** The addresses of one family. */
export interface PixFamilyAddress {
  /** Base address of the family's operations: `https://apipix.bradesco.com.br/v1`. */
  readonly baseUrl: string;
  /** Token endpoint of the family. Default: that of the environment. */
  readonly tokenUrl?: string;
}

/** Addresses by family. */
export type PixFamilyAddresses = Readonly<Partial<Record<PixFamily, PixFamilyAddress>>>;

/**
 * A provider's sandbox. `fixed-token` sends the configured token and requires no certificate
 * (docs/interface.md#sandbox-with-a-fixed-token); `oauth` works like production, at its own
 * addresses.
 */
export interface PixProviderSandbox {
  readonly baseUrl: string;
  /** Token endpoint; required only in the mode `oauth`. */
  readonly tokenUrl?: string;
  readonly mode: 'fixed-token' | 'oauth';
  /** Header that contains the token in addition to `Authorization`, without `Bearer`: `x-sandbox-token`. */
  readonly tokenHeader?: string;
  /** Whether the sandbox requires a client certificate. Default: that of the profile. */
  readonly mutualTls?: boolean;
  /** Rate limits of the sandbox. Default: those of production. */
  readonly rateLimits?: PixRateLimits;
  /** Families that the sandbox serves at other addresses. */
  readonly families?: PixFamilyAddresses;
  /** Operations that the sandbox serves at other addresses than their family. */
  readonly operations?: PixOperationAddresses;
}

/** A provider's rate limits for one account; it answers 429 above them. */
export interface PixRateLimits {
  /** Requests at the token endpoint per minute. */
  readonly tokensPerMinute?: number;
  /** Calls of the Pix API per minute. */
  readonly callsPerMinute?: number;
}

/** How the token request deviates from a form that contains the scope. */
export interface PixTokenRequestProfile {
  /** Encoding of the request body. Default: `form`. */
  readonly encoding?: 'form' | 'json';
  /** Whether the scope is sent. Default: `true`. */
  readonly sendScope?: boolean;
  /** Query parameters that this endpoint requires. The body does not repeat them. */
  readonly query?: Readonly<Record<string, string>>;
  /**
   * The longest lifetime of a token that the provider issues, in seconds. A longer one is an error.
   * Default: 30 days.
   */
  readonly maxLifetime?: number;
}

/** Version segment between the base address and the path (docs/interface.md#providers-and-versions). */
export interface PixProviderVersions {
  /** For every resource that {@link resources} does not contain. */
  readonly default: string;
  /**
   * By operation (`PATCH /cob/{txid}`), otherwise by path template (`/cob/{txid}`), otherwise by
   * family (`cobr`).
   */
  readonly resources: Readonly<Record<string, string>>;
}

/**
 * A provider of the Pix API as data. Operations are named by method and path template: `GET
 * /webhook`. Create one with {@link definePixProvider}.
 */
export interface PixProvider {
  /** Short name for errors and metrics: `sicoob`. */
  readonly name: string;
  /** COMPE code, three digits: `756`. */
  readonly code: string;
  readonly production: PixProviderAddresses;
  readonly sandbox?: PixProviderSandbox;
  /**
   * The scopes to request if the application sets none: those that the provider grants for ordinary
   * Pix.
   */
  readonly scopes: readonly string[];
  /**
   * The features that the provider offers, each with the scopes that it adds; they are requested
   * only if the application sets `features`. Default: every feature, with the specification's
   * scopes.
   */
  readonly features?: Readonly<Partial<Record<PixFeature, readonly string[]>>>;
  /** Scope groups of this provider by name. */
  readonly scopeGroups?: Readonly<Record<string, PixScopeGroup>>;
  /** Default: `basic`. */
  readonly clientAuth?: PixClientAuth;
  /**
   * Whether the sandbox requires a client certificate, like production, unless `sandbox.mutualTls`
   * differs. Default: `false`.
   */
  readonly mutualTls?: boolean;
  readonly token?: PixTokenRequestProfile;
  /**
   * The provider's published rate limits. The client observes them; see the option `rateLimit`.
   * Default: none.
   */
  readonly rateLimits?: PixRateLimits;
  readonly versions?: PixProviderVersions;
  /** Query parameters with another name, by operation: `{ 'GET /pix': { txid: 'txId' } }`. */
  readonly query?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Operations that the provider does not offer, each with an alternative. */
  readonly unsupported?: Readonly<Record<string, string>>;
  /** Operations that exist only in the sandbox. */
  readonly sandboxOnly?: readonly string[];
  /** Operations that exist only in production. */
  readonly productionOnly?: readonly string[];
  /** Header that selects the account, if the provider has one: `x-conta-corrente`. */
  readonly accountHeader?: string;
  /** Query parameter of each call that contains the application key: `gw-dev-app-key`. */
  readonly appKeyQuery?: string;
  /** Headers sent on each call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Header that contains a unique identifier of each call: `x-correlationID`. */
  readonly correlationHeader?: string;
  /**
   * Headers of a response that contain the provider's identifier of the call; errors report the
   * first. Default: `correlationHeader`, `x-correlation-id`, `x-request-id`.
   */
  readonly correlationHeaders?: readonly string[];
  /**
   * How long a read may show an older state than the provider's, in seconds. After a refusal that
   * depends on a state, the client reads for this long before it reports that a write had no
   * effect. Default: 5.
   */
  readonly readLag?: number;
  /**
   * Refusals that do not depend on a state, by `type`, title (`nome`) or `codigo`: the provider
   * refuses the same request every time. Needed where it names no refused fields in `violacoes`.
   * Default: none.
   */
  readonly statelessRefusals?: readonly string[];
  /** Maximum page size, if it differs from the specification's 1000. */
  readonly maxItensPorPagina?: number;
  /** Longest period of a list, in days, by operation: `{ 'GET /pix': 5 }`. */
  readonly maxPeriod?: Readonly<Record<string, number>>;
  /** Lists that respond with 404 instead of an empty page. */
  readonly emptyIsNotFound?: readonly string[];
  /** Lists that refuse milliseconds in `inicio` and `fim`. */
  readonly wholeSeconds?: readonly string[];
  /** Whether phone keys have no `+`, in paths and bodies. Default: `false`. */
  readonly phoneKeyWithoutPlus?: boolean;
  /** Older names of response fields, by the specification's name: `{ pixCopiaECola: 'brcode' }`. */
  readonly answerAliases?: Readonly<Record<string, string>>;
  /** How its servers respond, for simulators. The client does not use it. */
  readonly server?: PixServerProfile;
  /** Public documents and published clients that the profile was read from: addresses or names. */
  readonly sources?: readonly string[];
}
