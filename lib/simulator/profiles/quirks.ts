import type {
  PixProvider,
  PixProviderVersions,
  PixServerErrors,
  PixServerTokens,
  PixServerWebhooks,
} from '../../providers/index.js';

/**
 * How a provider differs from the specification, as data. Operations are named by method and path template
 * (`GET /webhook`). Whatever is left out is as the specification says.
 */
export interface SimulatorQuirks {
  /** Short name of the provider: the console shows it, and the client's profile has it. Default: none, `simulator` there. */
  readonly name?: string;
  /** Path of the API below the simulator's address. Default: `/pix/v2`. */
  readonly basePath?: string;
  /** Version segment after {@link basePath}: by operation, failing that by path, failing that by family. */
  readonly versions?: PixProviderVersions;
  readonly token?: QuirkyTokens;
  /** Operations that it does not offer. */
  readonly missing?: readonly string[];
  /** Operations beyond the specification's that it offers, as far as the contract knows them: `GET /pix-bb`. */
  readonly own?: readonly string[];
  /** Success statuses: by operation, or by the specification's status (`'201': 200`). */
  readonly statuses?: Readonly<Record<string, number>>;
  /** Query parameters under another name, by operation: `{ 'GET /pix': { txid: 'txId' } }`. */
  readonly query?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Headers and query parameters that no call may lack. */
  readonly required?: { readonly headers?: readonly string[]; readonly query?: readonly string[] };
  /** Header that selects the account: digits alone, without leading zeros, when it is sent. */
  readonly accountHeader?: string;
  /** Fields of an answer under another name: `{ pixCopiaECola: 'brcode' }`. */
  readonly answerNames?: Readonly<Record<string, string>>;
  readonly errors?: QuirkyErrors;
  /** Lists that answer 404 in place of an empty page. */
  readonly emptyIsNotFound?: readonly string[];
  /** Most items that a page may ask for. */
  readonly maxItensPorPagina?: number;
  /** Days that the period of a list must stay under. */
  readonly maxPeriod?: Readonly<Record<string, number>>;
  /** Lists that refuse fractions of a second in `inicio` and `fim`. */
  readonly wholeSeconds?: readonly string[];
  /** Whether a phone key with a `+` is refused. */
  readonly phoneKeyWithoutPlus?: boolean;
  /** Requests that are answered in any minute of the simulator's clock; the rest get a 429. */
  readonly limits?: { readonly api?: number; readonly token?: number };
  readonly webhook?: QuirkyWebhooks;
  /** Charges that pay themselves a second after they were created: those of these amounts, both included. */
  readonly autoPay?: { readonly from: string; readonly to: string };
  /** What a client's profile of this provider needs besides the addresses. */
  readonly client?: QuirkyClient;
}

/** How the token endpoint differs. */
export interface QuirkyTokens extends PixServerTokens {
  /** Path of the token endpoint. Default: `/oauth/token`. */
  readonly path?: string;
  /** Whether `grant_type` comes in the query. */
  readonly grantTypeInQuery?: boolean;
}

export type QuirkyErrors = PixServerErrors;

export type QuirkyWebhooks = PixServerWebhooks;

/** Fields of a client's provider profile. */
export type QuirkyClient = Pick<
  PixProvider,
  'clientAuth' | 'token' | 'appKeyQuery' | 'correlationHeader'
>;
