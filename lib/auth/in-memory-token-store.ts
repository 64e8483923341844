import type { PixToken, PixTokenStore } from './token-store.interface.js';

/** Tokens of this process, gone with it. The default {@link PixTokenStore}. */
export class InMemoryTokenStore implements PixTokenStore {
  readonly #tokens = new Map<string, PixToken>();

  get(key: string): PixToken | undefined {
    return this.#tokens.get(key);
  }

  set(key: string, token: PixToken): void {
    const now = Date.now();
    for (const [other, { expiresAt }] of this.#tokens) {
      if (expiresAt <= now) this.#tokens.delete(other);
    }
    this.#tokens.set(key, token);
  }

  delete(key: string): void {
    this.#tokens.delete(key);
  }
}
