import type { PixFamily } from '../contract/index.js';

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
   * then with the provider's certificate, which it must accept. The given header skips the call.
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
 * profile do not describe. Simulators use it; the client does not. Operations are named by method
 * and path template: `GET /webhook`.
 */
export interface PixServerProfile {
  readonly token?: PixServerTokens;
  /** Success statuses: by operation, or by the specification's status (`{ '201': 200 }`). */
  readonly statuses?: Readonly<Record<string, number>>;
  /** Headers, in lower case, and query parameters that every call must contain. */
  readonly required?: { readonly headers?: readonly string[]; readonly query?: readonly string[] };
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
