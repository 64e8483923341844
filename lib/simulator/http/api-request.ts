import type { IncomingHttpHeaders } from 'node:http';

/** What the simulator reads of a request; Node's `IncomingMessage` is one. The iteration yields the body. */
export interface ApiRequest extends AsyncIterable<Buffer> {
  readonly method?: string | undefined;
  /** Path and query. */
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Ends the connection. */
  destroy(): unknown;
}

/**
 * A request that comes from the same process and not from a socket.
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
    // eslint-disable-next-line @typescript-eslint/require-await -- a stream, as a socket's body is
    async *[Symbol.asyncIterator]() {
      if (body !== '') yield Buffer.from(body);
    },
  };
}
