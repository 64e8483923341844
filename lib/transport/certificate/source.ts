import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { certificateError, type Origin } from './certificate-problem.js';
import { contentOfText, DER_SEQUENCE, isFileName } from './text.js';

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

/** Whether a value is a stream of Node.js. */
export function isReadable(value: unknown): value is Readable {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function tooLong(origin: Origin): Error {
  return certificateError('PIX_CERTIFICATE_INVALID', origin, 'is too long to be a certificate.');
}

function readErrorCode(error: unknown): string {
  const code: unknown = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'unknown reason';
}
