import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { Extension } from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY = 24 * 60 * 60 * 1000;

export interface Issued {
  cert: string;
  key: string;
}

interface Subject {
  name: string;
  notAfter?: Date;
}

interface Signer {
  name: string;
  keys: webcrypto.CryptoKeyPair;
}

/** A certificate authority made at run time, root or below another one. */
export class Authority implements Signer {
  private constructor(
    readonly cert: string,
    readonly name: string,
    readonly keys: webcrypto.CryptoKeyPair,
  ) {}

  static async create(name: string, parent?: Authority): Promise<Authority> {
    const keys = await newKeys();
    const cert = await sign(parent ?? { name, keys }, { name }, keys, [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ]);
    return new Authority(cert, name, keys);
  }

  client(name: string, options: { notAfter?: Date } = {}) {
    return this.issue({ name, ...options }, [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
    ]);
  }

  server() {
    return this.issue({ name: '127.0.0.1' }, [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }]),
    ]);
  }

  private async issue(subject: Subject, extensions: Extension[]): Promise<Issued> {
    const keys = await newKeys();
    const cert = await sign(this, subject, keys, [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      ...extensions,
    ]);
    return { cert, key: await pemOfKey(keys.privateKey) };
  }
}

async function sign(
  issuer: Signer,
  subject: Subject,
  keys: webcrypto.CryptoKeyPair,
  extensions: Extension[],
): Promise<string> {
  const certificate = await X509CertificateGenerator.create(
    {
      subject: `CN=${subject.name}, O=Banco Teste, C=BR`,
      issuer: `CN=${issuer.name}, O=Banco Teste, C=BR`,
      publicKey: keys.publicKey,
      signingKey: issuer.keys.privateKey,
      notBefore: new Date(Date.now() - 2 * DAY),
      notAfter: subject.notAfter ?? new Date(Date.now() + DAY),
      serialNumber: `4${randomBytes(8).toString('hex').slice(1)}`,
      signingAlgorithm: ALGORITHM,
      extensions,
    },
    webcrypto,
  );
  return certificate.toString('pem');
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

async function pemOfKey(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  return `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`;
}
