import 'reflect-metadata';
import { randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

export interface ChainSubject {
  readonly name: string;
  readonly keys: webcrypto.CryptoKeyPair;
}

export interface ChainOptions {
  /** Default: true. `undefined` leaves the extension out. */
  ca?: boolean | undefined;
  pathLength?: number;
  /** Default: in an hour. */
  notAfter?: Date;
  keyUsage?: KeyUsageFlags;
  purposes?: string[];
  extensions?: Extension[];
  /** Default: true. Key identifiers let OpenSSL rule out an issuer without a signature check. */
  keyIdentifiers?: boolean;
}

const HOUR = 3_600_000;

export async function subject(name: string, namedCurve = 'P-256'): Promise<ChainSubject> {
  const algorithm = { name: 'ECDSA', namedCurve };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  return { name: `CN=${name}`, keys };
}

/** Issues a certificate for `holder`, signed by `issuer`, with the defects that the options describe. */
export async function certify(
  holder: ChainSubject,
  issuer: ChainSubject,
  options: ChainOptions = {},
): Promise<X509Certificate> {
  const { pathLength, purposes, extensions = [], keyIdentifiers = true } = options;
  const ca = 'ca' in options ? options.ca : true;
  const keyUsage = options.keyUsage ?? (ca === true ? KeyUsageFlags.keyCertSign : undefined);
  const certificate = await X509CertificateGenerator.create(
    {
      serialNumber: `01${randomBytes(12).toString('hex')}`,
      subject: holder.name,
      issuer: issuer.name,
      publicKey: holder.keys.publicKey,
      signingKey: issuer.keys.privateKey,
      signingAlgorithm: { ...issuer.keys.privateKey.algorithm, hash: 'SHA-256' },
      notBefore: new Date(Date.now() - 24 * HOUR),
      notAfter: options.notAfter ?? new Date(Date.now() + HOUR),
      extensions: [
        ...(ca === undefined ? [] : [new BasicConstraintsExtension(ca, pathLength, true)]),
        ...(keyUsage === undefined ? [] : [new KeyUsagesExtension(keyUsage, true)]),
        ...(purposes ? [new ExtendedKeyUsageExtension(purposes)] : []),
        ...(keyIdentifiers
          ? [
              await SubjectKeyIdentifierExtension.create(holder.keys.publicKey, false, webcrypto),
              await AuthorityKeyIdentifierExtension.create(issuer.keys.publicKey, false, webcrypto),
            ]
          : []),
        ...extensions,
      ],
    },
    webcrypto,
  );
  return new X509Certificate(Buffer.from(certificate.rawData));
}

/** Issues a client certificate: not an authority, for client authentication. */
export function certifyClient(
  holder: ChainSubject,
  issuer: ChainSubject,
  options: ChainOptions = {},
): Promise<X509Certificate> {
  return certify(holder, issuer, { ca: false, purposes: ['1.3.6.1.5.5.7.3.2'], ...options });
}
