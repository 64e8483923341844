import { createHmac, createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { ContentInfo, id_data } from '@peculiar/asn1-cms';
import {
  AuthenticatedSafe,
  CertBag,
  id_certBag,
  id_pkcs8ShroudedKeyBag,
  id_x509Certificate,
  MacData,
  PFX,
  PKCS12Attribute,
  SafeBag,
  SafeContents,
} from '@peculiar/asn1-pfx';
import { DigestInfo, sha256 } from '@peculiar/asn1-rsa';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import type { PemCertificate } from '../simulator/index.js';
import { encodePassword, KeyDerivation, MAC_KEY } from '../transport/certificate/pkcs12/public.js';

const ITERATIONS = 10_000;
const PKCS9_LOCAL_KEY_ID = '1.2.840.113549.1.9.21';

/**
 * Builds a PKCS#12 file (RFC 7292) of a certificate, its key and its issuers. The key is encrypted with AES-256 and
 * the file is protected by an HMAC with SHA-256.
 */
export async function toPkcs12(
  { cert, key }: PemCertificate,
  issuers: readonly string[],
  passphrase: string,
): Promise<Buffer> {
  const localKeyId = buildLocalKeyId(randomBytes(20));
  const safes = new AuthenticatedSafe([
    buildSafe([buildCertBag(cert, localKeyId), ...issuers.map((issuer) => buildCertBag(issuer))]),
    buildSafe([buildKeyBag(key, passphrase, localKeyId)]),
  ]);
  const content = AsnConvert.serialize(safes);
  const file = new PFX({
    authSafe: buildData(content),
    macData: await buildMac(Buffer.from(content), passphrase),
  });
  return Buffer.from(AsnConvert.serialize(file));
}

function buildCertBag(pem: string, localKeyId?: PKCS12Attribute): SafeBag {
  const { raw } = new X509Certificate(pem);
  const bag = new CertBag({
    certId: id_x509Certificate,
    certValue: AsnConvert.serialize(new OctetString(raw)),
  });
  return buildBag(id_certBag, AsnConvert.serialize(bag), localKeyId);
}

function buildKeyBag(pem: string, passphrase: string, localKeyId: PKCS12Attribute): SafeBag {
  const cipher = 'aes-256-cbc';
  const bag = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der', cipher, passphrase });
  return buildBag(id_pkcs8ShroudedKeyBag, toArrayBuffer(bag), localKeyId);
}

function buildBag(bagId: string, bagValue: ArrayBuffer, localKeyId?: PKCS12Attribute): SafeBag {
  return new SafeBag({ bagId, bagValue, ...(localKeyId && { bagAttributes: [localKeyId] }) });
}

/** Ties the key to its certificate. The constructor of `PKCS12Attribute` ignores its argument (version 2.11.1). */
function buildLocalKeyId(id: Buffer): PKCS12Attribute {
  return Object.assign(new PKCS12Attribute(), {
    attrId: PKCS9_LOCAL_KEY_ID,
    attrValues: [AsnConvert.serialize(new OctetString(id))],
  });
}

function buildSafe(bags: SafeBag[]): ContentInfo {
  return buildData(AsnConvert.serialize(new SafeContents(bags)));
}

function buildData(content: ArrayBuffer): ContentInfo {
  const octets = new OctetString(content);
  return new ContentInfo({ contentType: id_data, content: AsnConvert.serialize(octets) });
}

async function buildMac(content: Buffer, passphrase: string): Promise<MacData> {
  const salt = randomBytes(20);
  const key = await deriveMacKey(passphrase, salt);
  const digest = createHmac('sha256', key).update(content).digest();
  return new MacData({
    mac: new DigestInfo({ digestAlgorithm: sha256, digest: new OctetString(digest) }),
    macSalt: new OctetString(salt),
    iterations: ITERATIONS,
  });
}

async function deriveMacKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  const { bmp } = encodePassword(passphrase);
  const derivation = new KeyDerivation();
  try {
    const input = { digest: 'sha256', salt, iterations: ITERATIONS, length: 32 };
    return await derivation.pkcs12(bmp, input, MAC_KEY);
  } finally {
    await derivation.close();
  }
}

/** Bytes alone: a small `Buffer` shares its memory with others. */
function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
