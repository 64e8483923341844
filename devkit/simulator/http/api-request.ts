import type { IncomingHttpHeaders } from 'node:http';

/**
 * The parts of a request that the simulator reads. Node's `IncomingMessage` has them. Iteration
 * yields the body.
 */
export interface ApiRequest extends AsyncIterable<Buffer> {
  readonly method?: string | undefined;
  /** Path and query. */
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Closes the connection. */
  destroy(): unknown;
}
