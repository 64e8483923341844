import type { KeyObject, X509Certificate } from 'node:crypto';

/**
 * The longest valid list (8 certificates, each issued by the next) needs 8 checks for the list and
 * 9 for its path.
 */
const MAX_CHECKS = 20;
/** Larger keys serve only to make their check slow. */
const MAX_RSA_BITS = 8192;
const MAX_RSA_EXPONENT = 2n ** 32n;

/**
 * The signature checks of one request. They are expensive, and the caller chooses the certificates
 * and keys. Therefore their number is limited, each pair is checked once, and keys of unreasonable
 * size are refused.
 */
export class SignatureChecks {
  readonly #known = new Map<string, boolean>();
  #count = 0;

  /** The number of signatures checked so far. */
  get count(): number {
    return this.#count;
  }

  /** Whether `issuer` signed `child`. Also false after the limit is reached. */
  isIssuedBy(child: X509Certificate, issuer: X509Certificate): boolean {
    // Names, key identifiers and the permission to sign certificates are cheap to compare and rule
    // out most pairs.
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

/** Whether `issuer` names and signs `child`. Only for certificates from the configuration. */
export function isIssuedBy(child: X509Certificate, issuer: X509Certificate): boolean {
  return child.checkIssued(issuer) && isSignedBy(child, issuer);
}

function isSignedBy(child: X509Certificate, issuer: X509Certificate): boolean {
  try {
    const { publicKey } = issuer;
    return isReasonable(publicKey) && child.verify(publicKey);
  } catch {
    // A key or signature type that OpenSSL does not support.
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
