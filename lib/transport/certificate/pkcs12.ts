// Reads PKCS#12 files.

import { createDecipheriv, createHmac, X509Certificate } from 'node:crypto';
import type * as NodeForge from 'node-forge';
import { isCertificateError } from '../../errors/index.js';
import { KeyDerivation, tooMuchWork } from './key-derivation.js';
import { certificateError, pemBlocks, readKey, type Source } from './source.js';

/** Digests by their names in node-forge, and by those of the functions of PBKDF2 that use them. */
const DIGESTS: ReadonlyMap<string, string> = new Map(
  ['sha1', 'sha256', 'sha384', 'sha512'].flatMap((name) => [
    [name, name],
    [`hmacWith${name.toUpperCase()}`, name],
  ]),
);

/** Ciphers with the names of OpenSSL and the lengths of their keys. RC2 is not in OpenSSL 3. */
const CIPHERS: ReadonlyMap<string, readonly [name: string, keyLength: number]> = new Map([
  ['des-EDE3-CBC', ['des-ede3-cbc', 24]],
  ['aes128-CBC', ['aes-128-cbc', 16]],
  ['aes192-CBC', ['aes-192-cbc', 24]],
  ['aes256-CBC', ['aes-256-cbc', 32]],
  // With PKCS#12's function (RFC 7292, appendix C).
  ['pbeWithSHAAnd3-KeyTripleDES-CBC', ['des-ede3-cbc', 24]],
  ['pbeWithSHAAnd2-KeyTripleDES-CBC', ['des-ede-cbc', 16]],
  ['pbeWithSHAAnd128BitRC2-CBC', ['rc2', 16]],
  ['pbewithSHAAnd40BitRC2-CBC', ['rc2', 5]],
]);

/** The functions that may derive a key of PBES2. */
const DERIVATIONS = new Map([['pkcs5PBKDF2', 'pbkdf2']]);

/** The longest part that RC2 encrypts, in bytes: more than any chain has. It is decrypted on the event loop. */
const MAX_RC2_BYTES = 64 * 1024;
/** Private keys in a file, which has one. */
const MAX_KEYS = 4;

/**
 * Opens a PKCS#12 file. Node.js has no API for it, and OpenSSL 3 refuses the RC2 and 3DES ciphers
 * that Brazilian authorities still use. Keys are derived off the event loop, with limited
 * iterations.
 *
 * @returns the keys and certificates, in the order of the file
 * @throws CertificateError if it is not PKCS#12, or its passphrase is wrong
 */
export async function readPkcs12(
  source: Source,
  passphrase: string | undefined,
  derivation = new KeyDerivation(source),
) {
  try {
    const found = await unlock(await Element.parse(source.bytes), passphrase, derivation);
    if (found.keys.length > MAX_KEYS) throw certificateError('slowKey', source);
    return {
      keys: found.keys.map((key) => readKey(key, source)),
      certificates: found.certificates.map((der) => new X509Certificate(der)),
    };
  } catch (error) {
    if (isCertificateError(error)) throw error;
    const problem = pemBlocks(source.bytes).length > 0 ? 'pemNotPkcs12' : 'notPkcs12';
    throw certificateError(problem, source, error);
  }
}

/** @throws CertificateError if the passphrase does not open the file */
async function unlock(file: Element, given: string | undefined, derivation: KeyDerivation) {
  const content = readData(file.at(1));
  const mac = file.children[2];
  const passphrase = given ?? '';
  const encoded = encodePassword(passphrase);
  // Some exporters encode an empty passphrase as no bytes.
  for (const each of passphrase === '' ? [encoded, Buffer.alloc(0)] : [encoded]) {
    const decryption = new Decryption(derivation, passphrase, each);
    if (mac && !(await decryption.isMacRight(mac, content))) continue;
    try {
      return await readSafes(content, decryption);
    } catch (error) {
      // Bytes decrypted with a wrong key have no structure. If the integrity check matches, the
      // file itself is damaged.
      const isWrongKey = error instanceof DecryptionError || error instanceof StructureError;
      if (!isWrongKey || (mac && error instanceof StructureError)) throw error;
    }
  }
  throw certificateError(given === undefined ? 'locked' : 'wrong', derivation.origin);
}

/** Decrypts every safe of a file (RFC 7292, section 4). Returns keys (PKCS#8) and certificates in DER, in its order. */
async function readSafes(content: Buffer, decryption: Decryption) {
  const [keys, certificates]: [Buffer[], Buffer[]] = [[], []];
  for (const info of (await Element.parse(content)).children) {
    const isEncrypted = info.at(0).id === 'encryptedData';
    const safe = isEncrypted ? await decryption.decrypt(info.at(1, 0, 1)) : readData(info);
    for (const bag of (await Element.parse(safe)).children) {
      const [type, value] = [bag.at(0).id, bag.at(1, 0)];
      if (type === 'keyBag') keys.push(value.der);
      if (type === 'pkcs8ShroudedKeyBag') keys.push(await decryption.decrypt(value));
      const isX509 = type === 'certBag' && value.at(0).id === 'x509Certificate';
      if (isX509) certificates.push(value.at(1, 0).octets);
      // Revocation lists and secrets are not used.
    }
  }
  return { keys, certificates };
}

/** Reads a ContentInfo of type `data` (RFC 5652, section 4). */
function readData(info: Element): Buffer {
  if (info.at(0).id !== 'data') throw new StructureError('not of type data');
  return info.at(1, 0).octets;
}

/** Encodes a passphrase for PKCS#12's own algorithms: UTF-16 with a terminator (RFC 7292, appendix B.1). */
export function encodePassword(passphrase: string): Buffer {
  return Buffer.from(`${passphrase}\0`, 'utf16le').swap16();
}

/** Decryption failed, almost always because of a wrong passphrase. */
class DecryptionError extends Error {}

/** Decrypts the parts of one file with its passphrase. */
export class Decryption {
  /**
   * @param encoded the passphrase for PKCS#12's own algorithms
   * @param command the openssl command that converts a file with an unknown algorithm
   */
  constructor(
    private readonly derivation: KeyDerivation,
    private readonly passphrase: string,
    private readonly encoded = encodePassword(passphrase),
    private readonly command = 'openssl pkcs12 -legacy',
  ) {}

  /** Whether the integrity check of a file matches this passphrase (RFC 7292, section 4, MacData). */
  async isMacRight(mac: Element, content: Buffer): Promise<boolean> {
    const digest = this.#find(DIGESTS, mac.at(0, 0, 0));
    const [salt, iterations] = [mac.at(1).octets, mac.children[2]?.integer ?? 1];
    const input = { digest, salt, iterations, length: createHmac(digest, '').digest().length };
    const key = await this.derivation.derive(this.encoded, input, 'mac');
    return createHmac(digest, key).update(content).digest().equals(mac.at(0, 1).octets);
  }

  /**
   * Decrypts data with a password-based algorithm.
   *
   * @param info an EncryptedPrivateKeyInfo or EncryptedContentInfo, which end with the algorithm and the data
   * @throws DecryptionError, StructureError, CertificateError if the algorithm is unknown or requires too much work
   */
  async decrypt(info: Element): Promise<Buffer> {
    const [scheme, parameters] = [info.at(-2, 0), info.at(-2, 1)];
    const { octets } = info.at(-1);
    if (scheme.id !== 'pkcs5PBES2') {
      const [name, length] = this.#find(CIPHERS, scheme);
      const [salt, iterations] = [parameters.at(0).octets, parameters.at(1).integer];
      const input = { digest: 'sha1', salt, iterations, length };
      const key = await this.derivation.derive(this.encoded, input, 'key');
      const iv = await this.derivation.derive(this.encoded, { ...input, length: 8 }, 'iv');
      return this.#run(name, key, iv, octets);
    }
    this.#find(DERIVATIONS, parameters.at(0, 0));
    const [name, length] = this.#find(CIPHERS, parameters.at(1, 0));
    // The optional length of the key precedes the digest, which has a default.
    const prf = parameters.at(0, 1).children.find(({ isSequence }) => isSequence);
    const digest = prf ? this.#find(DIGESTS, prf.at(0)) : 'sha1';
    const [salt, iterations] = [parameters.at(0, 1, 0).octets, parameters.at(0, 1, 1).integer];
    const input = { digest, salt, iterations, length };
    const key = await this.derivation.derive(Buffer.from(this.passphrase), input);
    return this.#run(name, key, parameters.at(1, 1).octets, octets);
  }

  async #run(name: string, key: Buffer, iv: Buffer, bytes: Buffer): Promise<Buffer> {
    if (name === 'rc2' && bytes.length > MAX_RC2_BYTES) throw tooMuchWork(this.derivation.origin);
    try {
      if (name === 'rc2') return await decryptRc2(key, iv, bytes);
      const decipher = createDecipheriv(name, key, iv);
      return Buffer.concat([decipher.update(bytes), decipher.final()]);
    } catch (error) {
      throw new DecryptionError('wrong passphrase', { cause: error });
    }
  }

  /** Finds what an object identifier names. @throws CertificateError if this library does not support it */
  #find<T>(table: ReadonlyMap<string, T>, { id }: Element): T {
    const found = table.get(id);
    if (found !== undefined) return found;
    throw certificateError('unknownAlgorithm', this.derivation.origin, undefined, id, this.command);
  }
}

async function decryptRc2(key: Buffer, iv: Buffer, bytes: Buffer): Promise<Buffer> {
  const { default: forge } = await import('node-forge');
  // Missing in @types/node-forge.
  type CreateCipher = (key: string, bits: number) => NodeForge.cipher.BlockCipher;
  const { rc2 } = forge as typeof forge & { rc2: { createDecryptionCipher: CreateCipher } };
  const decipher = rc2.createDecryptionCipher(key.toString('latin1'), key.length * 8);
  decipher.start(iv.toString('latin1'));
  decipher.update(forge.util.createBuffer(bytes.toString('latin1')));
  if (!decipher.finish()) throw new Error('wrong padding');
  return Buffer.from(decipher.output.getBytes(), 'latin1');
}

/** The bytes do not have the expected structure. */
export class StructureError extends Error {}

/** An element of DER or BER (X.690). */
export class Element {
  private constructor(
    private readonly forge: typeof NodeForge,
    private readonly node: NodeForge.asn1.Asn1,
  ) {}

  /** Parses one element. Ignores bytes after it, because some exporters pad files. */
  static async parse(bytes: Buffer): Promise<Element> {
    const { default: forge } = await import('node-forge');
    // @types/node-forge lacks the options.
    const options: unknown = { strict: true, parseAllBytes: false, decodeBitStrings: false };
    try {
      return new Element(forge, forge.asn1.fromDer(bytes.toString('latin1'), options as boolean));
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

  /** Returns the element at a path of positions. Negative ones count from the end. */
  at(...path: number[]): Element {
    return path.reduce<Element>((element, position) => {
      const child = element.children.at(position);
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

  /** An object identifier by its name, or in dotted form if node-forge has no name for it. */
  get id(): string {
    const { asn1, pki } = this.forge;
    if (this.node.type !== asn1.Type.OID) throw new StructureError('not an object identifier');
    const id = asn1.derToOid(this.octets.toString('latin1'));
    return pki.oids[id] ?? id;
  }

  get isSequence(): boolean {
    return this.node.type === this.forge.asn1.Type.SEQUENCE;
  }

  get der(): Buffer {
    return Buffer.from(this.forge.asn1.toDer(this.node).getBytes(), 'latin1');
  }
}
