import { PixRespostaInvalidaError } from '../errors/index.js';
import { parseObject } from '../errors/json-object.js';
import type { PixErrorContext } from '../errors/index.js';
import type { PixToken } from './token-store.interface.js';

/** How long a token is kept when the answer names no `expires_in`, in seconds (decisions.md, Token). */
const DEFAULT_LIFETIME = 60;
/** How long before its end a token is renewed, in seconds; half its life when it lives less than twice this. */
const RENEWAL_MARGIN = 60;

export interface TokenAnswer {
  readonly token: PixToken;
  /** Lifetime in seconds. */
  readonly lifetime: number;
  /** Scopes granted, when the answer names them. */
  readonly granted: readonly string[] | undefined;
}

function lifetimeOf(expiresIn: unknown): number | undefined {
  if (expiresIn === undefined || expiresIn === null) return DEFAULT_LIFETIME;
  const numeric =
    typeof expiresIn === 'string' && expiresIn.trim() !== '' ? Number(expiresIn) : expiresIn;
  return typeof numeric === 'number' && Number.isFinite(numeric) && numeric > 0
    ? numeric
    : undefined;
}

/**
 * Reads a success answer of the token endpoint (RFC 6749 section 5.1; decisions.md, Token).
 *
 * @throws PixRespostaInvalidaError when it is not a JSON object, has no `access_token`, or an `expires_in` that is
 * not a positive number
 */
export function parseTokenResponse(
  response: { readonly status: number; readonly contentType: string | undefined },
  text: string,
  context: PixErrorContext,
): TokenAnswer {
  const invalid = (detail: string) =>
    new PixRespostaInvalidaError(
      {
        title: 'Invalid token response',
        detail,
        status: response.status,
        ...(response.contentType !== undefined && { contentType: response.contentType }),
      },
      context,
    );
  const body = parseObject(text);
  if (!body) throw invalid('The answer is not a JSON object.');
  const accessToken = body.access_token;
  if (typeof accessToken !== 'string' || accessToken.trim() === '') {
    throw invalid('The answer has no access_token.');
  }
  const lifetime = lifetimeOf(body.expires_in);
  if (lifetime === undefined) throw invalid('expires_in is not a positive number.');
  const now = Date.now();
  const margin = lifetime < 2 * RENEWAL_MARGIN ? lifetime / 2 : RENEWAL_MARGIN;
  return {
    token: {
      accessToken,
      expiresAt: now + lifetime * 1000,
      renewAt: now + (lifetime - margin) * 1000,
    },
    lifetime,
    granted: typeof body.scope === 'string' ? body.scope.split(/\s+/).filter(Boolean) : undefined,
  };
}
