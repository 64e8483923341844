import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
  type Extension,
  type JsonGeneralNames,
  type JsonName,
} from '@peculiar/x509';
import { DAY_MS, MINUTE_MS } from '../../../runtime/index.js';
import { ECDSA_P256, exportKeyPem, generateKeys, importKeyPem, type KeyPair } from './keys.js';
import type { PemCertificate } from './pem-certificate.js';

export type { PemCertificate };

export interface IssueOptions {
  /** Common name of the subject. */
  commonName?: string;
  /** Start of validity. Default: five minutes ago, to tolerate clock skew. */
  notBefore?: Date;
  /** End of validity. Default: in 365 days. */
  notAfter?: Date;
}

export interface IssueServerOptions extends IssueOptions {
  /** DNS names and IP addresses of the server. Default: `localhost`, `127.0.0.1` and `::1`. */
  names?: readonly string[];
}

/**
 * A certificate authority that is created at run time (ECDSA P-256). The simulator has its own authority. Create an
 * unrelated one to test that a certificate is refused.
 *
 * Validity follows the machine's clock, not the simulator's: TLS peers verify certificates by the machine's clock.
 */
export class CertificateAuthority {
  private constructor(
    /** The authority's certificate as PEM text, for the `ca` option of a peer. */
    readonly certificate: string,
    private readonly name: JsonName,
    private readonly keys: KeyPair,
  ) {}

  static async create(commonName = 'nestjs-pix simulator CA'): Promise<CertificateAuthority> {
    const keys = await generateKeys();
    const name = subject(commonName);
    const certificate = await X509CertificateGenerator.createSelfSigned(
      {
        name,
        keys,
        ...validity({}, 10 * 365 * DAY_MS),
        serialNumber: serialNumber(),
        signingAlgorithm: ECDSA_P256,
        extensions: [
          new BasicConstraintsExtension(true, 0, true),
          new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
          await SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
        ],
      },
      webcrypto,
    );
    return new CertificateAuthority(toPem(certificate), name, keys);
  }

  /** Restores an authority from the certificate and key that {@link export} returned. */
  static async restore({ cert, key }: PemCertificate): Promise<CertificateAuthority> {
    const certificate = new X509Certificate(cert);
    const name = certificate.subjectName.toJSON();
    const keys = {
      publicKey: (await certificate.publicKey.export(webcrypto)) as KeyPair['publicKey'],
      privateKey: await importKeyPem(key),
    };
    return new CertificateAuthority(cert, name, keys);
  }

  /** Returns the certificate and the private key. Store them where only their owner can read them. */
  async export(): Promise<PemCertificate> {
    return { cert: this.certificate, key: await exportKeyPem(this.keys.privateKey) };
  }

  /** Issues a certificate for an HTTPS listener, such as a webhook receiver. */
  issueServer(options: IssueServerOptions = {}): Promise<PemCertificate> {
    const names = options.names ?? ['localhost', '127.0.0.1', '::1'];
    return this.#issue(options, options.commonName ?? names[0] ?? 'localhost', [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(names.map(generalName)),
    ]);
  }

  /** Issues a client certificate for mutual TLS. */
  issueClient(options: IssueOptions = {}): Promise<PemCertificate> {
    return this.#issue(options, options.commonName ?? 'nestjs-pix client', [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
    ]);
  }

  /** Issues a certificate whose key signs documents, such as payloads. */
  issueSigner(options: IssueOptions = {}): Promise<PemCertificate> {
    return this.#issue(options, options.commonName ?? 'nestjs-pix simulator signer', []);
  }

  async #issue(
    options: IssueOptions,
    commonName: string,
    extensions: Extension[],
  ): Promise<PemCertificate> {
    const keys = await generateKeys();
    const certificate = await X509CertificateGenerator.create(
      {
        subject: subject(commonName),
        issuer: this.name,
        publicKey: keys.publicKey,
        signingKey: this.keys.privateKey,
        ...validity(options, 365 * DAY_MS),
        serialNumber: serialNumber(),
        signingAlgorithm: ECDSA_P256,
        extensions: [
          new BasicConstraintsExtension(false, undefined, true),
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
          await SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
          await AuthorityKeyIdentifierExtension.create(this.keys.publicKey, false, webcrypto),
          ...extensions,
        ],
      },
      webcrypto,
    );
    return { cert: toPem(certificate), key: await exportKeyPem(keys.privateKey) };
  }
}

/** Converts a certificate to PEM that ends with a newline (RFC 7468), so that PEM files can be concatenated. */
function toPem(certificate: X509Certificate): string {
  return `${certificate.toString('pem').trimEnd()}\n`;
}

function subject(commonName: string): JsonName {
  return [{ CN: [commonName] }, { O: ['nestjs-pix simulator'] }];
}

function validity(options: IssueOptions, lifetime: number): { notBefore: Date; notAfter: Date } {
  return {
    notBefore: options.notBefore ?? new Date(Date.now() - 5 * MINUTE_MS),
    notAfter: options.notAfter ?? new Date(Date.now() + lifetime),
  };
}

function generalName(name: string): JsonGeneralNames[number] {
  return { type: isIP(name) === 0 ? 'dns' : 'ip', value: name };
}

/** Generates a serial number: positive, at most 20 octets, unpredictable (RFC 5280, section 4.1.2.2). */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}
