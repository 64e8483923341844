import { createDecipheriv, createPrivateKey, type KeyObject } from 'node:crypto';
import type { cipher } from 'node-forge';
import { Element, type Forge } from './element.js';
import { KeyDerivation } from './key-derivation.js';

/** A passphrase in the encodings of the two families of algorithms. */
export interface Password {
  /** For PKCS#12's algorithms: UTF-16 with a terminator (RFC 7292, appendix B.1). */
  readonly bmp: Buffer;
  /** For PBES2 (RFC 8018). */
  readonly utf8: Buffer;
}

/** An algorithm that this library does not support. */
export class UnknownAlgorithmError extends Error {}

/** Decryption failed, almost always because of a wrong passphrase. */
export class DecryptionError extends Error {}

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const SCRYPT = '1.3.6.1.4.1.11591.4.11';

/** Digests and the functions of PBKDF2 that use them, with the names of Node.js. */
const DIGESTS: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.2.5', 'md5'],
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.4', 'sha224'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
  ['1.2.840.113549.2.7', 'sha1'],
  ['1.2.840.113549.2.8', 'sha224'],
  ['1.2.840.113549.2.9', 'sha256'],
  ['1.2.840.113549.2.10', 'sha384'],
  ['1.2.840.113549.2.11', 'sha512'],
]);

/** Ciphers with the names of OpenSSL and the lengths of their keys. RC2 is not in OpenSSL 3. */
const CIPHERS: ReadonlyMap<string, readonly [name: string, keyLength: number]> = new Map([
  ['1.2.840.113549.3.7', ['des-ede3-cbc', 24]],
  ['2.16.840.1.101.3.4.1.2', ['aes-128-cbc', 16]],
  ['2.16.840.1.101.3.4.1.22', ['aes-192-cbc', 24]],
  ['2.16.840.1.101.3.4.1.42', ['aes-256-cbc', 32]],
  // With PKCS#12's function (RFC 7292, appendix C).
  ['1.2.840.113549.1.12.1.3', ['des-ede3-cbc', 24]],
  ['1.2.840.113549.1.12.1.4', ['des-ede-cbc', 16]],
  ['1.2.840.113549.1.12.1.5', ['rc2', 16]],
  ['1.2.840.113549.1.12.1.6', ['rc2', 5]],
]);

export function encodePassword(passphrase: string): Password {
  return {
    bmp: Buffer.from(`${passphrase}\0`, 'utf16le').swap16(),
    utf8: Buffer.from(passphrase, 'utf8'),
  };
}

/** Finds a digest by its AlgorithmIdentifier. @throws UnknownAlgorithmError */
export function findDigest(algorithm: Element): string {
  return known(DIGESTS, algorithm.at(0).oid);
}

/** Decrypts the parts of one file with its passphrase. */
export class Decryption {
  constructor(
    private readonly forge: Forge,
    private readonly password: Password,
    private readonly derivation: KeyDerivation,
  ) {}

  /**
   * Decrypts data with a password-based algorithm.
   *
   * @param algorithm an AlgorithmIdentifier
   * @param bytes an octet string
   * @throws UnknownAlgorithmError, DecryptionError, WorkLimitError, StructureError
   */
  async decrypt(algorithm: Element, { octets }: Element): Promise<Buffer> {
    const id = algorithm.at(0).oid;
    if (id === PBES2) {
      const [name, length] = known(CIPHERS, algorithm.at(1, 1, 0).oid);
      const key = await this.#derive(algorithm.at(1, 0), length);
      return this.#run(name, key, algorithm.at(1, 1, 1).octets, octets);
    }
    const [name, length] = known(CIPHERS, id);
    const [salt, iterations] = [algorithm.at(1, 0).octets, algorithm.at(1, 1).integer];
    const input = { digest: 'sha1', salt, iterations, length };
    const key = await this.derivation.pkcs12(this.password.bmp, input, 1);
    const iv = await this.derivation.pkcs12(this.password.bmp, { ...input, length: 8 }, 2);
    return this.#run(name, key, iv, octets);
  }

  /** Derives the key of PBES2. */
  async #derive(kdf: Element, length: number): Promise<Buffer> {
    const { oid } = kdf.at(0);
    const [salt, count] = [kdf.at(1, 0).octets, kdf.at(1, 1).integer];
    if (oid === SCRYPT) {
      const [r, p] = [kdf.at(1, 2).integer, kdf.at(1, 3).integer];
      return this.derivation.scrypt(this.password.utf8, { salt, N: count, r, p, length });
    }
    if (oid !== PBKDF2) throw new UnknownAlgorithmError(oid);
    // The optional length of the key precedes the function, which has a default.
    const prf = kdf.at(1).children.find(({ isSequence }) => isSequence);
    const digest = prf ? findDigest(prf) : 'sha1';
    const input = { digest, salt, iterations: count, length };
    return this.derivation.pbkdf2(this.password.utf8, input);
  }

  #run(name: string, key: Buffer, iv: Buffer, bytes: Buffer): Buffer {
    try {
      if (name === 'rc2') return this.#decryptRc2(key, iv, bytes);
      const decipher = createDecipheriv(name, key, iv);
      return Buffer.concat([decipher.update(bytes), decipher.final()]);
    } catch (error) {
      throw new DecryptionError('wrong passphrase', { cause: error });
    }
  }

  #decryptRc2(key: Buffer, iv: Buffer, bytes: Buffer): Buffer {
    // Missing in @types/node-forge.
    type CreateCipher = (key: string, bits: number) => cipher.BlockCipher;
    const { rc2 } = this.forge as Forge & { rc2: { createDecryptionCipher: CreateCipher } };
    const decipher = rc2.createDecryptionCipher(key.toString('latin1'), key.length * 8);
    decipher.start(iv.toString('latin1'));
    decipher.update(this.forge.util.createBuffer(bytes.toString('latin1')));
    if (!decipher.finish()) throw new Error('wrong padding');
    return Buffer.from(decipher.output.getBytes(), 'latin1');
  }
}

/**
 * Decrypts a PKCS#8 key (RFC 5958, EncryptedPrivateKeyInfo) within the limits of {@link KeyDerivation}, off the event
 * loop. OpenSSL would run all iterations of the key on the event loop.
 *
 * @throws WorkLimitError, UnknownAlgorithmError, and other errors if the passphrase is wrong or the key is damaged
 */
export async function unlockPrivateKey(der: Buffer, passphrase: string): Promise<KeyObject> {
  const { default: forge } = await import('node-forge');
  const file = Element.parse(forge, der);
  const decryption = new Decryption(forge, encodePassword(passphrase), new KeyDerivation());
  const key = await decryption.decrypt(file.at(0), file.at(1));
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

function known<T>(table: ReadonlyMap<string, T>, id: string): T {
  const found = table.get(id);
  if (found === undefined) throw new UnknownAlgorithmError(id);
  return found;
}
