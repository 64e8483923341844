import type { PathParams, PixOperation } from 'nestjs-pix/spec';
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
export interface HandlerCall<Path extends string = string, Body = unknown, Filter = unknown> {
  /** Path parameters, percent-decoded. */
  readonly params: PathParams<Path>;
  readonly query: URLSearchParams;
  readonly filter: Filter;
  readonly body: Body;
}

/**
 * A handler as the pipeline calls it, without the types of its operation: the stages have checked the call by the
 * definition of that operation. It has the type of a method, whose parameters may be of a narrower type.
 */
export type Handler = { handle(call: HandlerCall): unknown }['handle'];

/** Handlers by operation id: `cob.createWithTxid`. */
export type Handlers = Readonly<Record<string, Handler>>;
