import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { isCertificateError } from '../../../errors/index.js';
import { certificateError } from '../certificate-problem.js';
import { pemBlocks } from '../pem.js';
import type { Source } from '../source.js';
import { type Asn1, type Forge, readChildren, parseAsn1, StructureError } from './asn1.js';
import { DecryptionError } from './decrypt.js';
import { KeyDerivation } from './key-derivation.js';
import { isMacRight } from './mac.js';
import { encodePasswords } from './password.js';
import { readData, readSafes, type SafeContents } from './safes.js';
import { unlockProblem } from './unlock-problem.js';

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
    const { content, mac } = readFile(forge, source.bytes);
    const found = await unlock(forge, content, mac, passphrase ?? '', derivation);
    if (!found) throw locked(source, passphrase);
    return {
      keys: found.keys.map(parseKey),
      certificates: found.certificates.map(parseCertificate),
    };
  } catch (error) {
    throw toReadError(error, source);
  } finally {
    await derivation.close();
  }
}

function readFile(forge: Forge, bytes: Buffer): { content: Buffer; mac: Asn1 | undefined } {
  const [, safes, mac] = readChildren(parseAsn1(forge, bytes));
  return { content: readData(forge, safes), mac };
}

/** @returns `undefined` if no encoding of the passphrase opens it */
async function unlock(
  forge: Forge,
  content: Buffer,
  mac: Asn1 | undefined,
  passphrase: string,
  derivation: KeyDerivation,
): Promise<SafeContents | undefined> {
  for (const password of encodePasswords(passphrase)) {
    if (mac && !(await isMacRight(forge, mac, content, password, derivation))) continue;
    try {
      return await readSafes(forge, content, password, derivation);
    } catch (error) {
      // Bytes decrypted with a wrong key have no structure. If the integrity check matches, the
      // file itself is damaged.
      const isWrongKey = error instanceof DecryptionError || error instanceof StructureError;
      if (!isWrongKey || (mac && error instanceof StructureError)) throw error;
    }
  }
  return undefined;
}

function parseKey(der: Buffer): KeyObject {
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

function parseCertificate(der: Buffer): X509Certificate {
  return new X509Certificate(der);
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
