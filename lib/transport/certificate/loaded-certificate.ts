import type { KeyObject, X509Certificate } from 'node:crypto';
import { redact } from '../../errors/index.js';

/**
 * A client certificate ready for TLS. Its printed form (enumeration, JSON, `console.log`) is safe
 * for logs and health checks; key and certificate are accessible only by name.
 */
export class LoadedCertificate {
  /** Distinguished name, with tax ids masked. */
  readonly subject: string;
  readonly issuer: string;
  readonly notBefore: Date;
  /** When it expires. */
  readonly notAfter: Date;
  /** SHA-256 of the certificate, as `AB:CD:…`. */
  readonly fingerprint: string;

  readonly #cert: string;
  readonly #key: string;

  /** @param chain the certificate, followed by its issuers */
  constructor(leaf: X509Certificate, chain: readonly X509Certificate[], key: KeyObject) {
    this.subject = formatName(leaf.subject);
    this.issuer = formatName(leaf.issuer);
    this.notBefore = new Date(leaf.validFrom);
    this.notAfter = new Date(leaf.validTo);
    this.fingerprint = leaf.fingerprint256;
    this.#cert = chain.map(String).join('');
    this.#key = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  }

  /** PEM chain, the certificate first. */
  get cert(): string {
    return this.#cert;
  }

  /** PEM private key, decrypted. */
  get key(): string {
    return this.#key;
  }
}

function formatName(distinguishedName: string): string {
  return redact(distinguishedName.replaceAll('\n', ', '));
}
