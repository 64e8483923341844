import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseDer, parsePem } from './pem.js';
import { MAX_CHAIN, type PresentedCertificate } from './presented-certificate.js';
import type { SignatureChecks } from './signatures.js';

/** Returns the header's value, or `undefined` if it is absent or repeated. */
export function onlyHeader(request: IncomingMessage, name: string): string | undefined {
  // Reads the raw headers: HTTP/1 joins repeated lines, and HTTP/2 has no headersDistinct.
  const { rawHeaders } = request;
  const isNamed = (text: string, index: number) =>
    index % 2 === 0 && text.toLowerCase() === name.toLowerCase();
  const at = rawHeaders.findIndex(isNamed);
  return at >= 0 && at === rawHeaders.findLastIndex(isNamed) ? rawHeaders[at + 1] : undefined;
}

/**
 * Returns the client certificate that a proxy forwards, or `undefined` if there is no usable one. A
 * list must be one chain, with each certificate signed by the next. Otherwise a caller could put a
 * stolen certificate in front of the one that the proxy appends.
 */
export function headerCertificate(
  request: IncomingMessage,
  header: string,
  checks: SignatureChecks,
): PresentedCertificate | undefined {
  const value = onlyHeader(request, header);
  if (value === undefined) return undefined;
  try {
    const [leaf, ...intermediates] = parseList(value);
    if (!leaf || !isChain(leaf, intermediates, checks)) return undefined;
    return { leaf, intermediates };
  } catch {
    return undefined;
  }
}

function isChain(
  leaf: X509Certificate,
  issuers: readonly X509Certificate[],
  checks: SignatureChecks,
): boolean {
  return issuers.every((issuer, index) => checks.isIssuedBy(issuers[index - 1] ?? leaf, issuer));
}

/**
 * Parses a list; fails on an invalid certificate, or on more certificates than any real chain has.
 */
function parseList(value: string): X509Certificate[] {
  const found: X509Certificate[] = [];
  for (const element of value.split(',')) {
    found.push(...parseElement(element));
    if (found.length > 1 + MAX_CHAIN) throw new RangeError('too many certificates');
  }
  return found;
}

/**
 * Parses PEM, percent-encoded or not; base64 DER; RFC 9440 `:base64:`; Envoy's `Cert="…"`.
 *
 * Fails on anything else.
 */
function parseElement(element: string): X509Certificate[] {
  const envoy = /(?:^|;)\s*Cert="([^"]*)"/i.exec(element)?.[1];
  const raw = (envoy ?? element).trim();
  const text = raw.includes('%') ? decodeURIComponent(raw) : raw;
  if (text.includes('-----BEGIN')) return parsePem(text);
  const base64 = /^:?([A-Za-z0-9+/]+={0,2}):?$/.exec(text)?.[1];
  if (base64 === undefined) throw new TypeError('not a certificate');
  return [parseDer(Buffer.from(base64, 'base64'))];
}
