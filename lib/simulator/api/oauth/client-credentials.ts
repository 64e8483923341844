import { createHash, timingSafeEqual } from 'node:crypto';
import { OAuthError } from './oauth-error.js';

/** The only client that is registered in the simulator. */
export interface RegisteredClient {
  readonly clientId: string;
  /** `null`: registered without a secret; only mutual TLS identifies it. */
  readonly clientSecret: string | null;
  readonly scopes: readonly string[];
}

interface Presented {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly basic: boolean;
}

/**
 * Authenticates the client of a token request by one of three methods
 * (docs/interface.md#token-request): HTTP Basic, id and secret in the body, or only the id for a
 * client that is registered without a secret.
 *
 * @throws OAuthError `invalid_client`, or `invalid_request` if the request uses two methods (RFC
 * 6749, section 2.3)
 */
export function authenticateClient(
  client: RegisteredClient,
  authorization: string | undefined,
  form: ReadonlyMap<string, string>,
): void {
  const presented = authorization === undefined ? fromForm(form) : fromBasic(authorization, form);
  const idMatches =
    presented.clientId !== undefined && isEqual(presented.clientId, client.clientId);
  const secretMatches =
    client.clientSecret === null
      ? presented.clientSecret === undefined
      : presented.clientSecret !== undefined &&
        isEqual(presented.clientSecret, client.clientSecret);
  if (idMatches && secretMatches) return;
  throw new OAuthError(
    'invalid_client',
    'The client identifier or secret is wrong.',
    presented.basic ? { 'www-authenticate': 'Basic realm="pix"' } : {},
  );
}

function fromForm(form: ReadonlyMap<string, string>): Presented {
  return {
    clientId: form.get('client_id'),
    clientSecret: form.get('client_secret'),
    basic: false,
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
  if (colon < 0) return { clientId: undefined, clientSecret: undefined, basic: true };
  return { clientId: text.slice(0, colon), clientSecret: text.slice(colon + 1), basic: true };
}

/**
 * Compares texts in constant time. They are hashed first, so that the duration does not depend on
 * their length.
 */
function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
