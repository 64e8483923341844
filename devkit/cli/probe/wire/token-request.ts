import { pixScopes, type PixClientAuth, type PixTokenRequestProfile } from 'nestjs-pix';
import { buildTokenRequest, holdSecrets, PixCredentials } from 'nestjs-pix/internal';
import type { ProbeTarget } from '../model/target.js';
import { isSuccess, type Answer } from './answer.js';
import type { Wire } from './wire.js';

/** A way to send a token request. */
export interface TokenStyle {
  readonly clientAuth: PixClientAuth;
  readonly encoding: NonNullable<PixTokenRequestProfile['encoding']>;
  readonly grantTypeIn: 'body' | 'query';
  /** Whether the secret is presented, if there is one. Default: `true`. */
  readonly secret?: boolean;
}

/** The result of a token request. */
export interface TokenGrant {
  readonly answer: Answer;
  /** Absent if no token was issued. */
  readonly accessToken?: string;
  /** The granted scopes; absent if the response does not name them. */
  readonly scopes?: readonly string[];
  /** Lifetime in seconds. */
  readonly lifetime?: number;
  /** Whether the request was refused because of its scopes. */
  readonly refusesScope: boolean;
}

/** Letters, digits and the punctuation of scope names; nothing that may be an identifier of a person or account. */
const SCOPE_NAME = /^[A-Za-z][A-Za-z.:/_-]{1,60}$/;

/**
 * Sends a token request.
 *
 * @param scopes scopes to request; `undefined` sends no scope
 */
export async function requestToken(
  { target, wire }: { readonly target: ProbeTarget; readonly wire: Wire },
  style: TokenStyle,
  scopes: readonly string[] | undefined,
): Promise<TokenGrant> {
  const { clientId, clientSecret, tokenUrl = '' } = target;
  const { clientAuth, encoding, grantTypeIn, secret = true } = style;
  const credentials = new PixCredentials(clientId, secret ? clientSecret : undefined, clientAuth);
  const query = grantTypeIn === 'query' ? { query: { grant_type: 'client_credentials' } } : {};
  const profile = { encoding, sendScope: scopes !== undefined, ...query };
  const request = buildTokenRequest(tokenUrl, credentials, scopes ?? [], profile);
  const body = grantTypeIn === 'query' ? withoutGrantType(request.body, encoding) : request.body;
  const answer = await wire.send({
    method: 'POST',
    url: request.url,
    headers: request.headers,
    body,
  });
  return readGrant(wire, answer);
}

function withoutGrantType(body: string, encoding: TokenStyle['encoding']): string {
  if (encoding === 'json') {
    const fields = Object.entries(JSON.parse(body) as object);
    return JSON.stringify(Object.fromEntries(fields.filter(([name]) => name !== 'grant_type')));
  }
  const form = new URLSearchParams(body);
  form.delete('grant_type');
  return form.toString();
}

function readGrant(owner: object, answer: Answer): TokenGrant {
  const { json = {} } = answer;
  const { access_token: accessToken, scope, expires_in: expiresIn, error } = json;
  const refusesScope = error === 'invalid_scope';
  if (!isSuccess(answer) || typeof accessToken !== 'string' || accessToken === '') {
    return { answer, refusesScope };
  }
  holdSecrets(owner, accessToken);
  const lifetime = Number(expiresIn);
  return {
    answer,
    accessToken,
    refusesScope,
    ...readScopes(scope),
    ...(lifetime > 0 && { lifetime }),
  };
}

/** Reads the granted scopes. Names of which none is of the Pix API do not tell what was granted of it. */
function readScopes(scope: unknown): Pick<TokenGrant, 'scopes'> {
  if (typeof scope !== 'string') return {};
  const names = scope.split(/[\s,]+/).filter((name) => SCOPE_NAME.test(name));
  return names.some((name) => pixScopes.includes(name)) ? { scopes: names } : {};
}
