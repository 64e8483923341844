import { MINUTE_MS } from '../../runtime/index.js';
import type { PixJwk, PixPayloadHeader } from '../payload.types.js';
import { findKey } from './verify-payload-jws.js';

interface KeySet {
  readonly keys: readonly PixJwk[];
  readonly until: number;
}

const KEPT_MS = 10 * MINUTE_MS;

/** Codes can name any host: without a limit they could fill the memory. */
const MAX_KEPT = 100;

/** Caches key sets by address. @internal */
export class KeySets {
  readonly #kept = new Map<string, KeySet>();

  /**
   * Finds the key that a header names. If a cached set does not contain it, the set is read again,
   * because providers add keys before they use them.
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
