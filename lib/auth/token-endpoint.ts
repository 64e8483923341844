/** The token endpoint: the request in the variant of the provider, and its response. */
import { Logger } from '@nestjs/common';
import {
  findCorrelationId,
  parseObject,
  PixRespostaInvalidaError,
  tokenErrorFromResponse,
  type PixErrorContext,
} from '../errors/index.js';
import type { AccountChannel, PixAccountLabels, ExchangeFacts } from '../observe/index.js';
import type { PixClientAuth, PixTokenRequestProfile } from '../providers/index.js';
import { DAY_SECONDS, type PixRuntime } from '../runtime/index.js';
import type { PixRequest, PixHttp, PixTimeout } from '../transport/index.js';
import type { PixToken } from './stores.js';

/**
 * The client credentials of an account. The secret is a private field, so that logs do not print
 * it.
 */
export class PixCredentials {
  readonly clientId: string;
  readonly clientAuth: PixClientAuth;
  readonly #clientSecret: string | undefined;

  constructor(clientId: string, clientSecret: string | undefined, clientAuth: PixClientAuth) {
    this.clientId = clientId;
    this.clientAuth = clientAuth;
    this.#clientSecret = clientSecret;
  }

  /**
   * Returns the headers and body fields of a token request: HTTP Basic, or both values in the body,
   * or, without a secret, only the `client_id` (the certificate then proves the identity).
   */
  present(): { headers: Record<string, string>; fields: Record<string, string> } {
    const { clientId } = this;
    const secret = this.#clientSecret;
    if (secret === undefined) return { headers: {}, fields: { client_id: clientId } };
    if (this.clientAuth === 'body') {
      return { headers: {}, fields: { client_id: clientId, client_secret: secret } };
    }
    const basic = Buffer.from(`${clientId}:${secret}`).toString('base64');
    return { headers: { Authorization: `Basic ${basic}` }, fields: {} };
  }
}

/**
 * Builds the client-credentials request of RFC 6749 section 4.4.2 in the provider's variant. A
 * parameter of the query is not repeated in the body.
 *
 * @param scopes scope names in the requested order
 */
export function buildTokenRequest(
  tokenUrl: string,
  credentials: PixCredentials,
  scopes: readonly string[],
  profile: PixTokenRequestProfile = {},
) {
  const { encoding = 'form', sendScope = true, query } = profile;
  const { headers, fields } = credentials.present();
  const parameters = {
    grant_type: 'client_credentials',
    ...fields,
    ...(sendScope && { scope: scopes.join(' ') }),
  };
  const body = Object.fromEntries(
    Object.entries(parameters).filter(([name]) => query?.[name] === undefined),
  );
  const url = new URL(tokenUrl);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  return {
    url: url.href,
    headers: {
      ...headers,
      'Content-Type':
        encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
      Accept: 'application/json',
    },
    body: encoding === 'json' ? JSON.stringify(body) : new URLSearchParams(body).toString(),
  };
}

/** The name of a token request in errors; its address may contain more than a path. */
export const TOKEN_OPERATION = 'POST {token_url}';

export interface TokenEndpointConfig {
  /** Name of the provider, for errors and for the keys of a shared store. */
  readonly provider: string;
  readonly tokenUrl: string;
  readonly credentials: PixCredentials;
  readonly profile?: PixTokenRequestProfile | undefined;
  /** Headers of a response with the provider's identifier of the request, in addition to common ones. */
  readonly correlationHeaders?: readonly string[] | undefined;
  /** What to try if a host is the wrong one, by host. Default: nothing. */
  readonly advice?: ReadonlyMap<string, string> | undefined;
  /** Observes the requests. Default: nothing does. */
  readonly channel?: AccountChannel | undefined;
}

/** Describes, for an `invalid_scope` error, which scopes were requested and how to change them. */
function describeScopes(scopes: readonly string[]): string {
  return (
    `Requested scopes: ${scopes.join(' ')}. Set the option scopes to those that the provider granted to this client ` +
    "(scopes: ['cob.read', 'cob.write']), and features only to products that it granted (features: ['pix-automatico'])."
  );
}

/** Describes a token request without the query of its address. */
function describeExchange(tokenUrl: string, account: PixAccountLabels): ExchangeFacts {
  const { origin, pathname } = new URL(tokenUrl);
  return {
    kind: 'token',
    account,
    operation: TOKEN_OPERATION,
    httpMethod: 'POST',
    url: origin + pathname,
    path: pathname,
    number: 1,
  };
}

/** Sends a token request and parses its response. */
export class TokenEndpoint {
  static readonly #logger = new Logger('PixTokenService');

  constructor(
    private readonly config: TokenEndpointConfig,
    private readonly http: PixHttp,
    private readonly runtime: PixRuntime,
  ) {}

  /** @throws PixAPIException if the response has no usable token */
  async request(scopes: readonly string[], timeout: PixTimeout): Promise<TokenResponse> {
    const { tokenUrl, credentials, profile, provider } = this.config;
    const { url, headers, body } = buildTokenRequest(tokenUrl, credentials, scopes, profile);
    const request: PixRequest = {
      method: 'POST',
      url,
      headers,
      body,
      timeout,
      operation: TOKEN_OPERATION,
      provider,
      // A token request changes nothing at the provider: a lost response leaves no unknown outcome.
      safe: true,
    };
    const { channel, correlationHeaders } = this.config;
    const send = () => this.http(request);
    const response = await (channel?.exchange({
      send,
      describe: (account) => describeExchange(tokenUrl, account),
      findRequestId: ({ headers: received }) => findCorrelationId(received, correlationHeaders),
    }) ?? send());
    const correlationId = findCorrelationId(response.headers, correlationHeaders);
    const advice = response.status === 404 ? this.config.advice?.get(new URL(url).host) : undefined;
    const context = { operation: TOKEN_OPERATION, provider, correlationId, advice };
    const { 'content-type': contentType, 'retry-after': retryAfterHeader } =
      response.headers as Readonly<Record<string, string | undefined>>;
    if (response.status < 200 || response.status > 299) {
      throw tokenErrorFromResponse(
        { status: response.status, body: response.body, contentType, retryAfterHeader },
        context,
        profile?.sendScope === false ? undefined : describeScopes(scopes),
      );
    }
    const token = parseTokenResponse(
      { status: response.status, contentType },
      response.body,
      context,
      this.runtime.now(),
      profile?.maxLifetime,
    );
    this.#warnAboutMissing(scopes, token.granted);
    return token;
  }

  #warnAboutMissing(asked: readonly string[], granted: readonly string[] | undefined): void {
    if (!granted || this.config.profile?.sendScope === false) return;
    const missing = asked.filter((name) => !granted.includes(name));
    if (missing.length > 0) {
      TokenEndpoint.#logger.warn(
        `${this.config.provider} granted fewer scopes than requested; missing: ${missing.join(' ')}`,
      );
    }
  }
}

/** Lifetime of a token if the response has no `expires_in`, in seconds. */
const DEFAULT_LIFETIME = 60;
/**
 * How long before its expiry a token is renewed, in seconds; half its lifetime if that is less than
 * twice this.
 */
const RENEWAL_MARGIN = 60;
/**
 * A longer lifetime, in seconds, is an error such as milliseconds, unless the profile of the provider
 * has a longer one: the token would be used after its expiry.
 */
const LONGEST_LIFETIME = 30 * DAY_SECONDS;
/** The characters that an `Authorization` header may contain: visible ASCII without spaces. */
const HEADER_TOKEN = /^[\x21-\x7e]+$/;

export interface TokenResponse {
  readonly token: PixToken;
  /** Lifetime in seconds. */
  readonly lifetime: number;
  /** Granted scopes, if the response contains them. */
  readonly granted: readonly string[] | undefined;
}

function parseLifetime(expiresIn: unknown): number | undefined {
  if (expiresIn === undefined || expiresIn === null) return DEFAULT_LIFETIME;
  const seconds = typeof expiresIn === 'string' ? Number(expiresIn) : expiresIn;
  return typeof seconds === 'number' && seconds > 0 ? seconds : undefined;
}

/** Servers refuse requests whose headers are longer, so that every call would fail for the life of the token. */
const MAX_TOKEN = 16_384;

/**
 * Reads the relevant fields, or the `problem` of an unusable response, which never quotes the
 * response.
 */
function readResponse(
  text: string,
  longest: number,
): { problem: string } | { accessToken: string; lifetime: number; scope: unknown } {
  const body = parseObject(text);
  if (!body) return { problem: 'The response is not a JSON object.' };
  const { access_token: accessToken, token_type: type, expires_in: expiresIn, scope } = body;
  if (typeof accessToken !== 'string' || accessToken.trim() === '') {
    return { problem: 'The response has no access_token.' };
  }
  if (!HEADER_TOKEN.test(accessToken)) {
    return { problem: 'access_token contains characters that are invalid in an HTTP header.' };
  }
  if (accessToken.length > MAX_TOKEN) {
    return { problem: `access_token is longer than ${MAX_TOKEN} characters.` };
  }
  if (type !== undefined && type !== null && !isBearer(type)) {
    return { problem: 'token_type is not bearer.' };
  }
  const lifetime = parseLifetime(expiresIn);
  if (lifetime === undefined) return { problem: 'expires_in is not a positive number.' };
  if (lifetime > longest) {
    const days = Math.floor(longest / DAY_SECONDS);
    return { problem: `expires_in is longer than ${days} days; it must be a number of seconds.` };
  }
  return { accessToken, lifetime, scope };
}

function isBearer(type: unknown): boolean {
  return typeof type === 'string' && type.toLowerCase() === 'bearer';
}

/**
 * Parses a successful response of the token endpoint (RFC 6749 section 5.1).
 *
 * @param now instant of the response in milliseconds since the epoch
 * @param longest the longest lifetime that is accepted, in seconds. Default: 30 days
 * @throws PixRespostaInvalidaError if it is not a JSON object, its `access_token` is missing or
 * invalid in a header, its `token_type` is not bearer, or its `expires_in` is not a positive number
 * of at most `longest`
 */
export function parseTokenResponse(
  response: { readonly status: number; readonly contentType: string | undefined },
  text: string,
  context: PixErrorContext,
  now: number,
  longest = LONGEST_LIFETIME,
): TokenResponse {
  const fields = readResponse(text, longest);
  if ('problem' in fields) {
    const problem = { title: 'Invalid token response', detail: fields.problem, ...response };
    throw new PixRespostaInvalidaError(problem, context);
  }
  const { accessToken, lifetime, scope } = fields;
  const margin = Math.min(lifetime / 2, RENEWAL_MARGIN);
  return {
    token: {
      accessToken,
      expiresAt: now + lifetime * 1000,
      renewAt: now + (lifetime - margin) * 1000,
    },
    lifetime,
    granted: typeof scope === 'string' ? scope.split(/\s+/).filter(Boolean) : undefined,
  };
}
