// Reads certificates from connections, headers and files, and revocation lists.

import { X509Certificate, type KeyObject, verify } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { Logger } from '@nestjs/common';
import { CertificateError, toErrorText, toLogLine } from '../../errors/index.js';
import type { PixRuntime } from '../../runtime/index.js';
import { contentOfText, isFileName } from '../../transport/index.js';
import type { PixCertificateSource } from './authentication.options.js';
import {
  type SignatureChecks,
  type DerElement,
  INTEGER,
  only,
  readElements,
  readExtensionList,
  type Revocation,
  SEQUENCE,
} from './certificate-chain.js';

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

const parseDer = (der: Buffer) => new X509Certificate(der);

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

/** Returns the client certificate that a proxy forwards, or `undefined` if there is no usable one. */
export function headerCertificate(
  request: IncomingMessage,
  header: string,
): PresentedCertificate | undefined {
  const value = onlyHeader(request, header);
  if (value === undefined) return undefined;
  try {
    const [leaf, ...intermediates] = parseList(value);
    return leaf && { leaf, intermediates };
  } catch {
    return undefined;
  }
}

/**
 * Whether each certificate is signed by the next. A list in a header must be: otherwise a caller could put a stolen
 * certificate in front of the one that the proxy appends. Uses keys of the caller, so the first must be trusted already.
 */
export function isChain(
  { leaf, intermediates }: PresentedCertificate,
  checks: SignatureChecks,
): boolean {
  return intermediates.every((issuer, index) =>
    checks.isIssuedBy(intermediates[index - 1] ?? leaf, issuer),
  );
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
function readSources<T>(
  source: PixCertificateSource,
  option: keyof typeof kinds,
  parse: (der: Buffer, place: string) => T,
): T[] {
  const { label, name, solution } = kinds[option];
  return listSources(source).flatMap((each) => {
    const content = typeof each === 'string' ? contentOfText(each) : Buffer.from(each);
    const place = content ? 'the configured content' : describeSource(String(each));
    const refuse = (problem: string, options?: ErrorOptions) =>
      new CertificateError(
        `authentication.mtls.${option}: ${place} ${problem}. Give ${solution}: the path of a PEM or DER file, PEM ` +
          'text, base64 of PEM or DER, or a Buffer.',
        options,
      );
    let found: T[];
    try {
      const bytes = content ?? readFileSync(each);
      const text = bytes.toString('latin1');
      const blocks = text.includes('-----BEGIN') ? readPem(text, label) : [bytes];
      found = blocks.map((der) => parse(der, place));
    } catch (cause) {
      if (cause instanceof CertificateError) throw cause;
      // A file system error repeats the text, which is not a file name here.
      const options = content || isFileName(String(each)) ? { cause } : {};
      throw refuse(`cannot be read as a ${name}`, options);
    }
    if (found.length === 0) throw refuse(`contains no ${name}`);
    return found;
  });
}

export function listSources(source: PixCertificateSource): readonly (string | Buffer)[] {
  return [source as string | Buffer].flat();
}

function describeSource(text: string): string {
  return isFileName(text) ? `the file ${text}` : `the configured text of ${text.length} characters`;
}

/** A certificate revocation list (RFC 5280, section 5). */
interface RevocationList {
  readonly thisUpdate: number;
  readonly nextUpdate: number;
  /** Serial numbers, in the form of {@link readSerial}. */
  readonly serials: ReadonlySet<string>;
  /** Whether it contains only changes, or only some of the certificates. */
  readonly isPartial: boolean;
  readonly isSignedBy: (key: KeyObject) => boolean;
}

/** A list, and the key of the authority that signed it. */
type IssuedList = RevocationList & { readonly key: KeyObject };

/** How often the files are compared with what was read, in milliseconds. */
const CHECK_MS = 10_000;

/**
 * The lists of `authentication.mtls.crl`. Changed files are read before the next certificate is
 * verified; if they cannot be used, the previous lists remain and an error is logged.
 */
export class RevocationLists implements Revocation {
  readonly #logger = new Logger('PixWebhookReceiver');
  readonly #files: readonly string[];
  #lists: readonly IssuedList[];
  #versions: string;
  #checkedAt: number;

  /** @throws CertificateError if a list cannot be read, has another issuer or has expired */
  constructor(
    private readonly source: PixCertificateSource,
    private readonly anchors: readonly X509Certificate[],
    private readonly runtime: PixRuntime,
  ) {
    this.#files = listSources(source).filter(
      (each): each is string => typeof each === 'string' && !contentOfText(each),
    );
    this.#checkedAt = runtime.elapsed();
    this.#versions = readVersions(this.#files);
    this.#lists = this.#load();
  }

  get until(): number {
    return Math.min(...this.#lists.map(({ nextUpdate }) => nextUpdate));
  }

  refresh(): boolean {
    const elapsed = this.runtime.elapsed();
    if (this.#files.length === 0 || elapsed - this.#checkedAt < CHECK_MS) return false;
    this.#checkedAt = elapsed;
    const versions = readVersions(this.#files);
    if (versions === this.#versions) return false;
    this.#versions = versions;
    try {
      this.#lists = this.#load();
      return true;
    } catch (error) {
      const reason = toLogLine(toErrorText(error));
      this.#logger.error(`The previous revocation lists remain in use: ${reason}`);
      return false;
    }
  }

  getStatus(certificate: X509Certificate, { publicKey }: X509Certificate) {
    const lists = this.#lists.filter(({ key }) => key.equals(publicKey));
    const serial = readSerial(certificate.serialNumber);
    // The end of a list does not end a revocation.
    if (lists.some(({ serials }) => serials.has(serial))) return 'revoked';
    const now = this.runtime.now();
    return lists.some(({ nextUpdate }) => nextUpdate > now) ? 'good' : 'unknown';
  }

  #load(): IssuedList[] {
    return readSources(this.source, 'crl', (der, place) => {
      const list = readList(der);
      const key = this.anchors
        .map(({ publicKey }) => publicKey)
        .find((candidate) => list.isSignedBy(candidate));
      const problem = findProblem(list, key, this.runtime.now());
      if (key && problem === undefined) return { ...list, key };
      throw new CertificateError(`authentication.mtls.crl: ${place} ${problem ?? ''}`);
    });
  }
}

function findProblem(
  { thisUpdate, nextUpdate, isPartial }: RevocationList,
  key: KeyObject | undefined,
  now: number,
): string | undefined {
  if (!key) {
    return 'is not signed by a certificate in mtls.ca, or not with SHA-2: add the authority that signs the list to mtls.ca.';
  }
  if (isPartial) return 'does not list all certificates of its authority: give the complete list.';
  if (thisUpdate > now) {
    return `is valid only from ${toText(thisUpdate)}: check the clock of this machine.`;
  }
  return nextUpdate > now
    ? undefined
    : `expired on ${toText(nextUpdate)}: download the current list of its authority.`;
}

const toText = (time: number) => new Date(time).toISOString();

/** Returns a text that changes when one of the files changes or is replaced. */
function readVersions(files: readonly string[]): string {
  return files.map(readVersion).join('\n');
}

function readVersion(file: string): string {
  try {
    const { dev, ino, size, mtimeMs, ctimeMs } = statSync(file);
    return [dev, ino, size, mtimeMs, ctimeMs].join(' ');
  } catch {
    return 'unreadable';
  }
}

/** The digests of signature algorithms, by their object identifiers: ECDSA, RSA, Ed25519 (which names none). */
const DIGESTS: Readonly<Record<string, string | null>> = {
  '2a8648ce3d040302': 'sha256',
  '2a8648ce3d040303': 'sha384',
  '2a8648ce3d040304': 'sha512',
  '2a864886f70d01010b': 'sha256',
  '2a864886f70d01010c': 'sha384',
  '2a864886f70d01010d': 'sha512',
  '2b6570': null,
};

/** `crlExtensions [0]`. */
const EXTENSIONS = 0xa0;

/** @throws RangeError if the bytes are not a list */
function readList(der: Buffer): RevocationList {
  const whole = only(der, SEQUENCE).content;
  const [body, algorithm, bits] = readElements(whole);
  if (!body || !algorithm || !bits) throw new RangeError('not a revocation list');
  const signed = whole.subarray(
    0,
    body.content.byteOffset - whole.byteOffset + body.content.length,
  );
  const digest = DIGESTS[readElements(algorithm.content)[0]?.content.toString('hex') ?? ''];

  const fields = readElements(body.content);
  // The version is optional; the algorithm and the issuer come before the times.
  const times = fields[0]?.tag === INTEGER ? 3 : 2;
  const revoked = fields[times + 2]?.tag === SEQUENCE ? fields[times + 2]?.content : undefined;
  const extensions = readExtensionList(fields.find(({ tag }) => tag === EXTENSIONS));
  return {
    thisUpdate: readTime(fields[times]),
    nextUpdate: readTime(fields[times + 1]),
    serials: new Set(
      readElements(revoked ?? Buffer.alloc(0)).map(({ content }) =>
        readSerial(only(content, INTEGER).content.toString('hex')),
      ),
    ),
    // The scope of a list is a critical extension.
    isPartial: extensions.some(({ critical }) => critical),
    isSignedBy: (key) =>
      digest !== undefined && isVerified(digest, signed, key, bits.content.subarray(1)),
  };
}

function isVerified(digest: string | null, signed: Buffer, key: KeyObject, signature: Buffer) {
  try {
    return verify(digest, signed, key, signature);
  } catch {
    // A key of another type.
    return false;
  }
}

/** Reads a serial number in hexadecimal, which Node.js and DER pad differently. */
function readSerial(hexadecimal: string): string {
  return hexadecimal.toLowerCase().replace(/^0+/, '');
}

/** Reads UTCTime or GeneralizedTime in the form of RFC 5280: to the second, in UTC. */
function readTime(element: DerElement | undefined): number {
  const text = element?.content.toString('latin1') ?? '';
  const [, year = '', month = '', day = '', ...time] =
    /^(\d\d|\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  // Two digits are the years 1950 to 2049.
  const century = year.length === 4 ? '' : year < '50' ? '20' : '19';
  const read = Date.parse(`${century}${year}-${month}-${day}T${time.join(':')}Z`);
  if (Number.isNaN(read)) throw new RangeError('not a time');
  return read;
}
