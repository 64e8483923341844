import type { KeyObject, X509Certificate } from 'node:crypto';

/** The longest real list (8 certificates, each issued by the next) needs 8 for the list and 9 for its path. */
const MAX_CHECKS = 20;
/** Beyond this a public key exists only to make its check slow. */
const MAX_RSA_BITS = 8192;
const MAX_RSA_EXPONENT = 2n ** 32n;

/**
 * The signature checks of one request. They are what costs time, and the caller chooses the certificates and their keys,
 * so their number is limited, each pair is checked once, and keys of unreasonable size are refused.
 */
export class SignatureChecks {
  readonly #known = new Map<string, boolean>();
  #count = 0;

  /** How many signatures were checked. */
  get count(): number {
    return this.#count;
  }

  /** Whether `issuer` signed `child`. False as well when the limit is used up. */
  isIssuedBy(child: X509Certificate, issuer: X509Certificate): boolean {
    // Names, key identifiers and the permission to sign certificates: cheap, and enough to rule out most pairs.
    if (!child.checkIssued(issuer)) return false;
    const pair = `${child.fingerprint256} ${issuer.fingerprint256}`;
    const known = this.#known.get(pair);
    if (known !== undefined) return known;
    if (this.#count >= MAX_CHECKS) return false;
    this.#count += 1;
    const signed = isSignedBy(child, issuer);
    this.#known.set(pair, signed);
    return signed;
  }
}

/** Whether `issuer` names and signs `child`. For certificates that the configuration names. */
export function isIssuedBy(child: X509Certificate, issuer: X509Certificate): boolean {
  return child.checkIssued(issuer) && isSignedBy(child, issuer);
}

function isSignedBy(child: X509Certificate, issuer: X509Certificate): boolean {
  try {
    const { publicKey } = issuer;
    return isReasonable(publicKey) && child.verify(publicKey);
  } catch {
    // A key or a signature that OpenSSL does not know.
    return false;
  }
}

function isReasonable({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  switch (asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss': {
      const { modulusLength = Infinity, publicExponent } = asymmetricKeyDetails ?? {};
      return modulusLength <= MAX_RSA_BITS && (publicExponent ?? Infinity) <= MAX_RSA_EXPONENT;
    }
    case 'ec':
      return asymmetricKeyDetails?.namedCurve !== undefined;
    case 'ed25519':
    case 'ed448':
      return true;
    default:
      return false;
  }
}
