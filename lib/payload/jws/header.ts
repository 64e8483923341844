import { decodeProtectedHeader } from 'jose';
import type { PixPayloadHeader } from '../payload.types.js';
import { untrusted, type Source } from './untrusted.js';

/** Those of RFC 7518 with a public key. `none` and HMAC, which a key set could fool, are not. @internal */
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

/** The header of a compact JWS, not verified yet. @internal */
export function readHeader(jws: string, source: Source): PixPayloadHeader {
  const header = decode(jws, source);
  const { alg, kid, crit } = header;
  if (!ALGORITHMS.includes(alg as string)) {
    throw untrusted(`Its algorithm is none of ${ALGORITHMS.join(', ')}.`, source);
  }
  if (typeof kid !== 'string' || kid === '') throw untrusted('Its header has no kid.', source);
  if (crit !== undefined) {
    throw untrusted('Its header demands extensions (crit) that are not known here.', source);
  }
  return header as PixPayloadHeader;
}

function decode(jws: string, source: Source): Record<string, unknown> {
  try {
    return decodeProtectedHeader(jws);
  } catch (cause) {
    throw untrusted('Its header is not readable.', source, cause);
  }
}

/**
 * The address of the key set: https, on the very host that the location names (BCB, Manual de
 * Segurança do Pix, QR Codes dinâmicos). Whoever holds another host can sign anything by its keys.
 *
 * @internal
 */
export function keySetAddress(header: PixPayloadHeader, location: URL, source: Source): URL {
  const jku: unknown = header.jku;
  const address = typeof jku === 'string' && URL.canParse(jku) ? new URL(jku) : undefined;
  if (address?.origin !== location.origin || address.username !== '' || address.password !== '') {
    throw untrusted('Its jku is not an https address on the host of the location.', source);
  }
  return address;
}
