import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { CertificateError } from '../../errors/index.js';
import { isReadable, type PixCaOptions, type PixCertificateOptions } from './options.js';

/** The problems of certificate material: the `errorCode` of a `CertificateError`. */
export type CertificateProblem =
  | 'PIX_CERTIFICATE_NOT_FOUND'
  | 'PIX_CERTIFICATE_UNREADABLE'
  | 'PIX_CERTIFICATE_EMPTY'
  | 'PIX_CERTIFICATE_INVALID'
  | 'PIX_CERTIFICATE_UNSUPPORTED'
  | 'PIX_CERTIFICATE_MISSING'
  | 'PIX_CERTIFICATE_KEY_MISSING'
  | 'PIX_CERTIFICATE_KEY_MISMATCH'
  | 'PIX_CERTIFICATE_PASSPHRASE_MISSING'
  | 'PIX_CERTIFICATE_PASSPHRASE_WRONG'
  | 'PIX_CERTIFICATE_EXPIRED'
  | 'PIX_CERTIFICATE_NOT_YET_VALID';

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
  message: string,
  cause?: unknown,
): CertificateError {
  const whose = file === undefined ? `The content of ${option}` : `${file} (${option})`;
  return new CertificateError(`${whose} ${message}`, {
    errorCode: problem,
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
  if (source.bytes.length === 0) {
    throw certificateError('PIX_CERTIFICATE_EMPTY', source, 'is empty: export the file again.');
  }
  if (source.bytes.length > MAX_BYTES) throw tooLong(source);
  return { ...source, bytes: withoutBase64(source.bytes) };
}

/**
 * Decodes a file or Buffer that contains base64, for example a mounted secret that was encoded
 * twice.
 */
function withoutBase64(bytes: Buffer): Buffer {
  return bytes[0] === DER_SEQUENCE ? bytes : (contentOfText(bytes.toString('latin1')) ?? bytes);
}

function readText(text: string, option: string): Promise<Source> | Source {
  const bytes = contentOfText(text);
  return bytes ? { option, bytes } : readPath(text, option);
}

async function readContent(value: unknown, origin: Origin): Promise<Buffer> {
  if (value === '') return Buffer.alloc(0);
  // Views of another realm are not instances of this realm's Uint8Array.
  if (ArrayBuffer.isView(value)) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  if (isReadable(value)) return readStream(value, origin);
  throw certificateError(
    'PIX_CERTIFICATE_MISSING',
    origin,
    'must be a path, PEM or base64 text, a Buffer or (only for pfx) a stream.',
  );
}

async function readPath(path: string, option: string): Promise<Source> {
  const origin = { option, file: resolve(path) };
  try {
    return { ...origin, bytes: await readFile(path) };
  } catch (error) {
    // The file system error repeats the text, so it is not attached as cause.
    if (!isFileName(path)) throw notAFileName(path, option);
    const code = readErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw certificateError(
        'PIX_CERTIFICATE_NOT_FOUND',
        origin,
        'does not exist: check the path; a relative path starts at the working directory.',
        error,
      );
    }
    throw certificateError('PIX_CERTIFICATE_UNREADABLE', origin, unreadable(code), error);
  }
}

function notAFileName(text: string, option: string): Error {
  return certificateError(
    'PIX_CERTIFICATE_INVALID',
    { option },
    `is text of ${text.length} characters that is neither PEM, nor base64 of PEM, DER or PKCS#12, nor the path of an existing file: check that it is complete.`,
  );
}

function unreadable(code: string): string {
  if (code === 'EISDIR') return 'is a directory: use the path of the file in it.';
  if (code === 'EACCES' || code === 'EPERM') {
    return 'cannot be read by this process: grant its user read permission on the file and its folders.';
  }
  return `cannot be read (${code}).`;
}

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
    throw certificateError(
      'PIX_CERTIFICATE_UNREADABLE',
      origin,
      `cannot be read from its stream (${readErrorCode(error)}); a stream can be read only once.`,
      error,
    );
  }
  return Buffer.concat(chunks);
}

function tooLong(origin: Origin): Error {
  return certificateError('PIX_CERTIFICATE_INVALID', origin, 'is too long to be a certificate.');
}

function readErrorCode(error: unknown): string {
  const code: unknown = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'unknown reason';
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
  /\.(?:pem|crt|cer|cert|chain|ca|ca-bundle|bundle|der|key|p12|pfx|pkcs12|p7b|b64|base64|txt)$/i;
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
  // .env files contain PEM as one line with a written "\n".
  const lines = /BEGIN [A-Z0-9 ]{1,64}-----\\n/.test(text) ? text.replaceAll('\\n', '\n') : text;
  const blocks: PemBlock[] = [];
  let open: { label: string; index: number } | undefined;
  for (const { 0: line, 1: kind, 2: label = '', index } of lines.matchAll(BOUNDARY)) {
    if (kind === 'BEGIN') open = { label, index };
    else if (open?.label === label) {
      blocks.push({ label, text: `${lines.slice(open.index, index + line.length)}\n` });
      open = undefined;
    }
  }
  return blocks;
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
  const versions = await Promise.all(files.map(readVersion));
  return versions.join('\n');
}

async function readVersion(file: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
