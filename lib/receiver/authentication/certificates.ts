import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { CertificateError } from '../../errors/index.js';
import type { PixRuntime } from '../../runtime/index.js';
import { contentOfText, isFileName } from '../../transport/index.js';
import type { PixCertificateSource } from './authentication.options.js';
import { CertificateChain, type SignatureChecks } from './certificate-chain.js';

const PEM = /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g;

/**
 * Parses the certificates in PEM text. Line breaks may be replaced: proxies write spaces, tabs or
 * nothing, and environment variables `\n`.
 *
 * @throws Error when a certificate cannot be parsed
 */
function parsePem(text: string): X509Certificate[] {
  return Array.from(text.matchAll(PEM), ([, base64 = '']) =>
    parseDer(Buffer.from(base64.replace(/\s|\\[nr]/g, ''), 'base64')),
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
  if (text.includes('-----BEGIN')) return parsePem(text);
  const base64 = /^:?([A-Za-z0-9+/]+={0,2}):?$/.exec(text)?.[1];
  if (base64 === undefined) throw new TypeError('not a certificate');
  return [parseDer(Buffer.from(base64, 'base64'))];
}

const SOLUTION =
  'Give the certificates of the authority that signs the provider’s client certificates: the path of a PEM file, PEM text, base64 of PEM or DER, or a Buffer.';

/** @throws CertificateError if a source cannot be read or contains no certificate */
export function loadTrustAnchors(source: PixCertificateSource): X509Certificate[] {
  return toList(source).flatMap(load);
}

function toList(source: PixCertificateSource): readonly (string | Buffer)[] {
  return Array.isArray(source)
    ? (source as readonly (string | Buffer)[])
    : [source as string | Buffer];
}

function load(source: string | Buffer): X509Certificate[] {
  const content = typeof source === 'string' ? contentOfText(source) : Buffer.from(source);
  const place = content ? 'the configured content' : describeSource(String(source));
  try {
    const found = parseCertificates(content ?? readFileSync(source));
    if (found.length > 0) return found;
  } catch (cause) {
    throw new CertificateError(
      `authentication.mtls.ca: ${place} cannot be read as a certificate. ${SOLUTION}`,
      // A file system error repeats the text, which is not a file name here.
      content || isFileName(String(source)) ? { cause } : {},
    );
  }
  throw new CertificateError(
    `authentication.mtls.ca: ${place} contains no certificate. ${SOLUTION}`,
  );
}

function describeSource(text: string): string {
  return isFileName(text) ? `the file ${text}` : `the configured text of ${text.length} characters`;
}

function parseCertificates(content: Buffer): X509Certificate[] {
  const text = content.toString('latin1');
  return text.includes('-----BEGIN') ? parsePem(text) : [parseDer(content)];
}

const MAX_CHAINS = 256;

/** Caches the parsed chains of authorities that are resolved at each request, by content. */
export class ChainCache {
  /** Ordered by last use. */
  readonly #chains = new Map<string, CertificateChain>();

  constructor(private readonly runtime: PixRuntime) {}

  /** @throws CertificateError if the certificates cannot be read, or are a file name */
  get(ca: PixCertificateSource): CertificateChain {
    const sources = toList(ca);
    const key = digest(sources);
    const chain = this.#chains.get(key) ?? this.#create(sources);
    this.#chains.delete(key);
    this.#chains.set(key, chain);
    const [oldest] = this.#chains.keys();
    if (oldest !== undefined && this.#chains.size > MAX_CHAINS) this.#chains.delete(oldest);
    return chain;
  }

  #create(sources: readonly (string | Buffer)[]): CertificateChain {
    if (sources.some((each) => typeof each === 'string' && !contentOfText(each))) {
      throw new CertificateError(
        'authentication.resolve: mtls.ca must contain certificates as PEM text, base64 or a Buffer, not ' +
          'a file name.',
      );
    }
    return new CertificateChain(loadTrustAnchors(sources), this.runtime);
  }
}

function digest(sources: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const bytes = Buffer.from(source);
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest('base64');
}
