import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type PixRuntime, systemRuntime } from '../../runtime/index.js';

export type BodyReading = { readonly text: string } | 'too-large' | 'not-text' | 'aborted';

/**
 * The time limit for reading a body, in milliseconds. Fastify has no limit by default, and Express
 * a limit of minutes.
 */
const BODY_TIMEOUT = 30_000;

/**
 * Reads a body of at most `limit` bytes. A larger body is not kept; Node.js discards the rest after
 * the response. If a body takes longer than 30 seconds, the connection is closed and the result is
 * `aborted`.
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  runtime: PixRuntime = systemRuntime,
): Promise<BodyReading> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return 'too-large';
  const bytes = parsedBefore(request) ?? (await collect(request, limit, runtime));
  if (typeof bytes === 'string') return bytes;
  if (bytes.length > limit) return 'too-large';
  // Without the byte order mark, which JSON.parse would reject.
  return isUtf8(bytes) ? { text: bytes.toString('utf8').replace(/^\uFEFF/, '') } : 'not-text';
}

function collect(
  request: IncomingMessage,
  limit: number,
  runtime: PixRuntime,
): Promise<Buffer | 'too-large' | 'aborted'> {
  return new Promise((resolve) => {
    if (request.destroyed) {
      resolve('aborted');
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (result: Buffer | 'too-large' | 'aborted') => {
      cancel();
      // Keep the error listener: an unhandled 'error' event would crash the process.
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
    const cancel = runtime.after(BODY_TIMEOUT, () => request.destroy());
    request.on('data', onData).on('end', onEnd).on('close', onAbort).on('error', onAbort);
  });
}

/**
 * Returns a body that was read before: serverless hosts and parsers that are registered before Nest
 * do so.
 */
function parsedBefore(request: IncomingMessage): Buffer | undefined {
  if (!request.readableEnded) return undefined;
  const { rawBody, body } = request as IncomingMessage & { rawBody?: unknown; body?: unknown };
  const known = rawBody ?? body ?? '';
  if (typeof known === 'string' || Buffer.isBuffer(known)) return Buffer.from(known);
  // Undefined for a function, which parsers do not produce.
  return Buffer.from((JSON.stringify(known) as string | undefined) ?? '');
}

const HEADERS = { 'Content-Length': '0', 'Cache-Control': 'no-store' };
const RETRY_LATER = { ...HEADERS, 'Retry-After': '5' };

/**
 * How much of an unread body is discarded before the connection is closed, in bytes, and the time
 * limit for it, in milliseconds.
 */
const MAX_DISCARDED = 1024 * 1024;
const DISCARD_TIMEOUT = 2000;

/**
 * Answers with a status and no body, without waiting for an unread request body: sends the response
 * at once and closes the connection. Incoming data is discarded within limits, because closing a
 * connection with unread data resets it and may lose the response (RFC 9112, section 9.6).
 */
export function endResponse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  runtime: PixRuntime,
): void {
  if (response.headersSent || response.destroyed) return;
  const headers = status === 503 ? RETRY_LATER : HEADERS;
  if (!hasUnreadBody(request)) {
    response.writeHead(status, headers);
    response.end();
    return;
  }
  response.writeHead(status, { ...headers, Connection: 'close' });
  response.flushHeaders();
  discard(request, runtime, () => response.end());
}

/** Returns false for HTTP/2, where Node.js closes the stream itself. */
function hasUnreadBody({ httpVersionMajor, complete, headers }: IncomingMessage): boolean {
  if (complete || httpVersionMajor >= 2) return false;
  return Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined;
}

/**
 * Discards the body and then calls `done`, possibly more than once; ending a response twice has no
 * effect.
 */
function discard(request: IncomingMessage, runtime: PixRuntime, done: () => void): void {
  let left = MAX_DISCARDED;
  const finish = () => {
    cancel();
    done();
  };
  const onData = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) finish();
  };
  const cancel = runtime.after(DISCARD_TIMEOUT, finish, { background: true });
  // An unhandled 'error' event would crash the process; `close` follows it.
  request.on('error', () => undefined);
  request.on('data', onData).on('end', finish).on('close', finish);
}
