import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { certificateError, type Origin } from './certificate-problem.js';

/** Certificate material as it was given, and where it came from. */
export interface Source extends Origin {
  readonly bytes: Buffer;
}

/** Far above any chain, far below what a wrong stream could bring. */
const MAX_STREAM_BYTES = 1024 * 1024;

/**
 * Reads a path, PEM text, content, a stream or (for PKCS#12) base64 text.
 *
 * @throws {CertificateError} when there is nothing to read
 */
export async function readSource(value: unknown, option: string): Promise<Source> {
  const origin = originOf(value, option);
  const bytes = await read(value, origin);
  if (bytes.length > 0) return { ...origin, bytes };
  throw certificateError('PIX_CERTIFICATE_EMPTY', origin, 'is empty: export the file again.');
}

function originOf(value: unknown, option: string): Origin {
  const isPath = typeof value === 'string' && value !== '' && !isPem(value) && !isBase64(value);
  return isPath ? { option, file: resolve(value) } : { option };
}

async function read(value: unknown, origin: Origin): Promise<Buffer> {
  if (origin.file !== undefined) return readPath(origin.file, origin);
  if (typeof value === 'string') return Buffer.from(value, isPem(value) ? 'utf8' : 'base64');
  // Views of another realm are not instances of this realm's Uint8Array.
  if (ArrayBuffer.isView(value)) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  if (isReadable(value)) return readStream(value, origin);
  throw certificateError(
    'PIX_CERTIFICATE_MISSING',
    origin,
    'must be a path, text, a Buffer or (pfx alone) a stream.',
  );
}

async function readPath(path: string, origin: Origin): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw certificateError(
        'PIX_CERTIFICATE_NOT_FOUND',
        origin,
        'does not exist: check the path; a relative one starts at the working directory.',
        error,
      );
    }
    throw certificateError('PIX_CERTIFICATE_UNREADABLE', origin, unreadable(code), error);
  }
}

function unreadable(code: string): string {
  if (code === 'EISDIR') return 'is a directory: name the file inside it.';
  if (code === 'EACCES' || code === 'EPERM') {
    return 'may not be read by this process: give its user read permission on the file and its folders.';
  }
  return `can't be read (${code}).`;
}

async function readStream(stream: Readable, origin: Origin): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<string | Uint8Array>) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : Buffer.from(chunk);
      chunks.push(bytes);
      size += bytes.length;
      if (size > MAX_STREAM_BYTES) break;
    }
  } catch (error) {
    throw certificateError(
      'PIX_CERTIFICATE_UNREADABLE',
      origin,
      `can't be read from its stream (${codeOf(error)}); a stream can be read only once.`,
      error,
    );
  }
  if (size <= MAX_STREAM_BYTES) return Buffer.concat(chunks);
  throw certificateError('PIX_CERTIFICATE_INVALID', origin, 'is too long to be a certificate.');
}

function isReadable(value: unknown): value is Readable {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function isPem(text: string): boolean {
  return text.includes('-----BEGIN ');
}

/** DER of this size always starts with the same bytes, and no path looks like it. */
function isBase64(text: string): boolean {
  return text.length > 200 && /^\s*MI[A-P][A-Za-z0-9+/\s]+=*\s*$/.test(text);
}

function codeOf(error: unknown): string {
  const code: unknown = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'unknown reason';
}
