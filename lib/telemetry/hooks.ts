import type { PixAccountLabels } from './activities.js';

/** A request to the provider, for the hook `onRequest`. Contains no credentials and no body. */
export interface PixRequestInfo {
  /** `attempt`: a request to the API. `token`: a request to the token endpoint. */
  readonly kind: 'attempt' | 'token';
  readonly account: PixAccountLabels;
  /** Method and path template: `PUT /cob/{txid}`; `POST {token_url}` for a token. */
  readonly operation: string;
  /** HTTP method. */
  readonly method: string;
  /** The address without query, with the names of the path parameters instead of their values. */
  readonly url: string;
  /** Number of the request in its call, from 1. */
  readonly number: number;
}

/** A response of the provider, or its absence, for the hook `onResponse`. */
export interface PixResponseInfo extends PixRequestInfo {
  /** HTTP status; `undefined` if no response arrived. */
  readonly status: number | undefined;
  /** The provider's identifier of the request, for its support; `undefined` if it sent none. */
  readonly requestId: string | undefined;
  /** The headers that are safe to log, by name in lower case; `undefined` if no response arrived. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** From the sending to the end of the response, in milliseconds. */
  readonly durationMs: number;
  /** Why no response arrived: an error of the library; `undefined` after a response. */
  readonly error: unknown;
}
