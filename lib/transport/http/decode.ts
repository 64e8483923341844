import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

type Done = (error: NodeJS.ErrnoException | null, result: Buffer) => void;

/**
 * Decodes a `Content-Encoding`. The client never requests one, but some gateways apply it.
 *
 * @param limit maximum size of the result in bytes; a larger one ends in `ERR_BUFFER_TOO_LARGE`
 */
export function decompress(encoding: string, body: Buffer, limit: number, done: Done): void {
  const options = { maxOutputLength: limit };
  switch (encoding.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      gunzip(body, options, done);
      break;
    case 'br':
      brotliDecompress(body, options, done);
      break;
    case 'deflate':
      // RFC 9110 requires the zlib format, but some servers omit its wrapper.
      (isZlib(body) ? inflate : inflateRaw)(body, options, done);
      break;
    default:
      done(new Error('Unknown Content-Encoding'), body);
  }
}

/** Whether the data is in zlib format (RFC 1950, 2.2). */
function isZlib(body: Buffer): boolean {
  const [method = 0, flags = 0] = body;
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
}

/** Decodes text without the byte order mark, which JSON.parse rejects. */
export function toText(body: Buffer): string {
  const text = body.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
