import type { IncomingMessage, ServerResponse } from 'node:http';

/** Middleware of a worker: it answers only requests about its health. */
export function onlyHealth(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  if (url.startsWith('/health/')) {
    next();
    return;
  }
  response.writeHead(404, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ statusCode: 404, message: 'Este processo não serve páginas' }));
}
