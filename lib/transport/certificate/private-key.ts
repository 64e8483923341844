import { createPrivateKey, type KeyObject } from 'node:crypto';
import { KeyDerivation } from './key-derivation.js';
import { Decryption, Element, encodePassword, unlockProblem } from './pkcs12.js';
import { certificateError, pemBlocks, type PemBlock, type Source } from './source.js';

const CONVERT = 'openssl pkcs8 -topk8 -provider legacy -provider default';

/**
 * Parses and decrypts the private key of a PEM or DER source.
 *
 * @throws CertificateError if there is none, or its passphrase is missing or wrong
 */
export async function readPrivateKey(
  source: Source,
  passphrase: string | undefined,
): Promise<KeyObject> {
  const blocks = pemBlocks(source.bytes);
  const block = blocks.find(({ label }) => label.endsWith('PRIVATE KEY'));
  if (block !== undefined) {
    return isLocked(block) ? unlock(block, source, passphrase) : fromPem(block, source);
  }
  if (blocks.some(({ label }) => label.includes('CERTIFICATE'))) {
    throw certificateError('onlyCertificate', source);
  }
  return fromDer(source);
}

function isLocked({ label, text }: PemBlock): boolean {
  return label.startsWith('ENCRYPTED') || text.includes('4,ENCRYPTED');
}

function fromPem({ text }: PemBlock, source: Source): KeyObject {
  try {
    return createPrivateKey(text);
  } catch (cause) {
    throw certificateError('notAKey', source, cause);
  }
}

async function unlock(
  block: PemBlock,
  source: Source,
  passphrase: string | undefined,
): Promise<KeyObject> {
  if (passphrase === undefined) throw certificateError('lockedKey', source);
  try {
    // PEM's own encryption derives its key in one step.
    return block.label.startsWith('ENCRYPTED')
      ? await unlockPrivateKey(decodeContent(block), passphrase)
      : createPrivateKey({ key: block.text, passphrase });
  } catch (error) {
    throw unlockProblem(error, source, CONVERT) ?? unlockFailure(error, source);
  }
}

function decodeContent({ text }: PemBlock): Buffer {
  return Buffer.from(text.replace(/-----[A-Z0-9 ]{1,70}-----/g, ''), 'base64');
}

function fromDer(source: Source): KeyObject {
  for (const type of ['pkcs8', 'pkcs1', 'sec1'] as const) {
    try {
      return createPrivateKey({ key: source.bytes, format: 'der', type });
    } catch {
      // DER does not state which of the three it is.
    }
  }
  throw certificateError('notAKey', source);
}

function unlockFailure(cause: unknown, source: Source): Error {
  const isUnsupported = (cause as { code?: unknown }).code === 'ERR_OSSL_EVP_UNSUPPORTED';
  const problem = isUnsupported ? 'unknownCipher' : 'wrongForKey';
  return certificateError(problem, source, cause, CONVERT);
}

/**
 * Decrypts a PKCS#8 key (RFC 5958, EncryptedPrivateKeyInfo) within the limits of {@link KeyDerivation}, off the event
 * loop. OpenSSL would run all iterations of the key on the event loop.
 *
 * @throws WorkLimitError, UnknownAlgorithmError, and other errors if the passphrase is wrong or the key is damaged
 */
async function unlockPrivateKey(der: Buffer, passphrase: string): Promise<KeyObject> {
  const { default: forge } = await import('node-forge');
  const file = Element.parse(forge, der);
  const decryption = new Decryption(forge, encodePassword(passphrase), new KeyDerivation());
  const key = await decryption.decrypt(file.at(0), file.at(1));
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}
