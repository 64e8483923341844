// Reads certificate material from options, and says what is wrong with it.

import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { CertificateError } from '../../errors/index.js';
import { choose, listOf, must, objectOf, text, type OptionRule } from '../../options/index.js';

/**
 * The client certificate for mutual TLS.
 *
 * Text is PEM, base64 of PEM or DER, or the path of a file with PEM or DER. Its line breaks may be
 * written as `\n`, as spaces, or be missing. A Buffer contains PEM or DER.
 */
export interface PixPemCertificate {
  /** The certificate, with its intermediates in any order. */
  cert: string | Buffer;
  /** The private key in PKCS#8, PKCS#1 or SEC 1, encrypted or not. */
  key: string | Buffer;
  /** The passphrase of an encrypted key. */
  passphrase?: string | undefined;
}

/** The client certificate as a PKCS#12 file, including files with the old RC2 and 3DES ciphers. */
export interface PixPfxCertificate {
  /** The path, the content as a Buffer or in base64, or a stream, which is read once. */
  pfx: string | Buffer | Readable;
  /** The password of the file. If absent: empty. */
  passphrase?: string | undefined;
}

export type PixCertificateOptions = PixPemCertificate | PixPfxCertificate;

/**
 * Authorities that may sign the provider's server certificate: path, PEM text, base64 of PEM or
 * DER, content as a Buffer, or a list of these. They replace the authorities of Node.js, as in
 * `node:tls`. Verification cannot be disabled.
 */
export type PixCaOptions = string | Buffer | readonly (string | Buffer)[];

function isContent(value: unknown): boolean {
  return typeof value === 'string' || ArrayBuffer.isView(value);
}

const content = must('a path, PEM or base64 text, or a Buffer', isContent);

const members = objectOf<PixCertificateOptions>(
  {
    cert: content,
    key: content,
    pfx: must(
      'a path, base64 text, a Buffer or a stream',
      (value) => isContent(value) || isReadable(value),
    ),
    passphrase: text,
  },
  '{ cert, key } or { pfx, passphrase }',
);

/** Checks the type of the option `certificate`. */
export const certificateRule: OptionRule = (value, name, report) => {
  if (!members(value, name, report)) return false;
  const { pfx, cert, key } = value as Record<string, unknown>;
  const hasBoth = pfx !== undefined && (cert ?? key) !== undefined;
  if (hasBoth) report(`${name} requires either pfx, or cert and key`);
  return true;
};

const authorities = listOf('a list of certificates', content);

/** Checks the type of the option `ca`: authorities, at least one. */
export const caRule: OptionRule = choose(
  Array.isArray,
  (value, name, report) => {
    if ((value as readonly unknown[]).length > 0) return authorities(value, name, report);
    report(`${name} contains no certificate: omit it to trust the authorities of Node.js`);
    return false;
  },
  must('a path, PEM or base64 text, a Buffer, or a list of these', isContent),
);

/** Whether a value is a stream of Node.js. */
function isReadable(value: unknown): value is Readable {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/**
 * The problems of certificate material by the end of their `errorCode`: what the message says after
 * the source, with the details for `{}`.
 */
const problems = {
  NOT_FOUND: {
    noFile: 'does not exist: check the path; a relative path starts at the working directory.',
  },
  UNREADABLE: {
    directory: 'is a directory: use the path of the file in it.',
    forbidden:
      'cannot be read by this process: grant its user read permission on the file and its folders.',
    unreadable: 'cannot be read ({}).',
    unreadableStream: 'cannot be read from its stream ({}); a stream can be read only once.',
  },
  EMPTY: { empty: 'is empty: export the file again.' },
  INVALID: {
    noFileName:
      'is text of {} characters that is neither PEM, nor base64 of PEM, DER or PKCS#12, nor the path of an existing file: check that it is complete.',
    tooLong: 'is too long to be a certificate.',
    notACertificate:
      'is not a certificate: it must be PEM ("-----BEGIN CERTIFICATE-----") or DER. For a .p12 or .pfx file use the option `pfx`.',
    pemNotPkcs12: 'is PEM, not PKCS#12: use the options `cert` and `key`.',
    notPkcs12: 'is not PKCS#12 (.p12, .pfx), or is damaged: export or download it again.',
  },
  UNSUPPORTED: {
    refused:
      'is refused by OpenSSL, most likely because its key or signature is too weak for TLS: request a new certificate.',
    unknownAlgorithm:
      'uses an unsupported algorithm ({}): export it again, or convert it with "{}".',
    unknownCipher:
      'is encrypted with a cipher that OpenSSL 3 does not support: convert it with "{}".',
    slowKey:
      'has more than 4 private keys, or one other than P-256, P-384, P-521, Ed25519 or RSA of at most 4096 bits: use a certificate with such a key.',
    tooMuchWork:
      'requires more than {} iterations of key derivation, or too many or too long encrypted parts: export it again with AES and fewer.',
  },
  BUSY: {
    busy: 'was not decrypted, because this process decrypts too many files at a time: try again.',
  },
  MISSING: {
    notGiven: 'must be a path, PEM or base64 text, a Buffer or (only for pfx) a stream.',
    noCertificate: 'contains no certificate: export it again with the certificate.',
    onlyKey: 'contains a private key and no certificate: were certificate and key swapped?',
  },
  KEY_MISSING: {
    noKey: 'contains no private key: export it again with the private key.',
    onlyCertificate: 'contains a certificate and no private key: were certificate and key swapped?',
    notAKey: 'is not a private key: it must be PEM ("-----BEGIN PRIVATE KEY-----") or DER.',
  },
  KEY_MISMATCH: {
    otherKey: 'does not belong to the private key of {}: use the key with which it was requested.',
    otherKeys:
      'contains a certificate and a private key that do not belong together: export it again.',
  },
  PASSPHRASE_MISSING: {
    locked: 'is encrypted: set its passphrase in certificate.passphrase.',
    lockedKey: 'is an encrypted private key: set its passphrase in certificate.passphrase.',
  },
  PASSPHRASE_WRONG: {
    wrong: 'cannot be opened: certificate.passphrase is wrong, or belongs to another file.',
    wrongForKey: 'cannot be decrypted: certificate.passphrase is wrong, or belongs to another key.',
  },
  EXPIRED: {
    expired: 'expired on {}: renew it and register the new one with the provider.',
  },
  NOT_YET_VALID: {
    notYetValid:
      "is valid only from {}: check this machine's clock, or use the previous certificate until then.",
  },
} as const;

type NameOf<Kind> = Kind extends unknown ? keyof Kind : never;
type CertificateProblem = NameOf<(typeof problems)[keyof typeof problems]>;

/** The source of certificate material. Messages contain it, and never the content. */
export interface Origin {
  /** The option that specified it: `certificate.cert`. */
  readonly option: string;
  /** Absolute path; absent if the content itself was given. */
  readonly file?: string;
}

export function certificateError(
  problem: CertificateProblem,
  { option, file }: Origin,
  cause?: unknown,
  ...details: readonly string[]
): CertificateError {
  const whose = file === undefined ? `The content of ${option}` : `${file} (${option})`;
  const [kind = '', texts = {}] =
    Object.entries<Readonly<Record<string, string>>>(problems).find(
      ([, named]) => problem in named,
    ) ?? [];
  const text = details.reduce(
    (rest, detail) => rest.replace('{}', () => detail),
    texts[problem] ?? '',
  );
  return new CertificateError(`${whose} ${text}`, {
    errorCode: `PIX_CERTIFICATE_${kind}`,
    details: { option, ...(file !== undefined && { file }) },
    cause,
  });
}

/** Certificate material as given, and its source. */
export interface Source extends Origin {
  readonly bytes: Buffer;
}

/** Far larger than any chain, far smaller than a wrong stream or file may be. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads a path, PEM text, base64 text, content or a stream.
 *
 * @throws CertificateError if there is nothing to read. It contains the name of a missing file,
 * and never text that may be something else
 */
export async function readSource(value: unknown, option: string): Promise<Source> {
  const source =
    typeof value === 'string' && value !== ''
      ? await readText(value, option)
      : { option, bytes: await readContent(value, { option }) };
  if (source.bytes.length === 0) throw certificateError('empty', source);
  if (source.bytes.length > MAX_BYTES) throw certificateError('tooLong', source);
  return { ...source, bytes: withoutBase64(source.bytes) };
}

/**
 * Decodes a file or Buffer that contains base64, for example a mounted secret that was encoded
 * twice.
 */
function withoutBase64(bytes: Buffer): Buffer {
  return bytes[0] === DER_SEQUENCE ? bytes : (contentOfText(bytes.toString('latin1')) ?? bytes);
}

async function readContent(value: unknown, origin: Origin): Promise<Buffer> {
  if (value === '') return Buffer.alloc(0);
  // Views of another realm are not instances of this realm's Uint8Array.
  if (ArrayBuffer.isView(value)) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  if (isReadable(value)) return readStream(value, origin);
  throw certificateError('notGiven', origin);
}

async function readText(path: string, option: string): Promise<Source> {
  const content = contentOfText(path);
  if (content) return { option, bytes: content };
  const origin = { option, file: resolve(path) };
  try {
    return { ...origin, bytes: await readFile(path) };
  } catch (error) {
    // The file system error repeats the text, so it is not attached as cause.
    if (!isFileName(path)) {
      throw certificateError('noFileName', { option }, undefined, `${path.length}`);
    }
    const detail = readErrorCode(error);
    throw certificateError(fileProblems[detail] ?? 'unreadable', origin, error, detail);
  }
}

const fileProblems: Readonly<Record<string, CertificateProblem>> = {
  ENOENT: 'noFile',
  ENOTDIR: 'noFile',
  EISDIR: 'directory',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
};

async function readStream(stream: Readable, origin: Origin): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<string | Uint8Array>) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : Buffer.from(chunk);
      chunks.push(bytes);
      size += bytes.length;
      if (size > MAX_BYTES) break;
    }
  } catch (error) {
    const detail = readErrorCode(error);
    throw certificateError('unreadableStream', origin, error, detail);
  }
  return Buffer.concat(chunks);
}

function readErrorCode(error: unknown): string {
  const code: unknown = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'unknown reason';
}

/** Larger keys, and other curves, serve only to make their use slow. */
const MAX_RSA_BITS = 4096;
const MAX_RSA_EXPONENT = 2n ** 32n;
/** P-256, P-384 and P-521. */
const CURVES: readonly (string | undefined)[] = ['prime256v1', 'secp384r1', 'secp521r1'];

/** Whether signatures of a key, or their check, are fast. */
export function isSupportedKey(key: KeyObject): boolean {
  const { asymmetricKeyType: type, asymmetricKeyDetails = {} } = key;
  const { namedCurve, modulusLength = Infinity, publicExponent } = asymmetricKeyDetails;
  if (type === 'ec') return CURVES.includes(namedCurve);
  if (type !== 'rsa' && type !== 'rsa-pss') return type === 'ed25519';
  const isShort = key.type !== 'private' || hasShortNumbers(key);
  return (
    isShort && modulusLength <= MAX_RSA_BITS && (publicExponent ?? Infinity) <= MAX_RSA_EXPONENT
  );
}

/** Whether no number of an RSA key is longer than its modulus. OpenSSL computes with any. */
function hasShortNumbers(key: KeyObject): boolean {
  const { n = '', d = '', p = '', q = '', dp = '', dq = '' } = key.export({ format: 'jwk' });
  return [d, p, q, dp, dq].every((number) => number.length <= n.length);
}

/** The longest private key that is read, in bytes. One of RSA with 4096 bits has 2,376. */
export const MAX_KEY_BYTES = 3072;

/**
 * The beginning of PKCS#1, of SEC 1, and of PKCS#8 with a key of RSA, a curve or Ed25519, in DER. Of others, such as DSA,
 * OpenSSL computes the public key.
 */
const KEY =
  // eslint-disable-next-line no-control-regex
  /^0(?:[^\x80-\xff]|\x81.|\x82..)\x02\x01[\x00\x01](?:[\x02\x04]|0(?:[^\x80-\xff]|\x81.|\x82..)\x06(?:\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01|\x07\x2a\x86\x48\xce\x3d\x02\x01|\x03\x2b\x65\x70))/s;

/** The forms of private keys in DER. */
export const keyTypes = ['pkcs8', 'pkcs1', 'sec1'] as const;
type KeyType = (typeof keyTypes)[number];

/**
 * Reads a private key in DER.
 *
 * @throws CertificateError if it may be slow to read, and other errors if it is none
 */
export function readKey(der: Buffer, origin: Origin, type: KeyType = 'pkcs8'): KeyObject {
  if (!KEY.test(der.toString('latin1'))) throw new TypeError('not a private key');
  if (der.length > MAX_KEY_BYTES) throw certificateError('slowKey', origin);
  return createPrivateKey({ key: der, format: 'der', type });
}

/** The first byte of a certificate, a key and a PKCS#12 file in DER. */
export const DER_SEQUENCE = 0x30;

/** Shorter base64 cannot be a certificate or a key, but may be a file name. */
const MIN_BASE64 = 40;
/** Some exporters pad the end of files. */
const MAX_PADDING = 64;

/**
 * Decodes a text that is PEM, or base64 (also base64url, also with line breaks) of PEM, DER or
 * PKCS#12. Returns `undefined` for any other text, which can only be a file path.
 */
export function contentOfText(text: string): Buffer | undefined {
  if (isPem(text)) return Buffer.from(text, 'utf8');
  // .env files contain line breaks as a written "\n".
  const compact = text.replace(/\s|\\[nr]/g, '');
  if (compact.length < MIN_BASE64 || !/^[\w+/-]+={0,2}$/.test(compact)) return undefined;
  const bytes = Buffer.from(compact, 'base64');
  return isDer(bytes) || isPem(bytes.toString('latin1')) ? bytes : undefined;
}

/** Letters, digits and the punctuation of paths; a colon only after the drive. */
const PATH = /^(?:[A-Za-z]:(?=[\\/]))?[\p{L}\p{M}\p{N}./\\ _@~()-]{1,1024}$/u;
const SEPARATOR = /[\\/]/;
const EXTENSION =
  /\.(?:pem|crt|cer|cert|chain|ca|ca-bundle|bundle|der|key|p12|pfx|pkcs12|p7b|crl|b64|base64|txt)$/i;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/**
 * Whether a text may be printed as a file name: it contains a separator or ends with an extension
 * of certificates and keys, and does not resemble a key in an unknown or damaged form, or one whose
 * base64 or hexadecimal is split by separators. Other text may be a secret in the wrong option.
 */
export function isFileName(text: string): boolean {
  const isPath = PATH.test(text) && (SEPARATOR.test(text) || EXTENSION.test(text));
  return isPath && !isKeyMaterial(text.replace(UUID, ''));
}

/** Characters of split key material that are compared at a time. */
const WINDOW = 40;
/** Changes between kinds of characters in a window: keys have about 25, hexadecimal 18, names 5. */
const MAX_CHANGES = 12;

function isKeyMaterial(text: string): boolean {
  if (/[A-Za-z0-9+=]{41}/.test(text) || /^[\w/\s-]{65,}$/.test(text)) return true;
  if (/(?:[0-9a-f]{2}[ ._/\\-]){8}/i.test(text)) return true;
  const kinds = text
    .replace(/[^A-Za-z0-9]/g, '')
    .replace(/[a-z]/g, 'a')
    .replace(/[A-Z]/g, 'A')
    .replace(/\d/g, '0');
  let changes = 0;
  for (let at = 1; at < kinds.length; at += 1) {
    if (kinds[at] !== kinds[at - 1]) changes += 1;
    if (at >= WINDOW && kinds[at - WINDOW] !== kinds[at - WINDOW + 1]) changes -= 1;
    if (changes > MAX_CHANGES) return true;
  }
  return false;
}

function isPem(text: string): boolean {
  return text.includes('-----BEGIN ');
}

/** Whether the bytes are one sequence of the stated length; PKCS#12 may omit the length (BER). */
function isDer(bytes: Buffer): boolean {
  if (bytes[0] !== DER_SEQUENCE) return false;
  const first = bytes.readUInt8(1);
  if (first === 0x80) return bytes[2] === 0x02;
  const lengthBytes = (first & 0x80) === 0 ? 0 : first & 0x7f;
  if (lengthBytes > 4) return false;
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes);
  const padding = bytes.length - (2 + lengthBytes + length);
  return padding >= 0 && padding <= MAX_PADDING;
}

/** A block of PEM text (RFC 7468), without the text between blocks. */
export interface PemBlock {
  /** `CERTIFICATE`, `PRIVATE KEY`, … */
  readonly label: string;
  readonly text: string;
}

const BOUNDARY = /-----(BEGIN|END) ([A-Z0-9 ]{1,64})-----/g;

/** Returns the PEM blocks of a text, in order; empty if there are none. */
export function pemBlocks(bytes: Buffer): PemBlock[] {
  const text = bytes.toString('latin1');
  const blocks: PemBlock[] = [];
  let open: { label: string; from: number } | undefined;
  for (const { 0: line, 1: kind, 2: label = '', index } of text.matchAll(BOUNDARY)) {
    if (kind === 'BEGIN') open = { label, from: index + line.length };
    else if (open?.label === label) {
      const content = unfold(text.slice(open.from, index));
      blocks.push({ label, text: `-----BEGIN ${label}-----${content}${line}\n` });
      open = undefined;
    }
  }
  return blocks;
}

/** The headers of an encrypted PKCS#1 or SEC 1 key (RFC 1421), and its base64. */
const LOCKED =
  /^\s*Proc-Type: *4,ENCRYPTED\s*DEK-Info: *([\w-]+,(?:[\dA-F]{32}|[\dA-F]{16}))(.*)/is;

/** Restores the lines of a block in which a variable replaced them by a written "\n", spaces or nothing. */
function unfold(content: string): string {
  const text = content.replace(/\\[nr]/g, '\n');
  const [, cipher, base64 = text] = LOCKED.exec(text) ?? [];
  const headers = cipher === undefined ? '' : `\nProc-Type: 4,ENCRYPTED\nDEK-Info: ${cipher}\n`;
  return `${headers}${base64.replace(/\s/g, '').replace(/.{1,64}/g, '\n$&')}\n`;
}

/** The options that may name files. */
export interface CertificateSources {
  readonly certificate?: PixCertificateOptions | undefined;
  readonly ca?: PixCaOptions | undefined;
}

/** Lists the files that the options name; values that contain the content itself are none. */
export function listCertificateFiles({ certificate, ca }: CertificateSources): string[] {
  const { cert, key, pfx } = (certificate ?? {}) as Readonly<Record<string, unknown>>;
  const values = [cert, key, pfx, ca].flat();
  return values.filter(
    (value): value is string =>
      typeof value === 'string' && value !== '' && contentOfText(value) === undefined,
  );
}

/**
 * Returns a text that changes when one of the files changes, is replaced (also behind a symbolic
 * link, as Kubernetes does) or appears.
 */
export async function readFileVersions(files: readonly string[]): Promise<string> {
  return (await Promise.all(files.map(readVersion))).join('\n');
}

async function readVersion(file: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
