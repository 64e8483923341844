import type { PixTokenRequestProfile } from '../providers/index.js';
import type { PixCredentials } from './credentials.js';

/** A complete token request. */
export interface TokenRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
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
): TokenRequest {
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
