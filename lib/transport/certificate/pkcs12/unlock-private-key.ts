import { createPrivateKey, type KeyObject } from 'node:crypto';
import { childrenOf, octetsOf, parseAsn1 } from './asn1.js';
import { decrypt } from './decrypt.js';
import { KeyDerivation } from './key-derivation.js';
import { passwordOf } from './password.js';

/**
 * Unlocks a PKCS#8 key (RFC 5958, EncryptedPrivateKeyInfo) within the limits of {@link KeyDerivation}, off the event
 * loop. OpenSSL would iterate as often as the key says, on the event loop.
 *
 * @throws WorkLimitError, UnknownAlgorithmError, and other errors when the passphrase is wrong or the key is damaged
 */
export async function unlockPrivateKey(der: Buffer, passphrase: string): Promise<KeyObject> {
  const { default: forge } = await import('node-forge');
  const derivation = new KeyDerivation();
  try {
    const [algorithm, bytes] = childrenOf(parseAsn1(forge, der));
    const password = passwordOf(passphrase);
    const key = await decrypt(forge, algorithm, octetsOf(bytes), password, derivation);
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  } finally {
    await derivation.close();
  }
}
