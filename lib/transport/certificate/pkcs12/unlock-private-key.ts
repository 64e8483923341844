import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readChildren, readOctets, parseAsn1 } from './asn1.js';
import { decrypt } from './decrypt.js';
import { KeyDerivation } from './key-derivation.js';
import { encodePassword } from './password.js';

/**
 * Decrypts a PKCS#8 key (RFC 5958, EncryptedPrivateKeyInfo) within the limits of {@link
 * KeyDerivation}, off the event loop. OpenSSL would run all iterations of the key on the event
 * loop.
 *
 * @throws WorkLimitError, UnknownAlgorithmError, and other errors if the passphrase is wrong or the
 * key is damaged
 */
export async function unlockPrivateKey(der: Buffer, passphrase: string): Promise<KeyObject> {
  const { default: forge } = await import('node-forge');
  const derivation = new KeyDerivation();
  try {
    const [algorithm, bytes] = readChildren(parseAsn1(forge, der));
    const password = encodePassword(passphrase);
    const key = await decrypt(forge, algorithm, readOctets(bytes), password, derivation);
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  } finally {
    await derivation.close();
  }
}
