import type { X509Certificate } from 'node:crypto';
import { systemRuntime, type PixRuntime } from '../../runtime/index.js';
import { readExtensions } from './extensions.js';
import { isIssuedBy, SignatureChecks } from './signatures.js';

/** RFC 5280, section 4.2.1.12. */
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
const ANY_PURPOSE = '2.5.29.37.0';

const REMEMBERED = 256;

/** An authority that a trusted path leads to. */
interface TrustedAuthority {
  readonly certificate: X509Certificate;
  /** How many more intermediates may follow it. */
  readonly pathLength: number;
  /** When the first certificate of its path expires, in milliseconds since the epoch. */
  readonly until: number;
}

/**
 * Checks that a certificate leads to one of the anchors and may identify a client (RFC 5280, section 6): names,
 * signatures, dates, CA flags, path lengths, purposes, and no critical extension that is not understood. It does not
 * check revocation, and refuses name constraints rather than ignoring them.
 *
 * The search starts at the anchors and uses only keys that an anchor vouches for, directly or through others. A caller
 * whom no anchor knows therefore costs at most one signature check for each certificate and anchor of its name.
 */
export class CertificateChain {
  /**
   * Until when a verified certificate is accepted without another check. It saves time, and it serves resumed TLS
   * sessions, which repeat the certificate without its intermediates.
   */
  private readonly verified = new Map<string, number>();
  private readonly authorities: readonly TrustedAuthority[];

  constructor(
    private readonly anchors: readonly X509Certificate[],
    private readonly runtime: PixRuntime = systemRuntime,
  ) {
    this.authorities = anchors.filter(mayIssue).map((certificate) => ({
      certificate,
      pathLength: pathLengthOf(certificate),
      until: endOf(certificate),
    }));
  }

  /** @returns why the certificate is refused, or `undefined` */
  refusal(
    leaf: X509Certificate,
    intermediates: readonly X509Certificate[],
    checks = new SignatureChecks(),
  ): string | undefined {
    const now = this.runtime.now();
    if ((this.verified.get(leaf.fingerprint256) ?? 0) > now) return undefined;
    if (!inDate(leaf, now)) return 'the client certificate is not in date';
    if (!mayIdentifyClient(leaf)) return 'the certificate is not for client authentication';

    const until = this.isAnchor(leaf)
      ? endOf(leaf)
      : this.findPath(leaf, intermediates, now, checks);
    if (until === undefined) return 'the client certificate is not of the configured authority';
    this.remember(leaf.fingerprint256, until);
    return undefined;
  }

  private isAnchor(certificate: X509Certificate): boolean {
    return this.anchors.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256);
  }

  /** @returns when the path that was found expires, or `undefined` when there is none */
  private findPath(
    leaf: X509Certificate,
    intermediates: readonly X509Certificate[],
    now: number,
    checks: SignatureChecks,
  ): number | undefined {
    if (!isUnderstood(leaf)) return undefined;
    const candidates = intermediates.filter((each) => mayBeIntermediate(each, now));
    const best = new Map<X509Certificate, number>();
    const open = this.authorities.filter(({ certificate }) => inDate(certificate, now));
    for (let authority = open.shift(); authority; authority = open.shift()) {
      const { certificate: issuer, until } = authority;
      if (checks.isIssuedBy(leaf, issuer)) return Math.min(until, endOf(leaf));
      for (const child of candidates) {
        const pathLength = Math.min(authority.pathLength - costOf(child), pathLengthOf(child));
        // A second path to the same authority is of use only if it may be followed by more.
        if (pathLength <= (best.get(child) ?? -1)) continue;
        if (!checks.isIssuedBy(child, issuer)) continue;
        best.set(child, pathLength);
        open.push({ certificate: child, pathLength, until: Math.min(until, endOf(child)) });
      }
    }
    return undefined;
  }

  private remember(fingerprint: string, until: number): void {
    if (this.verified.size >= REMEMBERED) this.verified.clear();
    this.verified.set(fingerprint, until);
  }
}

/** A client certificate that is trusted itself vouches for no other. Old roots do not say that they are authorities. */
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

/** A certificate whose issuer has its own name (a key roll-over) does not count towards a path length. */
function costOf({ subject, issuer }: X509Certificate): 0 | 1 {
  return subject === issuer ? 0 : 1;
}

function pathLengthOf(certificate: X509Certificate): number {
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
  return Date.parse(certificate.validFrom) <= now && now < endOf(certificate);
}

function endOf(certificate: X509Certificate): number {
  return Date.parse(certificate.validTo);
}

/** A certificate without the extension is for any use. On an authority it limits what its certificates are for. */
function mayIdentifyClient({ keyUsage }: X509Certificate): boolean {
  // Node calls the extended key usage `keyUsage`, and leaves it undefined when absent, whatever the types say.
  const usages = keyUsage as string[] | undefined;
  return !usages || usages.includes(CLIENT_AUTH) || usages.includes(ANY_PURPOSE);
}
