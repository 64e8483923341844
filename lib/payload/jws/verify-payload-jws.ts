import type { JWK } from 'jose';
import { PixRespostaInvalidaError, parseObject } from '../../errors/index.js';
import type { PixJwk, PixPayloadHeader, VerifiedPixPayload } from '../payload.types.js';
import { checkCertificate } from './certificate.js';
import { readContent } from './content.js';
import { ALGORITHMS, readHeader } from './header.js';
import { untrusted, type JwsSource } from './untrusted.js';

/**
 * Verifies the JWS of a payload with known keys and parses it. Does not follow `jku` and does not
 * compare it with a host; `PixPayloadService` does both.
 *
 * @param jws compact serialization (RFC 7515, 7.1)
 * @param set a JWK set (RFC 7517, 5) that contains the key with the header's `kid`
 * @throws PixRespostaInvalidaError if the signature cannot be trusted, or the content is not a
 * payload
 */
export async function verifyPayloadJws(
  jws: string,
  set: { readonly keys: readonly PixJwk[] },
): Promise<VerifiedPixPayload> {
  const header = await readHeader(jws, {});
  return verifyWith(requireKey(findKey(set.keys, header), {}), jws, header, {});
}

/**
 * Finds the only key that matches a header's `kid` and `alg`; `undefined` if there is none or more
 * than one.
 */
export function findKey(
  keys: readonly PixJwk[],
  { kid, alg }: PixPayloadHeader,
): PixJwk | undefined {
  const [key, ...others] = keys.filter(
    (jwk) => jwk.kid === kid && (jwk.alg === undefined || jwk.alg === alg),
  );
  return others.length === 0 ? key : undefined;
}

export function requireKey(key: PixJwk | undefined, source: JwsSource): PixJwk {
  if (!key)
    throw untrusted('The key set does not have exactly one key for its kid and alg.', source);
  return key;
}

export async function verifyWith(
  key: PixJwk,
  jws: string,
  header: PixPayloadHeader,
  source: JwsSource,
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
        detail: 'The signed content is not a JSON object with a txid or an idRec.',
        status,
        contentType,
      },
      { operation },
    );
  }
  return { ...content, header };
}

async function verifiedText(key: PixJwk, jws: string, source: JwsSource): Promise<string> {
  const { compactVerify } = await import('jose');
  try {
    const { payload } = await compactVerify(jws, key as JWK, { algorithms: ALGORITHMS });
    return new TextDecoder('utf-8', { fatal: true }).decode(payload);
  } catch (cause) {
    throw untrusted('The signature does not match, or its key is unsuitable.', source, cause);
  }
}
