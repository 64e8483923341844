import type { PixClientAuth, PixTokenRequestProfile } from 'nestjs-pix';
import type { AccessTokens } from '../domain/state.js';
import type { ProblemBody } from '../families/problems.js';
import {
  findRepeatedMember,
  jsonReply,
  mediaType,
  readBody,
  type ApiRequest,
  type Reply,
} from '../http/messages.js';
import type { SimulatedProfile } from '../profiles/profile.js';

type Encoding = NonNullable<PixTokenRequestProfile['encoding']>;

const ENCODINGS: ReadonlyMap<string, Encoding> = new Map([
  ['application/x-www-form-urlencoded', 'form'],
  ['application/json', 'json'],
]);

/**
 * OAuth 2.0 client credentials (RFC 6749, section 4.4) over mutual TLS. What the profile states about a client
 * (`clientAuth`, `token.encoding`) is required.
 */
export class OAuthTokenEndpoint {
  constructor(
    private readonly client: RegisteredClient,
    private readonly tokens: AccessTokens,
    private readonly profile: SimulatedProfile = {},
  ) {}

  /** @param query query of the URL, without the question mark */
  async handle(request: ApiRequest, query = ''): Promise<Reply> {
    try {
      return this.#grant(request, await readParameters(request, query, this.profile));
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return oauthErrorReply(error.status, error.code, error.description, error.headers);
    }
  }

  #grant(request: ApiRequest, form: ReadonlyMap<string, string>): Reply {
    if (request.method !== 'POST') {
      throw new OAuthError('invalid_request', 'A token is requested with POST.');
    }
    const grantType = form.get('grant_type');
    if (grantType === undefined) throw new OAuthError('invalid_request', 'grant_type is missing.');
    const { clientAuth } = this.profile;
    authenticateClient({ ...this.client, clientAuth }, request.headers.authorization, form);
    if (grantType !== 'client_credentials') {
      throw new OAuthError('unsupported_grant_type', 'Only client_credentials is supported.');
    }
    const token = this.tokens.issue(this.#resolveScopes(form.get('scope')));
    const body = {
      access_token: token.value,
      token_type: 'Bearer',
      expires_in: this.tokens.lifetime,
      scope: [...token.scopes].join(' '),
    };
    return jsonReply(200, body, NO_STORE);
  }

  /**
   * Resolves the scopes to grant: the requested ones, or all scopes of the client by default (RFC
   * 6749, section 3.3).
   */
  #resolveScopes(requested: string | undefined): readonly string[] {
    const { scopeRequired, grantsFewer } = this.profile.server?.token ?? {};
    const scopes = [...new Set(requested?.split(' ').filter((scope) => scope !== ''))];
    if (scopes.length === 0) {
      if (!scopeRequired) return this.client.scopes;
      throw new OAuthError('invalid_scope', 'A scope is required.');
    }
    const allowed = scopes.filter((scope) => this.client.scopes.includes(scope));
    const enough = grantsFewer ? allowed.length > 0 : allowed.length === scopes.length;
    if (enough) return allowed;
    throw new OAuthError('invalid_scope', 'A requested scope is unknown or not allowed.');
  }
}

/**
 * Reads the parameters from a form, or from JSON as some providers accept it, and those that the provider accepts in the
 * query. An encoding that the profile states is the only one.
 */
async function readParameters(
  request: ApiRequest,
  query: string,
  { token, server }: SimulatedProfile,
): Promise<ReadonlyMap<string, string>> {
  const text = await readBody(request);
  const inQuery = [...new URLSearchParams(query)];
  if (text === '' && server?.tokenRequests?.includes('query')) return toUniqueMap(inQuery);
  const encoding = checkEncoding(request, token?.encoding);
  const form = toUniqueMap(
    encoding === 'json' ? parseJsonEntries(text) : new URLSearchParams(text),
  );
  if (token?.query?.grant_type === undefined) return form;
  return new Map([...form, ...inQuery.filter(([name]) => name === 'grant_type')]);
}

function checkEncoding(request: ApiRequest, required: Encoding | undefined): Encoding {
  const encoding = ENCODINGS.get(mediaType(request));
  if (encoding === undefined) {
    throw new OAuthError('invalid_request', 'The body is neither a form nor JSON.');
  }
  if (required !== undefined && encoding !== required) {
    const name = required === 'json' ? 'JSON' : 'a form';
    throw new OAuthError('invalid_request', `The body must be ${name}.`);
  }
  return encoding;
}

/**
 * Collects parameters. One without a value counts as omitted; duplicates are an error (RFC 6749,
 * section 3.2).
 */
function toUniqueMap(entries: Iterable<[string, string]>): ReadonlyMap<string, string> {
  const form = new Map<string, string>();
  for (const [name, value] of entries) {
    if (form.has(name)) throw new OAuthError('invalid_request', REPEATED);
    if (value !== '') form.set(name, value);
  }
  return form;
}

const REPEATED = 'A parameter is repeated.';

function parseJsonEntries(text: string): [string, string][] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new OAuthError('invalid_request', 'The body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null) {
    throw new OAuthError('invalid_request', 'The body is not a JSON object.');
  }
  if (findRepeatedMember(text) !== undefined) throw new OAuthError('invalid_request', REPEATED);
  return Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
}

/** The only client that is registered in the simulator. */
interface RegisteredClient {
  readonly clientId: string;
  /** `null`: registered without a secret; only mutual TLS identifies it. */
  readonly clientSecret: string | null;
  /** The only method by which it may present its secret. Default: both. */
  readonly clientAuth?: PixClientAuth | undefined;
  readonly scopes: readonly string[];
}

interface Presented {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly method: PixClientAuth;
}

const METHODS: Readonly<Record<PixClientAuth, string>> = {
  basic: 'by HTTP Basic',
  body: 'as client_id and client_secret in the body',
};

/**
 * Authenticates the client of a token request by one of three methods
 * (docs/interface.md#token-request): HTTP Basic, id and secret in the body, or only the id for a
 * client that is registered without a secret. `client.clientAuth` restricts the first two.
 *
 * @throws OAuthError `invalid_client`, or `invalid_request` if the request uses two methods (RFC
 * 6749, section 2.3)
 */
function authenticateClient(
  client: RegisteredClient,
  authorization: string | undefined,
  form: ReadonlyMap<string, string>,
): void {
  const presented = authorization === undefined ? fromForm(form) : fromBasic(authorization, form);
  const required = client.clientSecret === null ? undefined : client.clientAuth;
  if (required !== undefined && presented.method !== required) {
    throw refuse(presented, `The client must authenticate ${METHODS[required]}.`);
  }
  // A client without a secret presents none.
  const { clientId, clientSecret = null } = presented;
  if (clientId === client.clientId && clientSecret === client.clientSecret) return;
  throw refuse(presented, 'The client identifier or secret is wrong.');
}

/** Builds the error. `WWW-Authenticate` is sent only to a client that used `Authorization` (RFC 6749, section 5.2). */
function refuse({ method }: Presented, description: string): OAuthError {
  const headers = method === 'basic' ? { 'www-authenticate': 'Basic realm="pix"' } : undefined;
  return new OAuthError('invalid_client', description, headers);
}

function fromForm(form: ReadonlyMap<string, string>): Presented {
  return {
    clientId: form.get('client_id'),
    clientSecret: form.get('client_secret'),
    method: 'body',
  };
}

function fromBasic(authorization: string, form: ReadonlyMap<string, string>): Presented {
  if (form.has('client_secret')) {
    throw new OAuthError(
      'invalid_request',
      'The request uses two methods of client authentication.',
    );
  }
  const encoded = /^basic +([a-z0-9+/=]+)$/i.exec(authorization)?.[1] ?? '';
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return { clientId: undefined, clientSecret: undefined, method: 'basic' };
  return { clientId: text.slice(0, colon), clientSecret: text.slice(colon + 1), method: 'basic' };
}

/** The error codes of RFC 6749, section 5.2. */
type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope';

/** An error of the token endpoint. */
class OAuthError extends Error {
  override readonly name = 'OAuthError';

  constructor(
    readonly code: OAuthErrorCode,
    readonly description: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${code}: ${description}`);
  }

  /** 401 if client authentication failed, otherwise 400 (RFC 6749, section 5.2). */
  get status(): number {
    return this.code === 'invalid_client' ? 401 : 400;
  }
}

/** Headers that prevent caching of token responses (RFC 6749, section 5.1). */
const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** Builds an error response of the token endpoint (RFC 6749, section 5.2). */
function oauthErrorReply(
  status: number,
  error: string,
  description: string,
  headers: Reply['headers'] = {},
): Reply {
  const body = { error, error_description: description };
  return jsonReply(status, body, { ...NO_STORE, ...headers });
}

/**
 * Converts a problem to an error of the token endpoint. A 429 is not converted: a gateway in front
 * of both endpoints sends it.
 */
export function toOAuthProblem(problem: Reply): Reply {
  const { status, value } = problem;
  if (status === 429) return problem;
  const { detail } = value as ProblemBody;
  return oauthErrorReply(status, toCode(status), detail);
}

/**
 * Returns the error code of a status. The codes for server errors are those of RFC 6749, sections
 * 4.1.2.1 and 4.2.2.1.
 */
function toCode(status: number): string {
  if (status === 401) return 'invalid_client';
  if (status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
