import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

type Done = (error: NodeJS.ErrnoException | null, result: Buffer) => void;

/**
 * Undoes a `Content-Encoding` that we never ask for and some gateways apply regardless.
 *
 * @param limit most bytes that may come out; more ends in `ERR_BUFFER_TOO_LARGE`
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
      // RFC 9110 says zlib format, and some servers leave its wrapper out.
      (isZlib(body) ? inflate : inflateRaw)(body, options, done);
      break;
    default:
      done(new Error('Unknown Content-Encoding'), body);
  }
}

/** RFC 1950, 2.2. */
function isZlib(body: Buffer): boolean {
  const [method = 0, flags = 0] = body;
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
}

/** Text without the byte order mark that JSON.parse would stumble over. */
export function toText(body: Buffer): string {
  const text = body.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
