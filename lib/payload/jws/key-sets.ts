import type { PixJwk, PixPayloadHeader } from '../payload.types.js';
import { findKey } from './verify-payload-jws.js';

interface KeySet {
  readonly keys: readonly PixJwk[];
  readonly until: number;
}

const KEPT_MS = 10 * 60_000;

/** A code names any host it likes: without a bound, codes would fill the memory. */
const MAX_KEPT = 100;

/** The key sets read of late, by address. @internal */
export class KeySets {
  readonly #kept = new Map<string, KeySet>();

  /**
   * The key that a header names. A set that was kept and lacks it is read once more, since providers
   * add keys before they sign by them.
   */
  async find(
    address: string,
    header: PixPayloadHeader,
    load: () => Promise<readonly PixJwk[]>,
  ): Promise<PixJwk | undefined> {
    const kept = this.#kept.get(address);
    const known = kept && Date.now() < kept.until ? findKey(kept.keys, header) : undefined;
    return known ?? findKey(this.#keep(address, await load()), header);
  }

  #keep(address: string, keys: readonly PixJwk[]): readonly PixJwk[] {
    this.#kept.delete(address);
    this.#kept.set(address, { keys, until: Date.now() + KEPT_MS });
    const [oldest = address] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(oldest);
    return keys;
  }
}
