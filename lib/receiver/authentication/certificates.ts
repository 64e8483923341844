import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { CertificateError } from '../../errors/index.js';
import { contentOfText, isFileName } from '../../transport/index.js';
import type { PixCertificateSource } from './authentication.options.js';
import type { SignatureChecks } from './certificate-chain.js';

/**
 * Returns the content of the PEM blocks with a label. Line breaks may be replaced: proxies write
 * spaces, tabs or nothing, and environment variables `\n`.
 */
function readPem(text: string, label: string): Buffer[] {
  const blocks = text.matchAll(
    new RegExp(`-----BEGIN ${label}-----([^-]*)-----END ${label}-----`, 'g'),
  );
  return Array.from(blocks, ([, base64 = '']) =>
    Buffer.from(base64.replace(/\s|\\[nr]/g, ''), 'base64'),
  );
}

function parseDer(der: Buffer): X509Certificate {
  return new X509Certificate(der);
}

/** The caller's certificate, and the intermediates sent with it. */
interface PresentedCertificate {
  readonly leaf: X509Certificate;
  readonly intermediates: readonly X509Certificate[];
}

/** The maximum number of intermediates; real chains have fewer. */
const MAX_CHAIN = 8;

/**
 * Returns the client certificate of the TLS connection. The handshake has proved that the caller
 * has its private key.
 */
export function connectionCertificate(request: IncomingMessage): PresentedCertificate | undefined {
  const socket = request.socket as Partial<TLSSocket>;
  const leaf = socket.getPeerX509Certificate?.();
  if (!leaf) return undefined;
  const intermediates: X509Certificate[] = [];
  let issuer = leaf.issuerCertificate;
  while (issuer && intermediates.length < MAX_CHAIN) {
    if (issuer.fingerprint256 === (intermediates.at(-1) ?? leaf).fingerprint256) break;
    intermediates.push(issuer);
    issuer = issuer.issuerCertificate;
  }
  return { leaf, intermediates };
}

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
  if (text.includes('-----BEGIN')) return readPem(text, 'CERTIFICATE').map(parseDer);
  const base64 = /^:?([A-Za-z0-9+/]+={0,2}):?$/.exec(text)?.[1];
  if (base64 === undefined) throw new TypeError('not a certificate');
  return [parseDer(Buffer.from(base64, 'base64'))];
}

/** The options that contain certificates and revocation lists, with the label of their PEM blocks. */
const kinds = {
  ca: {
    label: 'CERTIFICATE',
    name: 'certificate',
    solution: 'the certificates of the authority that signs the provider’s client certificates',
  },
  crl: {
    label: 'X509 CRL',
    name: 'certificate revocation list',
    solution: 'the revocation lists of the authorities in mtls.ca',
  },
} as const;

/** @throws CertificateError if a source cannot be read or contains no certificate */
export function loadTrustAnchors(source: PixCertificateSource): X509Certificate[] {
  return readSources(source, 'ca', parseDer);
}

/**
 * Reads each certificate or revocation list of an option.
 *
 * @param parse reads one in DER; the errors for users that it throws need the place
 * @throws CertificateError if a source cannot be read or contains none
 */
export function readSources<T>(
  source: PixCertificateSource,
  option: keyof typeof kinds,
  parse: (der: Buffer, place: string) => T,
): T[] {
  return listSources(source).flatMap((each) => readSource(each, option, parse));
}

export function listSources(source: PixCertificateSource): readonly (string | Buffer)[] {
  return Array.isArray(source)
    ? (source as readonly (string | Buffer)[])
    : [source as string | Buffer];
}

function readSource<T>(
  source: string | Buffer,
  option: keyof typeof kinds,
  parse: (der: Buffer, place: string) => T,
): T[] {
  const { label, name, solution } = kinds[option];
  const content = typeof source === 'string' ? contentOfText(source) : Buffer.from(source);
  const place = content ? 'the configured content' : describeSource(String(source));
  const refuse = (problem: string, options?: ErrorOptions) =>
    new CertificateError(
      `authentication.mtls.${option}: ${place} ${problem}. Give ${solution}: the path of a PEM or DER file, PEM ` +
        'text, base64 of PEM or DER, or a Buffer.',
      options,
    );
  let found: T[];
  try {
    const bytes = content ?? readFileSync(source);
    const text = bytes.toString('latin1');
    const blocks = text.includes('-----BEGIN') ? readPem(text, label) : [bytes];
    found = blocks.map((der) => parse(der, place));
  } catch (cause) {
    if (cause instanceof CertificateError) throw cause;
    // A file system error repeats the text, which is not a file name here.
    const options = content || isFileName(String(source)) ? { cause } : {};
    throw refuse(`cannot be read as a ${name}`, options);
  }
  if (found.length === 0) throw refuse(`contains no ${name}`);
  return found;
}

function describeSource(text: string): string {
  return isFileName(text) ? `the file ${text}` : `the configured text of ${text.length} characters`;
}
