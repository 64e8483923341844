import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

export type Body = { readonly text: string } | 'too-large' | 'not-text' | 'aborted';

/** Reads a body of at most `limit` bytes. Past that nothing is kept; node discards the rest once it is answered. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return 'too-large';
  const bytes = parsedBefore(request) ?? (await collect(request, limit));
  if (typeof bytes === 'string') return bytes;
  if (bytes.length > limit) return 'too-large';
  // Without a byte order mark, which JSON.parse would refuse.
  return isUtf8(bytes) ? { text: bytes.toString('utf8').replace(/^\uFEFF/, '') } : 'not-text';
}

function collect(
  request: IncomingMessage,
  limit: number,
): Promise<Buffer | 'too-large' | 'aborted'> {
  return new Promise((resolve) => {
    if (request.destroyed) {
      resolve('aborted');
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (result: Buffer | 'too-large' | 'aborted') => {
      // The listener to errors stays: one that nobody hears ends the process.
      request.off('data', onData).off('end', onEnd).off('close', onAbort);
      resolve(result);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) finish('too-large');
      else chunks.push(chunk);
    };
    const onEnd = () =>
      finish(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    const onAbort = () => finish('aborted');
    request.on('data', onData).on('end', onEnd).on('close', onAbort).on('error', onAbort);
  });
}

/** Serverless hosts and a parser set up before Nest hand over a request that has been read already. */
function parsedBefore(request: IncomingMessage): Buffer | undefined {
  if (!request.readableEnded) return undefined;
  const { rawBody, body } = request as IncomingMessage & { rawBody?: unknown; body?: unknown };
  const known = rawBody ?? body ?? '';
  if (typeof known === 'string' || Buffer.isBuffer(known)) return Buffer.from(known);
  return Buffer.from(JSON.stringify(known));
}
