import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIssuedBy } from './certificate-chain.js';
import { certificateOfDer, certificatesOfPem } from './pem.js';
import { MAX_CHAIN } from './presented-certificate.js';
import type { PresentedCertificate } from './presented-certificate.js';

/** The one value of a header; a repeated one is nobody's word. */
export function onlyHeader(request: IncomingMessage, name: string): string | undefined {
  // Read raw, since HTTP/1 joins repeated lines and HTTP/2 has no headersDistinct.
  const { rawHeaders } = request;
  const isNamed = (text: string, index: number) =>
    index % 2 === 0 && text.toLowerCase() === name.toLowerCase();
  const at = rawHeaders.findIndex(isNamed);
  return at >= 0 && at === rawHeaders.findLastIndex(isNamed) ? rawHeaders[at + 1] : undefined;
}

/**
 * The client certificate that a proxy passes on. A list must be one chain, each certificate signed by the next: were it
 * not, a caller could slip a stolen certificate in front of the one that the proxy appends.
 */
export function headerCertificate(
  request: IncomingMessage,
  header: string,
): PresentedCertificate | undefined {
  const value = onlyHeader(request, header);
  if (value === undefined) return undefined;
  try {
    const [leaf, ...intermediates] = value.split(',').flatMap(parseElement);
    if (!leaf || intermediates.length > MAX_CHAIN || !isChain(leaf, intermediates))
      return undefined;
    return { leaf, intermediates };
  } catch {
    return undefined;
  }
}

function isChain(leaf: X509Certificate, issuers: readonly X509Certificate[]): boolean {
  return issuers.every((issuer, index) => isIssuedBy(issuers[index - 1] ?? leaf, issuer));
}

/** PEM, percent-encoded or not; base64 DER; RFC 9440 `:base64:`; Envoy's `Cert="…"`. Throws on anything else. */
function parseElement(element: string): X509Certificate[] {
  const envoy = /(?:^|;)\s*Cert="([^"]*)"/i.exec(element)?.[1];
  const raw = (envoy ?? element).trim();
  const text = raw.includes('%') ? decodeURIComponent(raw) : raw;
  if (text.includes('-----BEGIN')) return certificatesOfPem(text);
  const base64 = /^:?([A-Za-z0-9+/]+={0,2}):?$/.exec(text)?.[1];
  if (base64 === undefined) throw new TypeError('no certificate');
  return [certificateOfDer(Buffer.from(base64, 'base64'))];
}
