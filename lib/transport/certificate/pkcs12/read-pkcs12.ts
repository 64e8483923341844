import {
  createHash,
  createHmac,
  createPrivateKey,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import { isCertificateError } from '../../../errors/index.js';
import { certificateError } from '../certificate-problem.js';
import { pemBlocks } from '../pem.js';
import type { Source } from '../source.js';
import {
  Decryption,
  DecryptionError,
  encodePassword,
  findDigest,
  type Password,
} from './decrypt.js';
import { Element, StructureError, type Forge } from './element.js';
import { KeyDerivation, MAC_KEY } from './key-derivation.js';
import { unlockProblem } from './unlock-problem.js';

const DATA = '1.2.840.113549.1.7.1';
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6';
const KEY_BAG = '1.2.840.113549.1.12.10.1.1';
const SHROUDED_KEY_BAG = '1.2.840.113549.1.12.10.1.2';
const CERT_BAG = '1.2.840.113549.1.12.10.1.3';
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';

/** Keys (PKCS#8) and certificates in DER, in the order of the file. */
interface SafeContents {
  readonly keys: Buffer[];
  readonly certificates: Buffer[];
}

/** The content of a PKCS#12 file (RFC 7292), in its order. */
export interface Pkcs12Content {
  readonly keys: readonly KeyObject[];
  readonly certificates: readonly X509Certificate[];
}

/**
 * Opens a PKCS#12 file. Node.js has no API for it, and OpenSSL 3 refuses the RC2 and 3DES ciphers
 * that Brazilian authorities still use. Keys are derived off the event loop, with limited
 * iterations.
 *
 * @throws CertificateError if it is not PKCS#12, or its passphrase is wrong
 */
export async function readPkcs12(
  source: Source,
  passphrase: string | undefined,
  derivation = new KeyDerivation(),
): Promise<Pkcs12Content> {
  const { default: forge } = await import('node-forge');
  try {
    const file = Element.parse(forge, source.bytes);
    const found = await unlock(forge, file, passphrase ?? '', derivation);
    if (!found) throw locked(source, passphrase);
    return {
      keys: found.keys.map((key) => createPrivateKey({ key, format: 'der', type: 'pkcs8' })),
      certificates: found.certificates.map((der) => new X509Certificate(der)),
    };
  } catch (error) {
    throw toReadError(error, source);
  }
}

/** @returns `undefined` if no encoding of the passphrase opens it */
async function unlock(
  forge: Forge,
  file: Element,
  passphrase: string,
  derivation: KeyDerivation,
): Promise<SafeContents | undefined> {
  const content = readData(file.at(1));
  const mac = file.children[2];
  for (const password of encodePasswords(passphrase)) {
    if (mac && !(await isMacRight(mac, content, password, derivation))) continue;
    try {
      return await readSafes(forge, content, new Decryption(forge, password, derivation));
    } catch (error) {
      // Bytes decrypted with a wrong key have no structure. If the integrity check matches, the
      // file itself is damaged.
      const isWrongKey = error instanceof DecryptionError || error instanceof StructureError;
      if (!isWrongKey || (mac && error instanceof StructureError)) throw error;
    }
  }
  return undefined;
}

/** Encodes a passphrase in each way that exporters use: an empty one is a terminator, or no bytes. */
function encodePasswords(passphrase: string): Password[] {
  const password = encodePassword(passphrase);
  return passphrase === '' ? [password, { ...password, bmp: Buffer.alloc(0) }] : [password];
}

/** Whether the integrity check of a file matches this password (RFC 7292, section 4, MacData). */
async function isMacRight(
  mac: Element,
  content: Buffer,
  { bmp }: Password,
  derivation: KeyDerivation,
): Promise<boolean> {
  const digest = findDigest(mac.at(0, 0));
  const { length } = createHash(digest).digest();
  const input = {
    digest,
    salt: mac.at(1).octets,
    iterations: mac.children[2]?.integer ?? 1,
    length,
  };
  const key = await derivation.pkcs12(bmp, input, MAC_KEY);
  return createHmac(digest, key).update(content).digest().equals(mac.at(0, 1).octets);
}

/** Decrypts every safe of a file (RFC 7292, section 4). */
async function readSafes(
  forge: Forge,
  content: Buffer,
  decryption: Decryption,
): Promise<SafeContents> {
  const keys: Buffer[] = [];
  const certificates: Buffer[] = [];
  for (const info of Element.parse(forge, content).children) {
    const isEncrypted = info.at(0).oid === ENCRYPTED_DATA;
    const safe = isEncrypted
      ? await decryption.decrypt(info.at(1, 0, 1, 1), info.at(1, 0, 1, 2))
      : readData(info);
    for (const bag of Element.parse(forge, safe).children) {
      const type = bag.at(0).oid;
      const value = bag.at(1, 0);
      if (type === KEY_BAG) keys.push(value.der);
      if (type === SHROUDED_KEY_BAG) keys.push(await decryption.decrypt(value.at(0), value.at(1)));
      const isX509 = type === CERT_BAG && value.at(0).oid === X509_CERTIFICATE;
      if (isX509) certificates.push(value.at(1, 0).octets);
      // Revocation lists and secrets are not used.
    }
  }
  return { keys, certificates };
}

/** Reads a ContentInfo of type `data` (RFC 5652, section 4). */
function readData(info: Element): Buffer {
  if (info.at(0).oid !== DATA) throw new StructureError('not of type data');
  return info.at(1, 0).octets;
}

function locked(source: Source, passphrase: string | undefined): Error {
  return passphrase === undefined
    ? certificateError(
        'PIX_CERTIFICATE_PASSPHRASE_MISSING',
        source,
        'is encrypted: set its passphrase in certificate.passphrase.',
      )
    : certificateError(
        'PIX_CERTIFICATE_PASSPHRASE_WRONG',
        source,
        'cannot be opened: certificate.passphrase is wrong, or belongs to another file.',
      );
}

function toReadError(error: unknown, source: Source): unknown {
  if (isCertificateError(error)) return error;
  const isPem = pemBlocks(source.bytes).length > 0;
  return (
    unlockProblem(error, source, 'openssl pkcs12 -legacy') ??
    certificateError(
      'PIX_CERTIFICATE_INVALID',
      source,
      isPem
        ? 'is PEM, not PKCS#12: use the options `cert` and `key`.'
        : 'is not PKCS#12 (.p12, .pfx), or is damaged: export or download it again.',
      error,
    )
  );
}
