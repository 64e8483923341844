import { systemRuntime, type PixRuntime } from '../runtime/index.js';
import type { PixToken, PixTokenStore } from './token-store.interface.js';

/** Stores tokens in the memory of this process. The default {@link PixTokenStore}. */
export class InMemoryTokenStore implements PixTokenStore {
  readonly #tokens = new Map<string, PixToken>();
  readonly #now: PixRuntime['now'];

  /** Applications construct it without arguments. @internal */
  constructor(runtime: Pick<PixRuntime, 'now'> = systemRuntime) {
    this.#now = () => runtime.now();
  }

  get(key: string): PixToken | undefined {
    return this.#tokens.get(key);
  }

  set(key: string, token: PixToken): void {
    const now = this.#now();
    for (const [other, { expiresAt }] of this.#tokens) {
      if (expiresAt <= now) this.#tokens.delete(other);
    }
    this.#tokens.set(key, token);
  }

  delete(key: string): void {
    this.#tokens.delete(key);
  }
}
