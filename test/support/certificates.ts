import 'reflect-metadata';
import { randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  X509CrlGenerator,
  type Extension,
  type JsonName,
} from '@peculiar/x509';

export { toPkcs12, encryptPrivateKey, type Pkcs12Options } from './pkcs12.js';

type TestKeyType = 'EC' | 'RSA';

/** A certificate and its key as PEM text. */
export interface TestCertificate {
  cert: string;
  key: string;
  /** The same key, to issue another certificate for it. */
  keys: webcrypto.CryptoKeyPair;
}

export interface TestCertificateOptions {
  commonName?: string;
  /** Default: EC (P-256), because generating RSA keys is slow. */
  keyType?: TestKeyType;
  /** Default: new ones. */
  keys?: webcrypto.CryptoKeyPair;
  /** Default: an hour ago. */
  notBefore?: Date;
  /** Default: in 90 days, so that no client warns of it. */
  notAfter?: Date;
}

export interface TestListOptions {
  revoked?: readonly Pick<TestCertificate, 'cert'>[];
  /** Default: an hour ago. */
  thisUpdate?: Date;
  /** Default: in an hour. */
  nextUpdate?: Date;
  extensions?: Extension[];
}

const HOUR = 3_600_000;

const algorithms = {
  EC: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  RSA: {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  },
} as const;

/** A certificate authority that is created at run time. */
export class TestAuthority {
  private constructor(
    /** PEM certificate. */
    readonly cert: string,
    /** PEM certificates of this authority and of its issuers, in this order. */
    readonly chain: string,
    private readonly name: string,
    private readonly keys: webcrypto.CryptoKeyPair,
  ) {}

  static async create(
    commonName = 'Test CA',
    options: TestCertificateOptions = {},
  ): Promise<TestAuthority> {
    const keys = await generateKeys(options.keyType);
    const name = `CN=${commonName}`;
    const certificate = await X509CertificateGenerator.createSelfSigned(
      { name, keys, ...common(options), extensions: authorityExtensions() },
      webcrypto,
    );
    const pem = `${certificate.toString('pem')}\n`;
    return new TestAuthority(pem, pem, name, keys);
  }

  /** Creates an authority from a certificate that is not allowed to sign others. */
  static impersonatedBy(commonName: string, { cert, keys }: TestCertificate): TestAuthority {
    return new TestAuthority(cert, cert, `CN=${commonName}`, keys);
  }

  /** Creates an intermediate authority. */
  async createIntermediate(commonName = 'Test intermediate CA'): Promise<TestAuthority> {
    const keys = await generateKeys();
    const name = `CN=${commonName}`;
    const cert = await this.sign(keys, name, {}, authorityExtensions());
    return new TestAuthority(cert, cert + this.chain, name, keys);
  }

  /** Issues a server certificate, by default for `127.0.0.1` and `localhost`. */
  issueServer({
    names = ['127.0.0.1', 'localhost'],
    ...options
  }: TestCertificateOptions & { names?: string[] } = {}): Promise<TestCertificate> {
    return this.issue('server', options, [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
      ),
    ]);
  }

  /** Issues a client certificate for mutual TLS. */
  issueClient(options: TestCertificateOptions = {}): Promise<TestCertificate> {
    return this.issue('client', options, [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
    ]);
  }

  /** Issues a certificate revocation list as PEM text. */
  async issueList({
    revoked = [],
    thisUpdate = new Date(Date.now() - HOUR),
    nextUpdate = new Date(Date.now() + HOUR),
    extensions = [],
  }: TestListOptions = {}): Promise<string> {
    const list = await X509CrlGenerator.create(
      {
        issuer: this.name,
        signingKey: this.keys.privateKey,
        signingAlgorithm: { ...this.keys.privateKey.algorithm, hash: 'SHA-256' },
        ...{ thisUpdate, nextUpdate, extensions },
        entries: revoked.map(({ cert }) => ({
          serialNumber: new X509Certificate(cert).serialNumber,
          revocationDate: thisUpdate,
        })),
      },
      webcrypto,
    );
    return toPem('X509 CRL', Buffer.from(list.rawData));
  }

  private async issue(
    name: string,
    options: TestCertificateOptions,
    extensions: Extension[],
  ): Promise<TestCertificate> {
    const keys = options.keys ?? (await generateKeys(options.keyType));
    const subject = [{ CN: [options.commonName ?? name] }];
    const cert = await this.sign(keys, subject, options, extensions);
    const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
    // Not enumerable, so that a certificate can be passed as options, which have no such name.
    const issued = { cert, key: toPem('PRIVATE KEY', der), keys };
    return Object.defineProperty(issued, 'keys', { enumerable: false });
  }

  private async sign(
    keys: webcrypto.CryptoKeyPair,
    subject: string | JsonName,
    options: TestCertificateOptions,
    extensions: Extension[],
  ): Promise<string> {
    const certificate = await X509CertificateGenerator.create(
      {
        subject,
        issuer: this.name,
        publicKey: keys.publicKey,
        signingKey: this.keys.privateKey,
        ...common(options),
        signingAlgorithm: { ...this.keys.privateKey.algorithm, hash: 'SHA-256' },
        extensions,
      },
      webcrypto,
    );
    return `${certificate.toString('pem')}\n`;
  }
}

export function toPem(label: string, der: Buffer): string {
  const lines = der.toString('base64').replace(/.{1,64}/g, '$&\n');
  return `-----BEGIN ${label}-----\n${lines}-----END ${label}-----\n`;
}

/** Returns the bytes of the first block of a PEM text. */
export function toDer(pem: string): Buffer {
  const [, base64 = ''] = /-----\r?\n([\s\S]+?)-----END/.exec(pem) ?? [];
  return Buffer.from(base64, 'base64');
}

function generateKeys(keyType: TestKeyType = 'EC'): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithms[keyType], true, ['sign', 'verify']);
}

function common({ notBefore, notAfter }: TestCertificateOptions) {
  return {
    serialNumber: `01${randomBytes(12).toString('hex')}`,
    notBefore: notBefore ?? new Date(Date.now() - HOUR),
    notAfter: notAfter ?? new Date(Date.now() + 90 * 24 * HOUR),
  };
}

function authorityExtensions(): Extension[] {
  return [
    new BasicConstraintsExtension(true, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
  ];
}
