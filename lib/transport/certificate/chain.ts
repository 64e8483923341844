import type { KeyObject, X509Certificate } from 'node:crypto';

/** More than any real chain has; certificates of one name and key would make one of any length. */
const MAX_CHAIN = 10;

/**
 * The certificate that belongs to the key, followed by its issuers as far as they are given: the
 * order TLS sends them in (RFC 8446, 4.4.2). Other certificates are left out.
 *
 * @returns an empty list when no certificate belongs to the key
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

/** A certificate renewed with the same key may lie beside the one it replaces. */
function newestFirst(a: X509Certificate, b: X509Certificate): number {
  return Date.parse(b.validTo) - Date.parse(a.validTo);
}
