import { jsonReply, type Reply } from '../../http/reply.js';

/** The error codes of RFC 6749, section 5.2. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope';

/** An error of the token endpoint. */
export class OAuthError extends Error {
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
export const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** Builds an error response of the token endpoint (RFC 6749, section 5.2). */
export function oauthErrorReply(
  status: number,
  error: string,
  description: string,
  headers: Reply['headers'] = {},
): Reply {
  const body = { error, error_description: description };
  return jsonReply(status, body, { ...NO_STORE, ...headers });
}
