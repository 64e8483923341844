import { createHash, timingSafeEqual } from 'node:crypto';
import type { PixClientAuth } from 'nestjs-pix';
import { OAuthError } from './oauth-error.js';

/** The only client that is registered in the simulator. */
export interface RegisteredClient {
  readonly clientId: string;
  /** `null`: registered without a secret; only mutual TLS identifies it. */
  readonly clientSecret: string | null;
  /** The only method by which it may present its secret. Default: both. */
  readonly clientAuth?: PixClientAuth | undefined;
  readonly scopes: readonly string[];
}

interface Presented {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly method: PixClientAuth;
}

const METHODS: Readonly<Record<PixClientAuth, string>> = {
  basic: 'by HTTP Basic',
  body: 'as client_id and client_secret in the body',
};

/**
 * Authenticates the client of a token request by one of three methods
 * (docs/interface.md#token-request): HTTP Basic, id and secret in the body, or only the id for a
 * client that is registered without a secret. `client.clientAuth` restricts the first two.
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
  const required = client.clientSecret === null ? undefined : client.clientAuth;
  if (required !== undefined && presented.method !== required) {
    throw refuse(presented, `The client must authenticate ${METHODS[required]}.`);
  }
  const idMatches =
    presented.clientId !== undefined && isEqual(presented.clientId, client.clientId);
  const secretMatches =
    client.clientSecret === null
      ? presented.clientSecret === undefined
      : presented.clientSecret !== undefined &&
        isEqual(presented.clientSecret, client.clientSecret);
  if (idMatches && secretMatches) return;
  throw refuse(presented, 'The client identifier or secret is wrong.');
}

/** Builds the error. `WWW-Authenticate` is sent only to a client that used `Authorization` (RFC 6749, section 5.2). */
function refuse({ method }: Presented, description: string): OAuthError {
  const headers = method === 'basic' ? { 'www-authenticate': 'Basic realm="pix"' } : undefined;
  return new OAuthError('invalid_client', description, headers);
}

function fromForm(form: ReadonlyMap<string, string>): Presented {
  return {
    clientId: form.get('client_id'),
    clientSecret: form.get('client_secret'),
    method: 'body',
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
  if (colon < 0) return { clientId: undefined, clientSecret: undefined, method: 'basic' };
  return { clientId: text.slice(0, colon), clientSecret: text.slice(colon + 1), method: 'basic' };
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
