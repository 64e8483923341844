import type { ApiRequest } from '../http/api-request.js';

/** A request to the control API. */
interface ControlCall {
  readonly request: ApiRequest;
  /** Path parameters, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The body, an object; an empty one when there is none. */
  readonly body: () => Promise<Record<string, unknown>>;
}

/** One operation of the control API. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Of a success with a body. Default: 200. Without a body it is 204. */
  readonly status?: number;
  /** Returns the body of its answer, a reply of its own, or nothing. */
  readonly action: (call: ControlCall) => unknown;
}
