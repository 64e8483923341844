import { parseScopes, type PixScopesInput } from './scopes.js';
import type { TokenRequester } from './token-requester.js';
import { TokenSlot } from './token-slot.js';

export interface TokenSourceParts {
  readonly requester: TokenRequester;
  /** The scopes of a token if a call specifies none. */
  readonly scopes: readonly string[];
  /** The scopes of `'all'`. */
  readonly allScopes: readonly string[] | undefined;
  /** Builds the key of a token in the store from its sorted scopes. */
  readonly buildKey: (scopes: readonly string[]) => string;
}

/** The tokens of one token endpoint, by their scopes. */
export class TokenSource {
  /** By the sorted scopes: different orders of the same set share a slot. */
  readonly #slots = new Map<string, TokenSlot>();
  #default: TokenSlot;

  constructor(private readonly parts: TokenSourceParts) {
    this.#default = this.#findDefault();
  }

  get requester(): TokenRequester {
    return this.parts.requester;
  }

  /**
   * Returns the slot of a set of scopes.
   *
   * @throws ValueError, TypeError as `parseScopes` does
   */
  slot(scopes: PixScopesInput | undefined): TokenSlot {
    if (scopes === undefined) return this.#default;
    const { allScopes } = this.parts;
    return this.#find(scopes === 'all' && allScopes ? allScopes : parseScopes(scopes));
  }

  /** Starts with new slots, after the result of `buildKey` has changed. Requests in flight end in the old ones. */
  reset(): void {
    this.#slots.clear();
    this.#default = this.#findDefault();
  }

  #findDefault(): TokenSlot {
    return this.#find(parseScopes(this.parts.scopes));
  }

  #find(names: readonly string[]): TokenSlot {
    const sorted = [...names].sort();
    const set = sorted.join(' ');
    const slot = this.#slots.get(set) ?? new TokenSlot(this.parts.buildKey(sorted), names);
    this.#slots.set(set, slot);
    return slot;
  }
}
