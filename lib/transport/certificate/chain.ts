import type { KeyObject, X509Certificate } from 'node:crypto';

/**
 * Longer than any real chain; certificates with the same name and key could make one of any length.
 */
const MAX_CHAIN = 10;

/**
 * Builds the chain of the certificate that belongs to the key, followed by its issuers: the order
 * in TLS (RFC 8446, 4.4.2). Omits other certificates.
 *
 * @returns an empty list if no certificate belongs to the key
 */
export function chainFor(
  key: KeyObject,
  certificates: readonly X509Certificate[],
): X509Certificate[] {
  const leaf = certificates.filter((candidate) => candidate.checkPrivateKey(key)).sort(newestFirst);
  const chain = leaf.slice(0, 1);
  for (let last = chain[0]; last !== undefined && chain.length < MAX_CHAIN;) {
    const child = last;
    last = certificates.find((parent) => !chain.includes(parent) && child.checkIssued(parent));
    if (last !== undefined) chain.push(last);
  }
  return chain;
}

/**
 * Sorts the newest first: a certificate that was renewed with the same key may be given together
 * with the one it replaces.
 */
function newestFirst(a: X509Certificate, b: X509Certificate): number {
  return Date.parse(b.validTo) - Date.parse(a.validTo);
}
