import { Logger } from '@nestjs/common';
import { findCorrelationId, tokenErrorFromResponse } from '../errors/index.js';
import type { AccountChannel, PixAccountLabels, PixExchangeActivity } from '../observe/index.js';
import type { PixTokenRequestProfile } from '../providers/index.js';
import type { PixRuntime } from '../runtime/index.js';
import type { PixAxiosRequestConfig, PixHttp, PixTimeout } from '../transport/index.js';
import type { PixCredentials } from './credentials.js';
import { buildTokenRequest } from './token-request.js';
import { parseTokenResponse, type TokenResponse } from './token-response.js';

/** The name of a token request in errors; its address may contain more than a path. */
export const TOKEN_OPERATION = 'POST {token_url}';

export interface TokenEndpointConfig {
  /** Name of the provider, for errors. */
  readonly provider: string;
  readonly tokenUrl: string;
  readonly credentials: PixCredentials;
  readonly profile?: PixTokenRequestProfile | undefined;
  /** Headers of a response with the provider's identifier of the request, in addition to common ones. */
  readonly correlationHeaders?: readonly string[] | undefined;
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
function describeExchange(tokenUrl: string, account: PixAccountLabels): PixExchangeActivity {
  const { origin, pathname } = new URL(tokenUrl);
  return {
    kind: 'token',
    account,
    operation: TOKEN_OPERATION,
    httpMethod: 'POST',
    url: origin + pathname,
    path: pathname,
    number: 1,
    status: undefined,
    requestId: undefined,
  };
}

/** Sends a token request and parses its response. */
export class TokenEndpoint {
  readonly #logger = new Logger('PixTokenService');

  constructor(
    private readonly config: TokenEndpointConfig,
    private readonly http: PixHttp,
    private readonly runtime: PixRuntime,
  ) {}

  /** @throws PixAPIException if the response has no usable token */
  async request(
    scopes: readonly string[],
    timeout: PixTimeout | undefined,
  ): Promise<TokenResponse> {
    const { tokenUrl, credentials, profile, provider } = this.config;
    const { url, headers, body } = buildTokenRequest(tokenUrl, credentials, scopes, profile);
    const request: PixAxiosRequestConfig = {
      method: 'POST',
      url,
      headers,
      data: body,
      ...(timeout !== undefined && { pixTimeout: timeout }),
      pixOperation: TOKEN_OPERATION,
      pixProvider: provider,
      // A token request changes nothing at the provider: a lost response leaves no unknown outcome.
      pixSafe: true,
    };
    const { channel, correlationHeaders } = this.config;
    const send = () => this.http(request);
    const response = await (channel?.exchange({
      send,
      describe: (account) => describeExchange(tokenUrl, account),
      findRequestId: ({ headers: received }) => findCorrelationId(received, correlationHeaders),
    }) ?? send());
    const correlationId = findCorrelationId(response.headers, correlationHeaders);
    const context = { operation: TOKEN_OPERATION, provider, correlationId };
    const { 'content-type': contentType, 'retry-after': retryAfterHeader } =
      response.headers as Readonly<Record<string, string | undefined>>;
    if (response.status < 200 || response.status > 299) {
      throw tokenErrorFromResponse(
        { status: response.status, body: response.data, contentType, retryAfterHeader },
        context,
        profile?.sendScope === false ? undefined : describeScopes(scopes),
      );
    }
    const token = parseTokenResponse(
      { status: response.status, contentType },
      response.data,
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
      this.#logger.warn(
        `${this.config.provider} granted fewer scopes than requested; missing: ${missing.join(' ')}`,
      );
    }
  }
}
