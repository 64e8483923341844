import { compactVerify, type JWK } from 'jose';
import { PixRespostaInvalidaError } from '../../errors/index.js';
import { parseObject } from '../../errors/json-object.js';
import type { PixJwk, PixPayloadHeader, VerifiedPixPayload } from '../payload.types.js';
import { checkCertificate } from './certificate.js';
import { readContent } from './content.js';
import { ALGORITHMS, readHeader } from './header.js';
import { untrusted, type Source } from './untrusted.js';

/**
 * Verifies the JWS of a payload with keys that are known already, and reads it. Where they come from
 * is the caller's matter: `jku` is not followed, nor compared with a host. `PixPayloadService` does both.
 *
 * @param jws compact serialisation (RFC 7515, 7.1)
 * @param set a JWK set (RFC 7517, 5): the key is the one of the header's `kid`
 * @throws PixRespostaInvalidaError when the signature can't be trusted, or what it signs is no payload
 */
export async function verifyPayloadJws(
  jws: string,
  set: { readonly keys: readonly PixJwk[] },
): Promise<VerifiedPixPayload> {
  const header = readHeader(jws, {});
  return verifyWith(requireKey(findKey(set.keys, header), {}), jws, header, {});
}

/** The one key that a header names. Two with its `kid` and for its `alg` are none. @internal */
export function findKey(
  keys: readonly PixJwk[],
  { kid, alg }: PixPayloadHeader,
): PixJwk | undefined {
  const [key, ...others] = keys.filter(
    (jwk) => jwk.kid === kid && (jwk.alg === undefined || jwk.alg === alg),
  );
  return others.length === 0 ? key : undefined;
}

/** @internal */
export function requireKey(key: PixJwk | undefined, source: Source): PixJwk {
  if (!key)
    throw untrusted('The key set has no key, or not just one, for its kid and alg.', source);
  return key;
}

/** @internal */
export async function verifyWith(
  key: PixJwk,
  jws: string,
  header: PixPayloadHeader,
  source: Source,
): Promise<VerifiedPixPayload> {
  checkCertificate(header, key, source);
  const text = await verifiedText(key, jws, source);
  const payload = parseObject(text);
  const content = payload && readContent(payload);
  if (!content) {
    const { operation, status, contentType } = source;
    throw new PixRespostaInvalidaError(
      {
        title: 'Invalid payload',
        detail: 'What was signed is not a JSON object with a txid or an idRec.',
        status,
        contentType,
      },
      { operation },
    );
  }
  return { ...content, header };
}

async function verifiedText(key: PixJwk, jws: string, source: Source): Promise<string> {
  try {
    const { payload } = await compactVerify(jws, key as unknown as JWK, { algorithms: ALGORITHMS });
    return new TextDecoder('utf-8', { fatal: true }).decode(payload);
  } catch (cause) {
    throw untrusted('The signature does not match, or its key is unfit for it.', source, cause);
  }
}
