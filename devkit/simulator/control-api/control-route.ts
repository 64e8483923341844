import type { PathParams } from 'nestjs-pix/spec';
import type { ApiRequest } from '../http/api-request.js';

/** A request to the control API. */
interface ControlCall<Path extends string> {
  readonly request: ApiRequest;
  /** Path parameters, percent-decoded. */
  readonly params: PathParams<Path>;
  readonly query: URLSearchParams;
  /** Reads the body as an object. An empty body is an empty object. */
  readonly body: () => Promise<Record<string, unknown>>;
}

/** One operation of the control API. `Path` is its path template, which names the path parameters. */
export interface ControlRoute<Path extends string = string> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: Path;
  /** Status of a success with a body. Default: 200. Without a body the status is 204. */
  readonly status?: number;
  /** Returns the body of the response, a {@link Reply}, or `undefined` for an empty response. */
  action(call: ControlCall<Path>): unknown;
}

/** Returns a route whose action knows the parameters of its path. */
export function defineRoute<const Path extends string>(route: ControlRoute<Path>): ControlRoute {
  return route;
}
