import type { IncomingHttpHeaders } from 'node:http';
import type { ApiRequest } from '../../devkit/simulator/http/messages.js';

/**
 * Builds a request from the same process instead of a socket.
 *
 * @param headers with lower-case names
 */
export function localRequest(
  method: string,
  url: string,
  headers: IncomingHttpHeaders,
  body = '',
): ApiRequest {
  return {
    method,
    url,
    headers,
    destroy: () => undefined,
    async *[Symbol.asyncIterator]() {
      if (body !== '') yield Buffer.from(body);
    },
  };
}
