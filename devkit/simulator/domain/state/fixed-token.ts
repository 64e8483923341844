import type { AccessToken } from './access-tokens.js';

/** The token of a sandbox: it is not issued, and never expires. */
export class FixedToken {
  readonly #token: AccessToken;

  constructor(value: string, scopes: readonly string[]) {
    this.#token = { value, scopes: new Set(scopes), expiresAt: Infinity };
  }

  /** Returns the token if it has this value. */
  find(value: string): AccessToken | undefined {
    return value === this.#token.value ? this.#token : undefined;
  }
}
