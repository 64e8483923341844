import type { PixClientAuth } from '../providers/index.js';

/**
 * The client credentials of an account. The secret is a private field, so that logs do not print
 * it.
 */
export class PixCredentials {
  readonly clientId: string;
  readonly clientAuth: PixClientAuth;
  readonly #clientSecret: string | undefined;

  constructor(clientId: string, clientSecret: string | undefined, clientAuth: PixClientAuth) {
    this.clientId = clientId;
    this.clientAuth = clientAuth;
    this.#clientSecret = clientSecret;
  }

  /**
   * Returns the headers and body fields of a token request: HTTP Basic, or both values in the body,
   * or, without a secret, only the `client_id` (the certificate then proves the identity).
   */
  present(): { headers: Record<string, string>; fields: Record<string, string> } {
    const { clientId } = this;
    const secret = this.#clientSecret;
    if (secret === undefined) return { headers: {}, fields: { client_id: clientId } };
    if (this.clientAuth === 'body') {
      return { headers: {}, fields: { client_id: clientId, client_secret: secret } };
    }
    const basic = Buffer.from(`${clientId}:${secret}`).toString('base64');
    return { headers: { Authorization: `Basic ${basic}` }, fields: {} };
  }
}
