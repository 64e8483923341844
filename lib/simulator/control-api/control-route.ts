import type { ApiRequest } from '../http/api-request.js';

/** A request to the control API. */
interface ControlCall {
  readonly request: ApiRequest;
  /** Path parameters, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Reads the body as an object. An empty body is an empty object. */
  readonly body: () => Promise<Record<string, unknown>>;
}

/** One operation of the control API. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Status of a success with a body. Default: 200. Without a body the status is 204. */
  readonly status?: number;
  /** Returns the body of the response, a {@link Reply}, or `undefined` for an empty response. */
  readonly action: (call: ControlCall) => unknown;
}
