// Verifies that a certificate leads to a configured authority.

import type { X509Certificate } from 'node:crypto';
import { type PixRuntime, systemRuntime } from '../../runtime/index.js';
import { isSupportedKey } from '../../transport/index.js';

/** RFC 5280, section 4.2.1.12. */
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
const ANY_PURPOSE = '2.5.29.37.0';

/** Verified certificates that are accepted without another check. */
const MAX_VERIFIED = 256;

/** What the chain check asks about revocation. */
export interface Revocation {
  /** When the first list expires, in milliseconds since the epoch. */
  readonly until: number;
  /** Reads changed lists. @returns whether others are in force */
  refresh(): boolean;
  /** `unknown` without a current list of the issuer. */
  getStatus(certificate: X509Certificate, issuer: X509Certificate): 'good' | 'revoked' | 'unknown';
}

/** An authority on a path that starts at a trust anchor. */
interface TrustedAuthority {
  readonly certificate: X509Certificate;
  /** How many more intermediates may follow it. */
  readonly pathLength: number;
  /** When the first certificate on its path expires, in milliseconds since the epoch. */
  readonly until: number;
}

const FOREIGN = 'the client certificate is not signed by the configured authority';
const UNSUPPORTED_KEY =
  'a certificate has a key other than P-256, P-384, P-521, Ed25519 or RSA of at most 4096 bits';
const REVOCATION_REFUSALS = {
  revoked: 'the client certificate or its authority is revoked',
  unknown: 'there is no current revocation list of the authority that signed the certificate',
} as const;

/**
 * Verifies that a certificate leads to one of the trust anchors and may identify a client (RFC
 * 5280, section 6). It checks names, signatures, dates, CA flags, path lengths and purposes, and
 * refuses unknown critical extensions and name constraints. With revocation lists, it refuses what they revoke, and
 * what a certificate without a current list has signed.
 *
 * The search starts at the anchors and uses only keys that are verified from an anchor. A caller
 * without a trusted certificate therefore costs at most one signature check for each certificate
 * and anchor of matching name.
 */
export class CertificateChain {
  /**
   * Until when a verified certificate is accepted without another check. This saves time and
   * supports resumed TLS sessions, which contain the certificate without its intermediates.
   */
  readonly #verified = new Map<string, number>();
  /** The anchors that no list of another anchor revokes. */
  #trusted: readonly X509Certificate[] = [];
  #authorities: readonly TrustedAuthority[] = [];

  constructor(
    private readonly anchors: readonly X509Certificate[],
    private readonly runtime: PixRuntime = systemRuntime,
    private readonly revocation?: Revocation,
  ) {
    this.#trust();
  }

  #trust(): void {
    const { anchors, revocation } = this;
    this.#verified.clear();
    const revokes = (issuer: X509Certificate, anchor: X509Certificate) =>
      revocation?.getStatus(anchor, issuer) === 'revoked' && isIssuedBy(anchor, issuer);
    this.#trusted = anchors.filter((anchor) => !anchors.some((issuer) => revokes(issuer, anchor)));
    // Not a client certificate that is configured as an anchor. Old roots lack the CA flag and are recognized by their
    // own signature.
    const issuers = this.#trusted.filter((anchor) => anchor.ca || isIssuedBy(anchor, anchor));
    this.#authorities = issuers.map((certificate) => ({
      certificate,
      pathLength: getPathLength(certificate),
      until: getExpiry(certificate),
    }));
  }

  /** @returns why the certificate is refused, or `undefined` */
  refusal(
    leaf: X509Certificate,
    intermediates: readonly X509Certificate[],
    checks = new SignatureChecks(),
  ): string | undefined {
    const now = this.runtime.now();
    if (this.revocation?.refresh() === true) this.#trust();
    if ((this.#verified.get(leaf.fingerprint256) ?? 0) > now) return undefined;
    const isAnchor = this.#trusted.some((each) => each.fingerprint256 === leaf.fingerprint256);
    const problem = findProblem(leaf, now, isAnchor);
    if (problem !== undefined) return problem;

    const until = isAnchor ? getExpiry(leaf) : this.#findPath(leaf, intermediates, now, checks);
    if (typeof until === 'string') return until;
    if (this.#verified.size >= MAX_VERIFIED) this.#verified.clear();
    const end = Math.min(until, this.revocation?.until ?? Infinity);
    this.#verified.set(leaf.fingerprint256, end);
    return undefined;
  }

  /** @returns when the path expires, or why there is no path */
  #findPath(
    leaf: X509Certificate,
    intermediates: readonly X509Certificate[],
    now: number,
    checks: SignatureChecks,
  ): number | string {
    if (!isUnderstood(leaf)) return FOREIGN;
    let refusal = FOREIGN;
    const isGood = (certificate: X509Certificate, issuer: X509Certificate) => {
      const status = this.revocation?.getStatus(certificate, issuer) ?? 'good';
      if (status !== 'good') refusal = REVOCATION_REFUSALS[status];
      return status === 'good';
    };
    const candidates = intermediates.filter((each) => mayBeIntermediate(each, now));
    const best = new Map<X509Certificate, number>();
    const open = this.#authorities.filter(({ certificate }) => inDate(certificate, now));
    for (let authority = open.shift(); authority; authority = open.shift()) {
      const { certificate: issuer, until } = authority;
      if (checks.isIssuedBy(leaf, issuer) && isGood(leaf, issuer)) {
        return Math.min(until, getExpiry(leaf));
      }
      for (const child of candidates) {
        const rest = authority.pathLength - getPathCost(child);
        const pathLength = Math.min(rest, getPathLength(child));
        // A second path to the same authority is useful only if it allows more intermediates.
        if (pathLength <= (best.get(child) ?? -1)) continue;
        if (!checks.isIssuedBy(child, issuer) || !isGood(child, issuer)) continue;
        best.set(child, pathLength);
        open.push({ certificate: child, pathLength, until: Math.min(until, getExpiry(child)) });
      }
    }
    return refusal === FOREIGN && checks.hasUnsupportedKey ? UNSUPPORTED_KEY : refusal;
  }
}

function mayBeIntermediate(certificate: X509Certificate, now: number): boolean {
  return (
    certificate.ca &&
    inDate(certificate, now) &&
    mayIdentifyClient(certificate) &&
    isUnderstood(certificate)
  );
}

/**
 * The number of steps that a certificate adds to a path length. A certificate whose issuer has the
 * same name (a key rollover) does not count.
 */
function getPathCost({ subject, issuer }: X509Certificate): 0 | 1 {
  return subject === issuer ? 0 : 1;
}

function getPathLength(certificate: X509Certificate): number {
  return tryToReadExtensions(certificate)?.pathLength ?? -1;
}

/** Returns why a certificate cannot identify a client, before its signature is checked; `undefined` if it can. */
function findProblem(leaf: X509Certificate, now: number, isAnchor: boolean): string | undefined {
  if (!inDate(leaf, now)) return 'the client certificate has expired or is not yet valid';
  if (!mayIdentifyClient(leaf)) return 'the certificate is not valid for client authentication';
  // The key of a client that signed its own certificate may sign more than certificates.
  const isClient = isAnchor && tryToReadExtensions(leaf)?.maySign === true;
  const isAuthority = leaf.ca && !isClient;
  return isAuthority ? 'the certificate is that of an authority, which is no caller' : undefined;
}

function isUnderstood(certificate: X509Certificate): boolean {
  return tryToReadExtensions(certificate)?.hasUnsupported === false;
}

/** Returns `undefined` if they are malformed. */
function tryToReadExtensions(certificate: X509Certificate): CertificateExtensions | undefined {
  try {
    return readExtensions(certificate);
  } catch {
    return undefined;
  }
}

function inDate(certificate: X509Certificate, now: number): boolean {
  return Date.parse(certificate.validFrom) <= now && now < getExpiry(certificate);
}

function getExpiry(certificate: X509Certificate): number {
  return Date.parse(certificate.validTo);
}

/**
 * Whether the certificate may identify a client. Without the extension it is valid for any purpose.
 * On an authority, the extension limits the purposes of the certificates that it signs.
 */
function mayIdentifyClient({ keyUsage }: X509Certificate): boolean {
  // Node.js stores the extended key usage in `keyUsage`. It is undefined if absent, contrary to the
  // types.
  const usages = keyUsage as string[] | undefined;
  return !usages || usages.includes(CLIENT_AUTH) || usages.includes(ANY_PURPOSE);
}

/**
 * The longest valid list (8 certificates, each issued by the next) needs 8 checks for the list and
 * 9 for its path.
 */
const MAX_CHECKS = 20;
/** Of these may fail. Few do in a valid list: those whose issuer has the name of another authority, and no key identifier. */
const MAX_FAILURES = 2;
/**
 * The signature checks of one request. They are expensive, and the caller chooses the certificates
 * and keys. Therefore their number is limited, each pair is checked once, and slow keys are refused.
 */
export class SignatureChecks {
  readonly #known = new Map<string, boolean>();
  /** The number of signatures checked so far. */
  count = 0;
  /** Whether a signature was not checked because of its key. */
  hasUnsupportedKey = false;
  #failures = 0;

  /** Whether `issuer` signed `child`. Also false after the limit is reached. */
  isIssuedBy(child: X509Certificate, issuer: X509Certificate): boolean {
    // Names, key identifiers and the permission to sign certificates are cheap to compare and rule
    // out most pairs.
    if (!child.checkIssued(issuer)) return false;
    const pair = `${child.fingerprint256} ${issuer.fingerprint256}`;
    const known = this.#known.get(pair);
    if (known !== undefined) return known;
    if (!hasSupportedKey(issuer)) {
      this.hasUnsupportedKey = true;
      return false;
    }
    if (this.count >= MAX_CHECKS || this.#failures >= MAX_FAILURES) return false;
    this.count += 1;
    const signed = isSignedBy(child, issuer);
    if (!signed) this.#failures += 1;
    this.#known.set(pair, signed);
    return signed;
  }
}

/** Whether `issuer` names and signs `child`. Only for certificates from the configuration. */
function isIssuedBy(child: X509Certificate, issuer: X509Certificate): boolean {
  return child.checkIssued(issuer) && isSignedBy(child, issuer);
}

function isSignedBy(child: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return hasSupportedKey(issuer) && child.verify(issuer.publicKey);
  } catch {
    // A signature type that OpenSSL does not support.
    return false;
  }
}

function hasSupportedKey(certificate: X509Certificate): boolean {
  try {
    return isSupportedKey(certificate.publicKey);
  } catch {
    // A key type that OpenSSL does not support.
    return false;
  }
}

/** The DER tags in a certificate's extensions. */
const BOOLEAN = 0x01;
export const INTEGER = 0x02;
const OBJECT_IDENTIFIER = 0x06;
export const SEQUENCE = 0x30;
/** `extensions [3]` of TBSCertificate (RFC 5280, section 4.1). */
const EXTENSIONS = 0xa3;

/** Object identifiers as DER content, in hexadecimal; `551d` is the arc 2.5.29. */
const KEY_USAGE = '551d0f';
const SUBJECT_ALT_NAME = '551d11';
const BASIC_CONSTRAINTS = '551d13';
const NAME_CONSTRAINTS = '551d1e';
const CERTIFICATE_POLICIES = '551d20';
const EXTENDED_KEY_USAGE = '551d25';

/**
 * The extensions that the chain check supports. Names in `subjectAltName` matter only for name
 * constraints, which are refused. Policies matter only to a verifier that requires one.
 */
const UNDERSTOOD = new Set([
  KEY_USAGE,
  SUBJECT_ALT_NAME,
  BASIC_CONSTRAINTS,
  CERTIFICATE_POLICIES,
  EXTENDED_KEY_USAGE,
]);

/**
 * The parts of a certificate's extensions that the chain check needs and Node.js does not expose.
 */
interface CertificateExtensions {
  /**
   * How many intermediates may follow this authority; `Infinity` if the certificate sets no limit.
   */
  readonly pathLength: number;
  /**
   * Whether it has an extension that must be honored and is not supported: an unknown critical one,
   * or name constraints.
   */
  readonly hasUnsupported: boolean;
  /** Whether the key may sign anything but certificates and lists (`digitalSignature`); true without the extension. */
  readonly maySign: boolean;
}

/**
 * Reads the extensions of a certificate (RFC 5280, section 4.2).
 *
 * @throws RangeError if they are malformed
 */
export function readExtensions(certificate: X509Certificate): CertificateExtensions {
  const [body] = readElements(only(certificate.raw, SEQUENCE).content);
  const field = readElements(body?.content ?? Buffer.alloc(0)).find(
    ({ tag }) => tag === EXTENSIONS,
  );
  let pathLength = Infinity;
  let hasUnsupported = false;
  let maySign = true;
  for (const { id, critical, value } of readExtensionList(field)) {
    if (id === BASIC_CONSTRAINTS) pathLength = readPathLength(value);
    // A bit string: tag, length, unused bits, bits.
    if (id === KEY_USAGE) maySign = ((value[3] ?? 0) & 0x80) !== 0;
    if (id === NAME_CONSTRAINTS || (critical && !UNDERSTOOD.has(id))) hasUnsupported = true;
  }
  return { pathLength, hasUnsupported, maySign };
}

/** Reads the extensions of a certificate or of a revocation list. */
export function readExtensionList(field: DerElement | undefined) {
  return field ? readElements(only(field.content, SEQUENCE).content).map(readExtension) : [];
}

function readExtension({ content }: DerElement) {
  const parts = readElements(content);
  const [id, flag] = parts;
  if (id?.tag !== OBJECT_IDENTIFIER) throw new RangeError('not an extension');
  const { content: value } = parts.at(-1) ?? id;
  return {
    id: id.content.toString('hex'),
    critical: flag?.tag === BOOLEAN && flag.content[0] !== 0,
    value,
  };
}

function readPathLength(value: Buffer): number {
  const limit = readElements(only(value, SEQUENCE).content).find(({ tag }) => tag === INTEGER);
  if (!limit) return Infinity;
  // A negative number is forbidden by the standard and permits no intermediates.
  const { content } = limit;
  if (content.length === 0 || content.length > 4) throw new RangeError('not a path length');
  return Math.max(content.readIntBE(0, content.length), -1);
}

export function only(bytes: Buffer, tag: number): DerElement {
  const [element] = readElements(bytes);
  if (element?.tag !== tag) throw new RangeError('not a DER-encoded certificate');
  return element;
}

/** One element of DER (ITU-T X.690). */
export interface DerElement {
  readonly tag: number;
  readonly content: Buffer;
}

/**
 * Reads the elements of a constructed value. Supports one-byte tags and lengths of up to 4 bytes, which
 * is sufficient for X.509.
 *
 * @throws RangeError if the bytes are not DER
 */
export function readElements(bytes: Buffer): DerElement[] {
  const elements: DerElement[] = [];
  for (let at = 0; at < bytes.length;) {
    const tag = bytes.readUInt8(at);
    const first = bytes.readUInt8(at + 1);
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    if ((tag & 0x1f) === 0x1f || lengthBytes > 4 || first === 0x80) throw new RangeError('not DER');
    const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
    const start = at + 2 + lengthBytes;
    at = start + length;
    if (at > bytes.length) throw new RangeError('not DER');
    elements.push({ tag, content: bytes.subarray(start, at) });
  }
  return elements;
}
