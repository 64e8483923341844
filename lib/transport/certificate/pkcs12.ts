// Reads PKCS#12 files.

import {
  createHash,
  createHmac,
  X509Certificate,
  type KeyObject,
  createDecipheriv,
} from 'node:crypto';
import type * as NodeForge from 'node-forge';
import type { cipher, asn1 } from 'node-forge';
import { isCertificateError } from '../../errors/index.js';
import { BusyError, KeyDerivation, MAC_KEY, WorkLimitError } from './key-derivation.js';
import { certificateError, pemBlocks, readKey, type Source, type Origin } from './source.js';

const DATA = '1.2.840.113549.1.7.1';
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6';
const KEY_BAG = '1.2.840.113549.1.12.10.1.1';
const SHROUDED_KEY_BAG = '1.2.840.113549.1.12.10.1.2';
const CERT_BAG = '1.2.840.113549.1.12.10.1.3';
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';

/** The longest part that RC2 encrypts, in bytes: more than any chain has. It is decrypted on the event loop. */
const MAX_RC2_BYTES = 64 * 1024;
/** Private keys in a file, which has one. */
const MAX_KEYS = 4;

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
    if (!found) throw certificateError(passphrase === undefined ? 'locked' : 'wrong', source);
    if (found.keys.length > MAX_KEYS) throw certificateError('slowKey', source);
    return {
      keys: found.keys.map((key) => readKey(key, source)),
      certificates: found.certificates.map((der) => new X509Certificate(der)),
    };
  } catch (error) {
    if (isCertificateError(error)) throw error;
    const problem = pemBlocks(source.bytes).length > 0 ? 'pemNotPkcs12' : 'notPkcs12';
    throw (
      unlockProblem(error, source, 'openssl pkcs12 -legacy') ??
      certificateError(problem, source, error)
    );
  }
}

/** @returns `undefined` if no encoding of the passphrase opens it */
async function unlock(forge: Forge, file: Element, passphrase: string, derivation: KeyDerivation) {
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

/** Decrypts every safe of a file (RFC 7292, section 4). Returns keys (PKCS#8) and certificates in DER, in its order. */
async function readSafes(forge: Forge, content: Buffer, decryption: Decryption) {
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

/** A passphrase in the encodings of the two families of algorithms. */
export interface Password {
  /** For PKCS#12's algorithms: UTF-16 with a terminator (RFC 7292, appendix B.1). */
  readonly bmp: Buffer;
  /** For PBES2 (RFC 8018). */
  readonly utf8: Buffer;
}

/** An algorithm that this library does not support. */
class UnknownAlgorithmError extends Error {}

/** Decryption failed, almost always because of a wrong passphrase. */
class DecryptionError extends Error {}

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';

/** Digests and the functions of PBKDF2 that use them, with the names of Node.js. */
const DIGESTS: ReadonlyMap<string, string> = new Map([
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
  ['1.2.840.113549.2.7', 'sha1'],
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
function findDigest(algorithm: Element): string {
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
    const [salt, iterations] = [kdf.at(1, 0).octets, kdf.at(1, 1).integer];
    if (oid !== PBKDF2) throw new UnknownAlgorithmError(oid);
    // The optional length of the key precedes the function, which has a default.
    const prf = kdf.at(1).children.find(({ isSequence }) => isSequence);
    const digest = prf ? findDigest(prf) : 'sha1';
    const input = { digest, salt, iterations, length };
    return this.derivation.pbkdf2(this.password.utf8, input);
  }

  #run(name: string, key: Buffer, iv: Buffer, bytes: Buffer): Buffer {
    if (name === 'rc2' && bytes.length > MAX_RC2_BYTES) throw new WorkLimitError();
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

function known<T>(table: ReadonlyMap<string, T>, id: string): T {
  const found = table.get(id);
  if (found === undefined) throw new UnknownAlgorithmError(id);
  return found;
}

export type Forge = typeof NodeForge;

/** The bytes do not have the expected structure. */
export class StructureError extends Error {}

/** An element of DER or BER (X.690). */
export class Element {
  private constructor(
    private readonly forge: Forge,
    private readonly node: asn1.Asn1,
  ) {}

  /** Parses one element. Ignores bytes after it, because some exporters pad files. */
  static parse(forge: Forge, bytes: Buffer): Element {
    try {
      const buffer = forge.util.createBuffer(bytes.toString('latin1'));
      // @types/node-forge lacks the options.
      const options: unknown = { strict: true, parseAllBytes: false, decodeBitStrings: false };
      return new Element(forge, forge.asn1.fromDer(buffer, options as boolean));
    } catch (error) {
      throw new StructureError('not ASN.1', { cause: error });
    }
  }

  /** The elements of a constructed element. */
  get children(): Element[] {
    const { value } = this.node;
    if (!Array.isArray(value)) throw new StructureError('not a constructed element');
    return value.map((node) => new Element(this.forge, node));
  }

  /** Returns the element at a path of positions. */
  at(...path: number[]): Element {
    return path.reduce<Element>((element, position) => {
      const child = element.children[position];
      if (child === undefined) throw new StructureError('a missing element');
      return child;
    }, this);
  }

  /** The bytes of an octet string, which BER may split into parts. */
  get octets(): Buffer {
    const { value } = this.node;
    if (!Array.isArray(value)) return Buffer.from(value, 'latin1');
    return Buffer.concat(this.children.map(({ octets }) => octets));
  }

  /** A number, without its sign: the files have no negative ones. */
  get integer(): number {
    const { octets } = this;
    if (octets.length === 0) throw new StructureError('not an integer');
    return Number(`0x${octets.toString('hex')}`);
  }

  /** An object identifier in dotted form. */
  get oid(): string {
    const { asn1 } = this.forge;
    if (this.node.type !== asn1.Type.OID) throw new StructureError('not an object identifier');
    return asn1.derToOid(this.octets.toString('latin1'));
  }

  get isSequence(): boolean {
    return this.node.type === this.forge.asn1.Type.SEQUENCE;
  }

  get der(): Buffer {
    return Buffer.from(this.forge.asn1.toDer(this.node).getBytes(), 'latin1');
  }
}

/**
 * Builds the error of a file that cannot be decrypted with any passphrase; `undefined` for any
 * other cause.
 *
 * @param command the openssl command that converts such a file
 */
export function unlockProblem(error: unknown, origin: Origin, command: string): Error | undefined {
  if (error instanceof UnknownAlgorithmError) {
    return certificateError('unknownAlgorithm', origin, undefined, error.message, command);
  }
  if (error instanceof WorkLimitError) {
    return certificateError('tooMuchWork', origin, undefined, error.limit.toLocaleString('en'));
  }
  if (error instanceof BusyError) return certificateError('busy', origin);
  return undefined;
}
