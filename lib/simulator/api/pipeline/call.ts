import type { PixOperation } from '../../../contract/operation.js';
import type { AccessToken } from '../../domain/state/access-tokens.js';
import type { ApiRequest } from '../../http/api-request.js';

/** A request to an operation of the Pix API. The stages add fields to it. */
export interface Call {
  readonly request: ApiRequest;
  readonly operation: PixOperation;
  readonly handler: Handler;
  /** Path parameters, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Set when the token has been verified. */
  token?: AccessToken;
  /** The checked filter of a list. */
  filter?: object;
  /** The checked body. */
  body?: object;
}

/** The checked parts of a call that a handler receives. */
export interface HandlerCall<Body = unknown, Filter = unknown> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly filter: Filter;
  readonly body: Body;
}

/** A handler as the pipeline calls it, without the types of its operation. */
export type Handler = (call: HandlerCall<never, never>) => unknown;

/** Handlers by operation id: `cob.createWithTxid`. */
export type Handlers = Readonly<Record<string, Handler>>;
