import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PixRuntime } from '../../runtime/index.js';

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
