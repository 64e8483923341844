import { createHash, timingSafeEqual } from 'node:crypto';
import { OAuthError } from './oauth-error.js';

/** The one client that the simulator knows. */
export interface RegisteredClient {
  readonly clientId: string;
  /** `null`: registered without a secret, identified by mutual TLS alone. */
  readonly clientSecret: string | null;
  readonly scopes: readonly string[];
}

interface Presented {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly basic: boolean;
}

/**
 * Checks who asks for a token, by the three ways of docs/interface.md#token-request: HTTP Basic, id and secret in the
 * body, or the id alone for a client registered without a secret.
 *
 * @throws OAuthError `invalid_client`, or `invalid_request` when two ways are used at once (RFC 6749, section 2.3)
 */
export function authenticateClient(
  client: RegisteredClient,
  authorization: string | undefined,
  form: ReadonlyMap<string, string>,
): void {
  const presented = authorization === undefined ? fromForm(form) : fromBasic(authorization, form);
  const idMatches = presented.clientId !== undefined && same(presented.clientId, client.clientId);
  const secretMatches =
    client.clientSecret === null
      ? presented.clientSecret === undefined
      : presented.clientSecret !== undefined && same(presented.clientSecret, client.clientSecret);
  if (idMatches && secretMatches) return;
  throw new OAuthError(
    'invalid_client',
    'The client identifier or secret is not right.',
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
    throw new OAuthError('invalid_request', 'The client authenticates in two ways at once.');
  }
  const encoded = /^basic +([a-z0-9+/=]+)$/i.exec(authorization)?.[1] ?? '';
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return { clientId: undefined, clientSecret: undefined, basic: true };
  return { clientId: text.slice(0, colon), clientSecret: text.slice(colon + 1), basic: true };
}

/** Hashed first, so that neither content nor length shows in the time it takes. */
function same(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
