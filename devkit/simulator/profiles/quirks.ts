import type {
  PixFamily,
  PixProvider,
  PixServerErrors,
  PixServerProfile,
  PixServerTokens,
  PixServerWebhooks,
} from 'nestjs-pix';
import type { clientFacts, providerFacts } from './provider-facts.js';

/** The facts of a provider profile that a simulator needs in the same form. */
type ProviderFacts = Partial<Pick<PixProvider, (typeof providerFacts)[number]>> &
  Omit<PixServerProfile, 'token'>;

/**
 * How a provider differs from the specification, as data: fields of its profile, and those below.
 * Operations are identified by method and path template (`GET /webhook`). Omitted fields follow the
 * specification; without `name` the client's profile has the name `simulator`.
 */
export interface SimulatorQuirks extends ProviderFacts {
  /** Path of the API on the simulator's host. Default: `/pix/v2`. */
  readonly basePath?: string;
  /**
   * Families at other paths. A token is valid only for the families of its token endpoint. Default:
   * none.
   */
  readonly families?: Readonly<Partial<Record<PixFamily, QuirkyFamily>>>;
  /**
   * Paths of operations that are not below the path of their family, by name: `{ 'POST /pix/pay/{txid}': '/' }`. Default:
   * none.
   */
  readonly operations?: Readonly<Record<string, string>>;
  /** Differences of the token endpoint. */
  readonly token?: QuirkyTokens;
  /** Operations of the specification that the provider does not offer. */
  readonly missing?: readonly string[];
  /**
   * Operations that the provider offers in addition to the specification and that the contract
   * contains: `GET /pix-bb`.
   */
  readonly own?: readonly string[];
  /** The profile's `answerAliases`: other names of response fields, by the specification's name. */
  readonly answerNames?: NonNullable<PixProvider['answerAliases']>;
  /**
   * Requests per minute of the simulator's clock. Further requests fail with 429. Default: no
   * limit.
   */
  readonly limits?: { readonly api?: number; readonly token?: number };
  /**
   * Further fields of a client's profile of this provider. The token endpoint refuses another
   * `clientAuth` and another `token.encoding` than the stated ones.
   */
  readonly client?: Pick<PixProvider, (typeof clientFacts)[number]>;
}

/** Paths of a family. */
export interface QuirkyFamily {
  /** Path of the family's operations on the simulator's host. */
  readonly basePath: string;
  /** Path of the family's token endpoint. Default: that of {@link SimulatorQuirks.token}. */
  readonly tokenPath?: string;
}

/** Differences of the token endpoint. */
export interface QuirkyTokens extends PixServerTokens {
  /** Path of the token endpoint. Default: `/oauth/token`. */
  readonly path?: string;
  /** Whether `grant_type` is read from the query. Default: `false`. */
  readonly grantTypeInQuery?: boolean;
}

/** @deprecated Use {@link PixServerErrors}. */
export type QuirkyErrors = PixServerErrors;

/** @deprecated Use {@link PixServerWebhooks}. */
export type QuirkyWebhooks = PixServerWebhooks;

/** @deprecated Use `SimulatorQuirks['client']`. */
export type QuirkyClient = NonNullable<SimulatorQuirks['client']>;
