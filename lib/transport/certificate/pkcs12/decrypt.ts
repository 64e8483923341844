import { createDecipheriv } from 'node:crypto';
import { type Asn1, type Forge, readChildren, readInteger, readOctets, readOid } from './asn1.js';
import type { KeyDerivation } from './key-derivation.js';

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

/** A cipher: OpenSSL's name and the length of its key; RC2 with 40 bits is not in OpenSSL 3. */
interface Cipher {
  readonly name: string;
  readonly keyLength: number;
}

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const SCRYPT = '1.3.6.1.4.1.11591.4.11';
const HMAC_SHA1 = '1.2.840.113549.2.7';

const PRFS: ReadonlyMap<string, string> = new Map([
  [HMAC_SHA1, 'sha1'],
  ['1.2.840.113549.2.8', 'sha224'],
  ['1.2.840.113549.2.9', 'sha256'],
  ['1.2.840.113549.2.10', 'sha384'],
  ['1.2.840.113549.2.11', 'sha512'],
]);

const PBES2_CIPHERS: ReadonlyMap<string, Cipher> = new Map([
  ['1.2.840.113549.3.7', { name: 'des-ede3-cbc', keyLength: 24 }],
  ['2.16.840.1.101.3.4.1.2', { name: 'aes-128-cbc', keyLength: 16 }],
  ['2.16.840.1.101.3.4.1.22', { name: 'aes-192-cbc', keyLength: 24 }],
  ['2.16.840.1.101.3.4.1.42', { name: 'aes-256-cbc', keyLength: 32 }],
]);

/** RFC 7292, appendix C: all ciphers have blocks of 8 bytes. */
const PKCS12_IV_LENGTH = 8;
const PKCS12_CIPHERS: ReadonlyMap<string, Cipher> = new Map([
  ['1.2.840.113549.1.12.1.3', { name: 'des-ede3-cbc', keyLength: 24 }],
  ['1.2.840.113549.1.12.1.4', { name: 'des-ede-cbc', keyLength: 16 }],
  ['1.2.840.113549.1.12.1.5', { name: 'rc2', keyLength: 16 }],
  ['1.2.840.113549.1.12.1.6', { name: 'rc2', keyLength: 5 }],
]);

/**
 * Decrypts data with a password-based algorithm.
 *
 * @param algorithm an AlgorithmIdentifier
 * @throws UnknownAlgorithmError, DecryptionError, WorkLimitError, StructureError
 */
export async function decrypt(
  forge: Forge,
  algorithm: Asn1 | undefined,
  bytes: Buffer,
  password: Password,
  derivation: KeyDerivation,
): Promise<Buffer> {
  const [identifier, parameters] = readChildren(algorithm);
  const id = readOid(forge, identifier);
  if (id === PBES2) return decryptPbes2(forge, parameters, bytes, password, derivation);
  const cipher = known(PKCS12_CIPHERS, id);
  const [salt, count] = readChildren(parameters);
  const input = { digest: 'sha1', salt: readOctets(salt), iterations: readInteger(count) };
  const key = await derivation.pkcs12(password.bmp, { ...input, length: cipher.keyLength }, 1);
  const iv = await derivation.pkcs12(password.bmp, { ...input, length: PKCS12_IV_LENGTH }, 2);
  return cipher.name === 'rc2' ? decryptRc2(forge, key, iv, bytes) : run(cipher, key, iv, bytes);
}

async function decryptPbes2(
  forge: Forge,
  parameters: Asn1 | undefined,
  bytes: Buffer,
  password: Password,
  derivation: KeyDerivation,
): Promise<Buffer> {
  const [kdf, scheme = []] = readChildren(parameters).map(readChildren);
  const cipher = known(PBES2_CIPHERS, readOid(forge, scheme[0]));
  const key = await derivePbes2(forge, kdf, cipher.keyLength, password, derivation);
  return run(cipher, key, readOctets(scheme[1]), bytes);
}

function derivePbes2(
  forge: Forge,
  kdf: readonly Asn1[] = [],
  length: number,
  password: Password,
  derivation: KeyDerivation,
): Promise<Buffer> {
  const id = readOid(forge, kdf[0]);
  const [salt, first, ...rest] = readChildren(kdf[1]);
  if (id === SCRYPT) {
    const [r, p] = rest;
    const cost = { N: readInteger(first), r: readInteger(r), p: readInteger(p) };
    return derivation.scrypt(password.utf8, { salt: readOctets(salt), ...cost, length });
  }
  if (id !== PBKDF2) throw new UnknownAlgorithmError(id);
  // The optional length of the key precedes the function, which has a default.
  const prf = rest.find(({ type }) => type === forge.asn1.Type.SEQUENCE);
  return derivation.pbkdf2(password.utf8, {
    digest: known(PRFS, prf ? readOid(forge, readChildren(prf)[0]) : HMAC_SHA1),
    salt: readOctets(salt),
    iterations: readInteger(first),
    length,
  });
}

function run({ name }: Cipher, key: Buffer, iv: Buffer, bytes: Buffer): Buffer {
  try {
    const decipher = createDecipheriv(name, key, iv);
    return Buffer.concat([decipher.update(bytes), decipher.final()]);
  } catch (error) {
    throw new DecryptionError('wrong passphrase', { cause: error });
  }
}

interface Rc2 {
  createDecryptionCipher(
    key: string,
    bits: number,
  ): {
    start(iv: string): void;
    update(input: unknown): void;
    finish(): boolean;
    readonly output: { getBytes(): string };
  };
}

/** Decrypts with RC2, which OpenSSL 3 has in a provider that Node.js does not load. */
function decryptRc2(forge: Forge, key: Buffer, iv: Buffer, bytes: Buffer): Buffer {
  // Missing in @types/node-forge.
  const { rc2 } = forge as Forge & { readonly rc2: Rc2 };
  const cipher = rc2.createDecryptionCipher(key.toString('latin1'), key.length * 8);
  cipher.start(iv.toString('latin1'));
  cipher.update(forge.util.createBuffer(bytes.toString('latin1')));
  if (!cipher.finish()) throw new DecryptionError('wrong passphrase');
  return Buffer.from(cipher.output.getBytes(), 'latin1');
}

function known<T>(table: ReadonlyMap<string, T>, id: string): T {
  const found = table.get(id);
  if (found === undefined) throw new UnknownAlgorithmError(id);
  return found;
}
