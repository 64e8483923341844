import type { X509Certificate } from 'node:crypto';

/** RFC 5280, section 4.2.1.12. */
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
const ANY_PURPOSE = '2.5.29.37.0';

const REMEMBERED = 256;

/**
 * Checks that a certificate leads to one of the anchors by names, signatures and dates, and may identify a client
 * (RFC 5280, section 6, without name constraints, policies and revocation, none of which node lets be read).
 */
export class CertificateChain {
  /**
   * Until when a verified certificate needs no second look. Besides the time, it saves resumed TLS sessions: these
   * repeat the certificate and leave the intermediates out.
   */
  private readonly verified = new Map<string, number>();

  constructor(private readonly anchors: readonly X509Certificate[]) {}

  /** @returns why the certificate is refused, or `undefined` */
  refusal(leaf: X509Certificate, intermediates: readonly X509Certificate[]): string | undefined {
    const now = Date.now();
    if ((this.verified.get(leaf.fingerprint256) ?? 0) > now) return undefined;
    if (!inDate(leaf, now)) return 'the client certificate is not in date';
    if (!mayIdentifyClient(leaf)) return 'the certificate is not for client authentication';

    const chain = this.isAnchor(leaf) ? [leaf] : this.chainOf(leaf, intermediates, now);
    if (!chain) return 'the client certificate is not of the configured authority';
    this.remember(leaf.fingerprint256, Math.min(...chain.map(endOf)));
    return undefined;
  }

  private isAnchor(certificate: X509Certificate): boolean {
    return this.anchors.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256);
  }

  /** The certificates from `child` to an anchor, this included. Each intermediate is used once, so it ends. */
  private chainOf(
    child: X509Certificate,
    intermediates: readonly X509Certificate[],
    now: number,
  ): X509Certificate[] | undefined {
    const anchor = this.anchors.find(
      (each) => mayIssue(each) && inDate(each, now) && isIssuedBy(child, each),
    );
    if (anchor) return [child, anchor];
    for (const issuer of intermediates) {
      if (!issuer.ca || !inDate(issuer, now) || !isIssuedBy(child, issuer)) continue;
      const others = intermediates.filter((each) => each !== issuer);
      const rest = this.chainOf(issuer, others, now);
      if (rest) return [child, ...rest];
    }
    return undefined;
  }

  private remember(fingerprint: string, until: number): void {
    if (this.verified.size >= REMEMBERED) this.verified.clear();
    this.verified.set(fingerprint, until);
  }
}

export function isIssuedBy(child: X509Certificate, issuer: X509Certificate): boolean {
  return child.checkIssued(issuer) && child.verify(issuer.publicKey);
}

/** A client certificate that is trusted itself vouches for no other. Roots of old say nowhere that they are authorities. */
function mayIssue(anchor: X509Certificate): boolean {
  return anchor.ca || isIssuedBy(anchor, anchor);
}

function inDate(certificate: X509Certificate, now: number): boolean {
  return Date.parse(certificate.validFrom) <= now && now < endOf(certificate);
}

function endOf(certificate: X509Certificate): number {
  return Date.parse(certificate.validTo);
}

/** A certificate without the extension is for any use. */
function mayIdentifyClient({ keyUsage }: X509Certificate): boolean {
  // Node calls the extended key usage `keyUsage`, and leaves it undefined when absent, whatever the types say.
  const usages = keyUsage as string[] | undefined;
  return !usages || usages.includes(CLIENT_AUTH) || usages.includes(ANY_PURPOSE);
}
