import {
  buildTokenRequest,
  holdSecrets,
  parseObject,
  PixCredentials,
  VERSION,
  type PixAccount,
  type PixHttp,
} from 'nestjs-pix/internal';
import { asksForCertificate, isUnreadable, readFailure } from './read-failure.js';

/** The answer to a token request, reduced to what a diagnosis needs. */
export interface TokenAnswer {
  /** 0 without a response. */
  readonly status: number;
  /** Code of the failed connection. */
  readonly failure?: string;
  /** Why the response cannot be read. */
  readonly unreadable?: string;
  /** Whether a token was issued. */
  readonly issued: boolean;
  /** Whether the response is a web page. */
  readonly isPage?: boolean;
  /** Whether the response asks for another client certificate. */
  readonly asksForCertificate?: boolean;
  /** `error` of RFC 6749, if it is one of its names. */
  readonly error?: string;
  /** Granted scopes; absent if the response does not name them. */
  readonly granted?: readonly string[];
  /** The bank's clock minus this machine's, in milliseconds. */
  readonly skew?: number;
}

/** Credentials of an account. */
export interface TokenClient {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
}

/**
 * Requests a token and reads what the response shows. Never rejects for a response or a failed connection.
 *
 * @param owner keeps the token masked
 */
export async function requestToken(
  account: PixAccount,
  { clientId, clientSecret }: TokenClient,
  tokenUrl: string,
  scopes: readonly string[],
  http: PixHttp,
  owner: object,
): Promise<TokenAnswer> {
  const credentials = new PixCredentials(clientId, clientSecret, account.clientAuth);
  const request = buildTokenRequest(tokenUrl, credentials, scopes, account.provider.token);
  try {
    const { status, headers, data } = await http({
      method: 'POST',
      url: request.url,
      headers: { ...request.headers, 'User-Agent': `nestjs-pix-doctor/${VERSION}` },
      data: request.body,
    });
    const date = Date.parse(String((headers as Readonly<Record<string, unknown>>).date));
    return {
      status,
      ...readBody(status, data, owner),
      isPage: /^\s*<(!doctype|html)/i.test(data),
      asksForCertificate: asksForCertificate(status, data),
      ...(!Number.isNaN(date) && { skew: date - Date.now() }),
    };
  } catch (error) {
    if (isUnreadable(error)) return { status: 0, issued: false, unreadable: error.message };
    return { status: 0, issued: false, failure: readFailure(error) };
  }
}

function readBody(
  status: number,
  text: string,
  owner: object,
): Pick<TokenAnswer, 'issued' | 'error' | 'granted'> {
  const { access_token: token, scope, error } = parseObject(text) ?? {};
  const issued = status < 300 && typeof token === 'string' && token !== '';
  if (issued) holdSecrets(owner, token);
  const isName = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error);
  return {
    issued,
    ...(isName && { error }),
    ...(typeof scope === 'string' && { granted: scope.split(/[\s,]+/).filter(Boolean) }),
  };
}
