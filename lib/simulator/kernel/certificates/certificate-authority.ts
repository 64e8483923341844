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
} from '@peculiar/x509';
import type { Extension, JsonGeneralNames, JsonName } from '@peculiar/x509';
import { ECDSA_P256, exportKeyPem, generateKeys, importKeyPem } from './keys.js';
import type { KeyPair } from './keys.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A certificate and its private key as PEM text, the form that `node:tls` and the library's `certificate` option read. */
export interface PemCertificate {
  cert: string;
  key: string;
}

export interface IssueOptions {
  /** The subject's common name. */
  commonName?: string;
  /** Start of validity. Default: five minutes ago, so that a clock a little behind still accepts it. */
  notBefore?: Date;
  /** End of validity. Default: in 365 days. */
  notAfter?: Date;
}

export interface IssueServerOptions extends IssueOptions {
  /** DNS names and IP addresses it answers for. Default: `localhost`, `127.0.0.1` and `::1`. */
  names?: readonly string[];
}

/**
 * A certificate authority made at run time (ECDSA P-256). The simulator has one of its own; another one, unrelated to
 * it, is what a test of a refused certificate needs.
 *
 * Validity follows the machine's clock and not the simulator's, since that is the clock TLS peers verify by.
 */
export class CertificateAuthority {
  private constructor(
    /** The authority's own certificate as PEM text: what a peer puts in its `ca` option. */
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
        ...validity({}, 10 * 365 * DAY),
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
    return new CertificateAuthority(certificate.toString('pem'), name, keys);
  }

  /** The authority whose certificate and key were kept with {@link export}. */
  static async restore({ cert, key }: PemCertificate): Promise<CertificateAuthority> {
    const certificate = new X509Certificate(cert);
    const name = certificate.subjectName.toJSON();
    const keys = {
      publicKey: (await certificate.publicKey.export(webcrypto)) as KeyPair['publicKey'],
      privateKey: await importKeyPem(key),
    };
    return new CertificateAuthority(cert, name, keys);
  }

  /** Certificate and private key, to be kept where nobody else reads them. */
  async export(): Promise<PemCertificate> {
    return { cert: this.certificate, key: await exportKeyPem(this.keys.privateKey) };
  }

  /** A certificate for an HTTPS listener, such as the receiver of webhooks. */
  issueServer(options: IssueServerOptions = {}): Promise<PemCertificate> {
    const names = options.names ?? ['localhost', '127.0.0.1', '::1'];
    return this.issue(options, options.commonName ?? names[0] ?? 'localhost', [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(names.map(generalName)),
    ]);
  }

  /** A certificate that identifies a caller in mutual TLS. */
  issueClient(options: IssueOptions = {}): Promise<PemCertificate> {
    return this.issue(options, options.commonName ?? 'nestjs-pix client', [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
    ]);
  }

  /** A certificate whose key signs documents, such as the payloads of locations. */
  issueSigner(options: IssueOptions = {}): Promise<PemCertificate> {
    return this.issue(options, options.commonName ?? 'nestjs-pix simulator signer', []);
  }

  private async issue(
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
        ...validity(options, 365 * DAY),
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
    return { cert: certificate.toString('pem'), key: await exportKeyPem(keys.privateKey) };
  }
}

function subject(commonName: string): JsonName {
  return [{ CN: [commonName] }, { O: ['nestjs-pix simulator'] }];
}

function validity(options: IssueOptions, lifetime: number): { notBefore: Date; notAfter: Date } {
  return {
    notBefore: options.notBefore ?? new Date(Date.now() - 5 * MINUTE),
    notAfter: options.notAfter ?? new Date(Date.now() + lifetime),
  };
}

function generalName(name: string): JsonGeneralNames[number] {
  return { type: isIP(name) === 0 ? 'dns' : 'ip', value: name };
}

/** RFC 5280, section 4.1.2.2: positive, at most 20 octets, unpredictable. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}
