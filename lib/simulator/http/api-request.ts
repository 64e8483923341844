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
