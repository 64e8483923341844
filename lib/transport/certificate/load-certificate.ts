import { type KeyObject, X509Certificate, createPrivateKey } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { isCertificateError, redact } from '../../errors/index.js';
import { DAY_MS } from '../../runtime/index.js';
import { KeyDerivation } from './key-derivation.js';
import { readPkcs12, Decryption, Element } from './pkcs12.js';
import {
  type PixCertificateOptions,
  type PixPemCertificate,
  type PixPfxCertificate,
  type PixCaOptions,
  certificateError,
  type Origin,
  readSource,
  pemBlocks,
  type Source,
  DER_SEQUENCE,
  type PemBlock,
  isSupportedKey,
  keyTypes,
  readKey,
  MAX_KEY_BYTES,
} from './source.js';

/**
 * Reads, decrypts and validates a client certificate, so that problems appear at startup.
 *
 * @throws CertificateError naming the file and the solution; `errorCode` is the kind of problem
 */
export function loadCertificate(certificate: PixCertificateOptions): Promise<LoadedCertificate> {
  return isPfx(certificate) ? loadPkcs12(certificate) : loadPemPair(certificate);
}

function isPfx(certificate: PixCertificateOptions): certificate is PixPfxCertificate {
  return (certificate as Partial<PixPfxCertificate>).pfx !== undefined;
}

async function loadPemPair(options: PixPemCertificate): Promise<LoadedCertificate> {
  // One after the other: if both are missing, each load fails with the same error.
  const cert = await readSource(options.cert, 'certificate.cert');
  const key = await readSource(options.key, 'certificate.key');
  const certificates = readCertificates(cert);
  const privateKey = await readPrivateKey(key, options.passphrase);
  const chain = chainFor(privateKey, certificates);
  if (chain.length > 0) return check(chain, privateKey, cert);
  throw certificateError('otherKey', cert, undefined, key.file ?? 'certificate.key');
}

async function loadPkcs12(options: PixPfxCertificate): Promise<LoadedCertificate> {
  const source = await readSource(options.pfx, 'certificate.pfx');
  const { keys, certificates } = await readPkcs12(source, options.passphrase);
  if (certificates.length === 0) throw certificateError('noCertificate', source);
  if (keys.length === 0) throw certificateError('noKey', source);
  for (const key of keys) {
    const chain = chainFor(key, certificates);
    if (chain.length > 0) return check(chain, key, source);
  }
  throw certificateError('otherKeys', source);
}

function check(chain: readonly X509Certificate[], key: KeyObject, origin: Origin) {
  if (!isSupportedKey(key)) throw certificateError('slowKey', origin);
  const [leaf] = chain as readonly [X509Certificate, ...X509Certificate[]];
  const loaded = new LoadedCertificate(leaf, chain, key);
  const now = Date.now();
  if (loaded.notAfter.getTime() < now) {
    throw certificateError('expired', origin, undefined, loaded.notAfter.toISOString());
  }
  if (loaded.notBefore.getTime() > now) {
    throw certificateError('notYetValid', origin, undefined, loaded.notBefore.toISOString());
  }
  try {
    createSecureContext({ cert: loaded.cert, key: loaded.key });
  } catch (cause) {
    throw certificateError('refused', origin, cause);
  }
  return loaded;
}

/**
 * A client certificate ready for TLS. Its printed form (enumeration, JSON, `console.log`) is safe
 * for logs and health checks; key and certificate are accessible only by name.
 */
export class LoadedCertificate {
  /** Distinguished name, with tax ids masked. */
  readonly subject: string;
  readonly issuer: string;
  readonly notBefore: Date;
  /** When it expires. */
  readonly notAfter: Date;
  /** SHA-256 of the certificate, as `AB:CD:…`. */
  readonly fingerprint: string;

  readonly #cert: string;
  readonly #key: string;

  /** @param chain the certificate, followed by its issuers */
  constructor(leaf: X509Certificate, chain: readonly X509Certificate[], key: KeyObject) {
    this.subject = formatName(leaf.subject);
    this.issuer = formatName(leaf.issuer);
    this.notBefore = new Date(leaf.validFrom);
    this.notAfter = new Date(leaf.validTo);
    this.fingerprint = leaf.fingerprint256;
    this.#cert = chain.map(String).join('');
    this.#key = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  }

  /** PEM chain, the certificate first. */
  get cert(): string {
    return this.#cert;
  }

  /** PEM private key, decrypted. */
  get key(): string {
    return this.#key;
  }
}

function formatName(distinguishedName: string): string {
  return redact(distinguishedName.replaceAll('\n', ', '));
}

/** What an application may know of its client certificate. Contains no key and no tax id. */
export interface PixClientCertificate {
  /** Distinguished name, with CPF and CNPJ masked. */
  readonly subject: string;
  /** Distinguished name of the authority that issued it. */
  readonly issuer: string;
  /** When it becomes valid. */
  readonly notBefore: Date;
  /** When it expires. */
  readonly notAfter: Date;
  /** SHA-256 of the certificate, as `AB:CD:…`. */
  readonly fingerprint: string;
  /** Whole days until it expires, rounded down: 0 on the last day, negative afterwards. */
  readonly daysLeft: number;
  /** Whether it expires within 30 days, or has expired. */
  readonly expiresSoon: boolean;
}

const SOON_DAYS = 30;

/** @param now milliseconds since the epoch */
export function describeCertificate(
  { subject, issuer, notBefore, notAfter, fingerprint }: LoadedCertificate,
  now: number,
): PixClientCertificate {
  const daysLeft = Math.floor((notAfter.getTime() - now) / DAY_MS);
  return {
    subject,
    issuer,
    notBefore: new Date(notBefore),
    notAfter: new Date(notAfter),
    fingerprint,
    daysLeft,
    expiresSoon: daysLeft < SOON_DAYS,
  };
}

/**
 * Longer than any real chain; certificates with the same name and key could make one of any length.
 */
const MAX_CHAIN = 10;

/**
 * Builds the chain of the certificate that belongs to the key, followed by its issuers: the order
 * in TLS (RFC 8446, 4.4.2). Omits other certificates.
 *
 * @returns an empty list if no certificate belongs to the key
 */
function chainFor(key: KeyObject, certificates: readonly X509Certificate[]): X509Certificate[] {
  const leaf = certificates.filter((candidate) => candidate.checkPrivateKey(key)).sort(newestFirst);
  const chain = leaf.slice(0, 1);
  for (let last = chain[0]; last !== undefined && chain.length < MAX_CHAIN;) {
    const child = last;
    last = certificates.find((parent) => !chain.includes(parent) && child.checkIssued(parent));
    if (last !== undefined) chain.push(last);
  }
  return chain;
}

/**
 * Sorts the newest first: a certificate that was renewed with the same key may be given together
 * with the one it replaces.
 */
function newestFirst(a: X509Certificate, b: X509Certificate): number {
  return Date.parse(b.validTo) - Date.parse(a.validTo);
}

/**
 * Loads the authorities of the option `ca` as PEM texts, one certificate each. They replace the
 * authorities of Node.js.
 *
 * @throws CertificateError if a file cannot be read or contains no certificate
 */
export async function loadCa(ca: PixCaOptions): Promise<string[]> {
  const given = Array.isArray(ca) ? (ca as readonly (string | Buffer)[]) : [ca];
  const sources = await Promise.all(given.map((value) => readSource(value, 'ca')));
  return sources.flatMap(readCertificates).map(String);
}

/**
 * Parses the certificates of a PEM or DER source, in order.
 *
 * @throws CertificateError if there is none, or one cannot be parsed
 */
function readCertificates(source: Source): X509Certificate[] {
  const blocks = pemBlocks(source.bytes);
  const certificates = blocks.filter(({ label }) => /^(X509 )?CERTIFICATE$/.test(label));
  if (certificates.length > 0) return certificates.map(({ text }) => parseOne(text, source));
  if (blocks.some(({ label }) => label.endsWith('PRIVATE KEY'))) {
    throw certificateError('onlyKey', source);
  }
  if (source.bytes[0] === DER_SEQUENCE) return [parseOne(source.bytes, source)];
  throw certificateError('notACertificate', source);
}

function parseOne(content: string | Buffer, source: Source): X509Certificate {
  try {
    return new X509Certificate(content);
  } catch (cause) {
    throw certificateError('notACertificate', source, cause);
  }
}

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
    const der = Buffer.from(block.text.replace(/-----[A-Z0-9 ]{1,70}-----/g, ''), 'base64');
    const isLocked = block.label.startsWith('ENCRYPTED') || block.text.includes('4,ENCRYPTED');
    return isLocked ? unlock(block, der, source, passphrase) : fromDer(der, source);
  }
  if (blocks.some(({ label }) => label.includes('CERTIFICATE'))) {
    throw certificateError('onlyCertificate', source);
  }
  return fromDer(source.bytes, source);
}

async function unlock(block: PemBlock, der: Buffer, source: Source, passphrase?: string) {
  if (passphrase === undefined) throw certificateError('lockedKey', source);
  if (der.length > MAX_KEY_BYTES) throw certificateError('slowKey', source);
  try {
    // PEM's own encryption derives its key in one step.
    return block.label.startsWith('ENCRYPTED')
      ? await unlockPrivateKey(der, source, passphrase)
      : createPrivateKey({ key: block.text, passphrase });
  } catch (error) {
    throw isCertificateError(error) ? error : unlockFailure(error, source);
  }
}

function fromDer(der: Buffer, source: Source): KeyObject {
  for (const type of keyTypes) {
    try {
      return readKey(der, source, type);
    } catch (error) {
      // DER does not state which of the three it is.
      if (isCertificateError(error)) throw error;
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
 * @throws CertificateError if its algorithm is unknown or requires too much work, and other errors if the passphrase is
 * wrong or the key is damaged
 */
async function unlockPrivateKey(der: Buffer, source: Source, passphrase: string) {
  const decryption = new Decryption(new KeyDerivation(source), passphrase, undefined, CONVERT);
  return readKey(await decryption.decrypt(await Element.parse(der)), source);
}
