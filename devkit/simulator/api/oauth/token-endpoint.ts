import type { PixTokenRequestProfile } from 'nestjs-pix';
import type { AccessTokens } from '../../domain/state/access-tokens.js';
import type { ApiRequest } from '../../http/api-request.js';
import { jsonReply, type Reply } from '../../http/reply.js';
import { mediaType, readBody } from '../../http/request-body.js';
import type { SimulatorQuirks } from '../../profiles/quirks.js';
import { authenticateClient, type RegisteredClient } from './client-credentials.js';
import { NO_STORE, OAuthError, oauthErrorReply } from './oauth-error.js';

type Encoding = NonNullable<PixTokenRequestProfile['encoding']>;

const ENCODINGS: ReadonlyMap<string, Encoding> = new Map([
  ['application/x-www-form-urlencoded', 'form'],
  ['application/json', 'json'],
]);

/**
 * OAuth 2.0 client credentials (RFC 6749, section 4.4) over mutual TLS. What the quirks state about
 * a client (`client.clientAuth`, `client.token.encoding`) is required.
 */
export class OAuthTokenEndpoint {
  constructor(
    private readonly client: RegisteredClient,
    private readonly tokens: AccessTokens,
    private readonly quirks: Pick<SimulatorQuirks, 'token' | 'client'> = {},
  ) {}

  /** @param query query of the URL, without the question mark */
  async handle(request: ApiRequest, query = ''): Promise<Reply> {
    try {
      const form = await readForm(request, this.quirks.client?.token?.encoding);
      const { grantTypeInQuery = false } = this.quirks.token ?? {};
      return this.#grant(request, grantTypeInQuery ? withGrantType(form, query) : form);
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
    if (grantType === undefined) {
      throw new OAuthError('invalid_request', 'grant_type is missing.');
    }
    const { clientAuth } = this.quirks.client ?? {};
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
    const scopes = [...new Set(requested?.split(' ').filter((scope) => scope !== ''))];
    if (scopes.length === 0) {
      if (!this.quirks.token?.scopeRequired) return this.client.scopes;
      throw new OAuthError('invalid_scope', 'A scope is required.');
    }
    const allowed = scopes.filter((scope) => this.client.scopes.includes(scope));
    const enough = this.quirks.token?.grantsFewer
      ? allowed.length > 0
      : allowed.length === scopes.length;
    if (enough) return allowed;
    throw new OAuthError('invalid_scope', 'A requested scope is unknown or not allowed.');
  }
}

/**
 * Reads the parameters from a form, or from JSON as some providers accept it.
 *
 * @param required the only encoding that the provider accepts; `undefined` accepts both
 */
async function readForm(
  request: ApiRequest,
  required: Encoding | undefined,
): Promise<ReadonlyMap<string, string>> {
  const text = await readBody(request);
  const encoding = ENCODINGS.get(mediaType(request));
  if (encoding === undefined) {
    throw new OAuthError('invalid_request', 'The body is neither a form nor JSON.');
  }
  if (required !== undefined && encoding !== required) {
    const name = required === 'json' ? 'JSON' : 'a form';
    throw new OAuthError('invalid_request', `The body must be ${name}.`);
  }
  return toUniqueMap(encoding === 'json' ? parseJsonEntries(text) : new URLSearchParams(text));
}

function withGrantType(
  form: ReadonlyMap<string, string>,
  query: string,
): ReadonlyMap<string, string> {
  const grantType = new URLSearchParams(query).get('grant_type');
  return grantType === null ? form : new Map([...form, ['grant_type', grantType]]);
}

/**
 * Collects parameters. One without a value counts as omitted; duplicates are an error (RFC 6749,
 * section 3.2).
 */
function toUniqueMap(entries: Iterable<[string, string]>): ReadonlyMap<string, string> {
  const form = new Map<string, string>();
  for (const [name, value] of entries) {
    if (form.has(name)) throw new OAuthError('invalid_request', 'A parameter is repeated.');
    if (value !== '') form.set(name, value);
  }
  return form;
}

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
  return Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
}
