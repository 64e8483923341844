import type { X509Certificate } from 'node:crypto';
import { systemRuntime, type PixRuntime } from '../../runtime/index.js';
import { readExtensions } from './extensions.js';
import { isIssuedBy, SignatureChecks } from './signatures.js';

/** RFC 5280, section 4.2.1.12. */
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
const ANY_PURPOSE = '2.5.29.37.0';

/** Verified certificates that are accepted without another check. */
const MAX_VERIFIED = 256;

/** An authority on a path that starts at a trust anchor. */
interface TrustedAuthority {
  readonly certificate: X509Certificate;
  /** How many more intermediates may follow it. */
  readonly pathLength: number;
  /** When the first certificate on its path expires, in milliseconds since the epoch. */
  readonly until: number;
}

/**
 * Verifies that a certificate leads to one of the trust anchors and may identify a client (RFC
 * 5280, section 6). It checks names, signatures, dates, CA flags, path lengths and purposes, and
 * refuses unknown critical extensions and name constraints. It does not check revocation.
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
  readonly #authorities: readonly TrustedAuthority[];

  constructor(
    private readonly anchors: readonly X509Certificate[],
    private readonly runtime: PixRuntime = systemRuntime,
  ) {
    this.#authorities = anchors.filter(mayIssue).map((certificate) => ({
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
    if ((this.#verified.get(leaf.fingerprint256) ?? 0) > now) return undefined;
    if (!inDate(leaf, now)) return 'the client certificate has expired or is not yet valid';
    if (!mayIdentifyClient(leaf)) return 'the certificate is not valid for client authentication';

    const until = this.#isAnchor(leaf)
      ? getExpiry(leaf)
      : this.#findPath(leaf, intermediates, now, checks);
    if (until === undefined)
      return 'the client certificate is not signed by the configured authority';
    this.#remember(leaf.fingerprint256, until);
    return undefined;
  }

  #isAnchor(certificate: X509Certificate): boolean {
    return this.anchors.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256);
  }

  /** @returns when the path expires, or `undefined` if there is no path */
  #findPath(
    leaf: X509Certificate,
    intermediates: readonly X509Certificate[],
    now: number,
    checks: SignatureChecks,
  ): number | undefined {
    if (!isUnderstood(leaf)) return undefined;
    const candidates = intermediates.filter((each) => mayBeIntermediate(each, now));
    const best = new Map<X509Certificate, number>();
    const open = this.#authorities.filter(({ certificate }) => inDate(certificate, now));
    for (let authority = open.shift(); authority; authority = open.shift()) {
      const { certificate: issuer, until } = authority;
      if (checks.isIssuedBy(leaf, issuer)) return Math.min(until, getExpiry(leaf));
      for (const child of candidates) {
        const pathLength = Math.min(
          authority.pathLength - getPathCost(child),
          getPathLength(child),
        );
        // A second path to the same authority is useful only if it allows more intermediates.
        if (pathLength <= (best.get(child) ?? -1)) continue;
        if (!checks.isIssuedBy(child, issuer)) continue;
        best.set(child, pathLength);
        open.push({ certificate: child, pathLength, until: Math.min(until, getExpiry(child)) });
      }
    }
    return undefined;
  }

  #remember(fingerprint: string, until: number): void {
    if (this.#verified.size >= MAX_VERIFIED) this.#verified.clear();
    this.#verified.set(fingerprint, until);
  }
}

/**
 * Whether the anchor may sign certificates. A client certificate that is configured as an anchor
 * may not. Old roots lack the CA flag and are recognized by their own signature.
 */
function mayIssue(anchor: X509Certificate): boolean {
  return anchor.ca || isIssuedBy(anchor, anchor);
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
  try {
    return readExtensions(certificate).pathLength;
  } catch {
    return -1;
  }
}

function isUnderstood(certificate: X509Certificate): boolean {
  try {
    return !readExtensions(certificate).hasUnsupported;
  } catch {
    return false;
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
