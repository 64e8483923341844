import { PixRespostaInvalidaError, type PixErrorContext, parseObject } from '../errors/index.js';
import { DAY_SECONDS } from '../runtime/index.js';
import type { PixToken } from './token-store.interface.js';

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
    throw new PixRespostaInvalidaError(
      {
        title: 'Invalid token response',
        detail: fields.problem,
        status: response.status,
        contentType: response.contentType,
      },
      context,
    );
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
