import type { PixPayloadHeader } from '../payload.types.js';
import { untrusted, type JwsSource } from './untrusted.js';

/**
 * The algorithms of RFC 7518 with a public key. Excludes `none` and HMAC, which would allow
 * forgery.
 */
export const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
];

/** Parses the header of a compact JWS, before its verification. */
export async function readHeader(jws: string, source: JwsSource): Promise<PixPayloadHeader> {
  const header = await decode(jws, source);
  const { alg, kid, crit } = header;
  if (!ALGORITHMS.includes(alg as string)) {
    throw untrusted(`Its algorithm is not one of ${ALGORITHMS.join(', ')}.`, source);
  }
  if (typeof kid !== 'string' || kid === '') throw untrusted('Its header has no kid.', source);
  if (crit !== undefined) {
    throw untrusted('Its header requires extensions (crit) that are not supported.', source);
  }
  return header as PixPayloadHeader;
}

async function decode(jws: string, source: JwsSource): Promise<Record<string, unknown>> {
  // Most applications fetch no payload: its package is loaded on first use.
  const { decodeProtectedHeader } = await import('jose');
  try {
    return decodeProtectedHeader(jws);
  } catch (cause) {
    throw untrusted('Its header cannot be read.', source, cause);
  }
}

/**
 * Returns the address of the key set: https, on the host of the location (BCB, Manual de Segurança
 * do Pix, QR Codes dinâmicos). Keys of another host could sign anything.
 */
export function keySetAddress(header: PixPayloadHeader, location: URL, source: JwsSource): URL {
  const jku: unknown = header.jku;
  const address = typeof jku === 'string' && URL.canParse(jku) ? new URL(jku) : undefined;
  if (address?.origin !== location.origin || address.username !== '' || address.password !== '') {
    throw untrusted('Its jku is not an https address on the host of the location.', source);
  }
  return address;
}
