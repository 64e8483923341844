import { createHmac, createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { encodePassword, KeyDerivation } from 'nestjs-pix/internal';
import {
  integer,
  octets,
  oid,
  sequence,
  set,
  tagged,
  type PemCertificate,
} from '../simulator/index.js';

const ITERATIONS = 10_000;

const DATA = '1.2.840.113549.1.7.1';
const SHROUDED_KEY_BAG = '1.2.840.113549.1.12.10.1.2';
const CERT_BAG = '1.2.840.113549.1.12.10.1.3';
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';
const LOCAL_KEY_ID = '1.2.840.113549.1.9.21';
const SHA256 = '2.16.840.1.101.3.4.2.1';

/**
 * Builds a PKCS#12 file (RFC 7292) of a certificate, its key and its issuers. The key is encrypted with AES-256 and
 * the file is protected by an HMAC with SHA-256.
 */
export async function toPkcs12(
  { cert, key }: PemCertificate,
  issuers: readonly string[],
  passphrase: string,
): Promise<Buffer> {
  // Ties the key to its certificate.
  const attributes = set(sequence(oid(LOCAL_KEY_ID), set(octets(randomBytes(20)))));
  const content = sequence(
    buildData(
      sequence(buildCertBag(cert, attributes), ...issuers.map((issuer) => buildCertBag(issuer))),
    ),
    buildData(sequence(buildKeyBag(key, passphrase, attributes))),
  );
  return sequence(integer(3), buildData(content), await buildMac(content, passphrase));
}

function buildCertBag(pem: string, ...attributes: Buffer[]): Buffer {
  const { raw } = new X509Certificate(pem);
  const bag = sequence(oid(X509_CERTIFICATE), tagged(0, octets(raw)));
  return sequence(oid(CERT_BAG), tagged(0, bag), ...attributes);
}

function buildKeyBag(pem: string, passphrase: string, attributes: Buffer): Buffer {
  const cipher = 'aes-256-cbc';
  const bag = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der', cipher, passphrase });
  return sequence(oid(SHROUDED_KEY_BAG), tagged(0, bag), attributes);
}

function buildData(content: Buffer): Buffer {
  return sequence(oid(DATA), tagged(0, octets(content)));
}

async function buildMac(content: Buffer, passphrase: string): Promise<Buffer> {
  const salt = randomBytes(20);
  const input = { digest: 'sha256', salt, iterations: ITERATIONS, length: 32 };
  const derivation = new KeyDerivation({ option: 'passphrase' });
  const key = await derivation.derive(encodePassword(passphrase), input, 'mac');
  const digest = createHmac('sha256', key).update(content).digest();
  const algorithm = sequence(oid(SHA256));
  return sequence(sequence(algorithm, octets(digest)), octets(salt), integer(ITERATIONS));
}
