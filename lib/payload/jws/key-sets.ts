/** The key sets that locations name. */
import { errorFromResponse, isObject, parseObject } from '../../errors/index.js';
import { MINUTE_MS } from '../../runtime/index.js';
import type { PixHttp } from '../../transport/index.js';
import { getText, type TextRequest } from '../http/get-text.js';
import type { PixJwk, PixPayloadHeader } from '../payload.types.js';
import { findKey, untrusted } from './verify-payload-jws.js';

interface KeySet {
  readonly keys: readonly PixJwk[];
  readonly until: number;
}

const CACHE_MS = 10 * MINUTE_MS;

/** Codes can name any host: without a limit they could fill the memory. */
const MAX_CACHED = 100;

/** Caches key sets by address. */
export class KeySets {
  readonly #cached = new Map<string, KeySet>();

  /**
   * Finds the key that a header names. If a cached set does not contain it, the set is read again,
   * because providers add keys before they use them.
   */
  async find(
    address: string,
    header: PixPayloadHeader,
    load: () => Promise<readonly PixJwk[]>,
  ): Promise<PixJwk | undefined> {
    const cached = this.#cached.get(address);
    const known = cached && Date.now() < cached.until ? findKey(cached.keys, header) : undefined;
    return known ?? findKey(this.#cache(address, await load()), header);
  }

  #cache(address: string, keys: readonly PixJwk[]): readonly PixJwk[] {
    this.#cached.delete(address);
    this.#cached.set(address, { keys, until: Date.now() + CACHE_MS });
    const [oldest = address] = this.#cached.keys();
    if (this.#cached.size > MAX_CACHED) this.#cached.delete(oldest);
    return keys;
  }
}

const OPERATION = 'GET {jku}';

/** Reads a key set with the same limits as payloads. */
export async function loadKeys(
  http: PixHttp,
  request: Pick<TextRequest, 'address' | 'timeout' | 'signal'>,
): Promise<readonly PixJwk[]> {
  const response = await getText(http, {
    ...request,
    accept: 'application/jwk-set+json, application/json;q=0.9',
    operation: OPERATION,
  });
  // A failing host may recover. Other errors concern the key set, so they must not look like the
  // charge's 404.
  if (response.status >= 500) throw errorFromResponse(response, { operation: OPERATION });
  const keys = response.status === 200 ? parseObject(response.body)?.keys : undefined;
  if (!Array.isArray(keys)) {
    const { status, contentType } = response;
    throw untrusted(`Its jku returned ${status} without a key set.`, {
      operation: OPERATION,
      status,
      contentType,
    });
  }
  return keys.filter(isObject);
}
