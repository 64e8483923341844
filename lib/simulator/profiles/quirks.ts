import type {
  PixProvider,
  PixProviderVersions,
  PixServerErrors,
  PixServerTokens,
  PixServerWebhooks,
} from '../../providers/index.js';

/**
 * How a provider differs from the specification, as data. Operations are identified by method and path template
 * (`GET /webhook`). Omitted fields follow the specification.
 */
export interface SimulatorQuirks {
  /**
   * Short name of the provider, for the console and the client's profile. Default: none; the profile has `simulator`.
   */
  readonly name?: string;
  /** Path of the API on the simulator's host. Default: `/pix/v2`. */
  readonly basePath?: string;
  /** Version segment after {@link basePath}: by operation, otherwise by path, otherwise by family. Default: none. */
  readonly versions?: PixProviderVersions;
  /** Differences of the token endpoint. */
  readonly token?: QuirkyTokens;
  /** Operations of the specification that the provider does not offer. */
  readonly missing?: readonly string[];
  /**
   * Operations that the provider offers in addition to the specification and that the contract contains: `GET /pix-bb`.
   */
  readonly own?: readonly string[];
  /** Success statuses: by operation, or by the specification's status (`'201': 200`). */
  readonly statuses?: Readonly<Record<string, number>>;
  /** Other names of query parameters, by operation: `{ 'GET /pix': { txid: 'txId' } }`. */
  readonly query?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Headers (in lower case) and query parameters that are required on every call. */
  readonly required?: { readonly headers?: readonly string[]; readonly query?: readonly string[] };
  /**
   * Header that selects the account (in lower case). If it is sent, it must contain only digits, without leading zeros.
   */
  readonly accountHeader?: string;
  /** Other names of response fields, by the specification's name: `{ pixCopiaECola: 'brcode' }`. */
  readonly answerNames?: Readonly<Record<string, string>>;
  /** Whether members of request bodies that are `null` count as absent. Default: `false`; they are refused. */
  readonly nullMembers?: boolean;
  /** Format of error responses. */
  readonly errors?: QuirkyErrors;
  /** Lists that return 404 instead of an empty page. */
  readonly emptyIsNotFound?: readonly string[];
  /** Largest `paginacao.itensPorPagina`. Default: the specification's. */
  readonly maxItensPorPagina?: number;
  /** Length in days that the period of a list must stay below, by operation. */
  readonly maxPeriod?: Readonly<Record<string, number>>;
  /** Lists that refuse fractions of a second in `inicio` and `fim`. */
  readonly wholeSeconds?: readonly string[];
  /** Whether phone keys with a `+` are refused. Default: `false`. */
  readonly phoneKeyWithoutPlus?: boolean;
  /** Requests per minute of the simulator's clock. Further requests fail with 429. Default: no limit. */
  readonly limits?: { readonly api?: number; readonly token?: number };
  /** Differences of webhook deliveries. */
  readonly webhook?: QuirkyWebhooks;
  /**
   * Range of amounts, both inclusive, as decimal text. Charges of these amounts are paid one second after their
   * creation, by the simulator's clock. Default: none.
   */
  readonly autoPay?: { readonly from: string; readonly to: string };
  /** Further fields of a client's profile of this provider. */
  readonly client?: QuirkyClient;
}

/** Differences of the token endpoint. */
export interface QuirkyTokens extends PixServerTokens {
  /** Path of the token endpoint. Default: `/oauth/token`. */
  readonly path?: string;
  /** Whether `grant_type` is read from the query. Default: `false`. */
  readonly grantTypeInQuery?: boolean;
}

/** Format of error responses. */
export type QuirkyErrors = PixServerErrors;

/** Differences of webhook deliveries. */
export type QuirkyWebhooks = PixServerWebhooks;

/** Fields of a client's provider profile. */
export type QuirkyClient = Pick<
  PixProvider,
  'clientAuth' | 'token' | 'appKeyQuery' | 'correlationHeader'
>;
