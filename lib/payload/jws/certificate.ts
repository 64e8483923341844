import { createHash, createPublicKey, X509Certificate, type JsonWebKey } from 'node:crypto';
import type { PixJwk, PixPayloadHeader } from '../payload.types.js';
import { untrusted, type JwsSource } from './untrusted.js';

const THUMBPRINTS = [
  ['x5t', 'sha1'],
  ['x5t#S256', 'sha256'],
] as const;

/**
 * Verifies a key's certificates, if it has them (`x5c`; RFC 7517, 4.7): the first must contain that
 * key, and all must be valid today. A certificate that the header names (`x5t`, `x5t#S256`) must be
 * the first one. The authority is not verified: the key is trusted for the host that serves it over
 * TLS.
 */
export function checkCertificate(header: PixPayloadHeader, jwk: PixJwk, source: JwsSource): void {
  const chain = parseChain(jwk, source);
  const [leaf] = chain;
  if (leaf) checkChain(chain, leaf, jwk, source);
  for (const [name, algorithm] of THUMBPRINTS) {
    const named: unknown = header[name];
    if (named === undefined) continue;
    const actual = leaf
      ? createHash(algorithm).update(leaf.raw).digest()
      : decodeThumbprint(jwk[name]);
    if (!actual || !decodeThumbprint(named)?.equals(actual)) {
      throw untrusted(`Its ${name} is not the thumbprint of the key's certificate.`, source);
    }
  }
}

function parseChain({ x5c = [] }: PixJwk, source: JwsSource): X509Certificate[] {
  try {
    return (x5c as readonly string[]).map((der) => new X509Certificate(Buffer.from(der, 'base64')));
  } catch (cause) {
    throw untrusted("The key's x5c is not a list of certificates.", source, cause);
  }
}

function checkChain(
  chain: readonly X509Certificate[],
  leaf: X509Certificate,
  jwk: PixJwk,
  source: JwsSource,
): void {
  if (!hasKey(leaf, jwk)) {
    throw untrusted("The key's first certificate (x5c) contains another key.", source);
  }
  const now = Date.now();
  const inTime = ({ validFrom, validTo }: X509Certificate) =>
    Date.parse(validFrom) <= now && now <= Date.parse(validTo);
  if (!chain.every(inTime)) {
    throw untrusted('A certificate of the key (x5c) has expired or is not yet valid.', source);
  }
}

function hasKey({ publicKey }: X509Certificate, jwk: PixJwk): boolean {
  try {
    return createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }).equals(publicKey);
  } catch {
    return false;
  }
}

/** Decodes base64url, or base64 with padding, which some providers use. */
function decodeThumbprint(thumbprint: unknown): Buffer | undefined {
  return typeof thumbprint === 'string' ? Buffer.from(thumbprint, 'base64url') : undefined;
}
