import type { PathParam } from './path-param.js';

/** A resource family of the Pix API: the first segment of its paths (interface.md, Resource families). */
export type PixFamily =
  | 'cob'
  | 'cobv'
  | 'lotecobv'
  | 'loc'
  | 'pix'
  | 'webhook'
  | 'rec'
  | 'solicrec'
  | 'cobr'
  | 'locrec'
  | 'webhookcobr'
  | 'webhookrec';

export type PixMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What sending an operation a second time does, which decides what may follow an unknown outcome:
 *
 * - `safe`: it only reads.
 * - `idempotent`: it ends in the same state (a status revision, a webhook registration).
 * - `identified`: it creates under an identifier that the client chose; it is read back by
 *   {@link PixOperation.readBack} before it is repeated.
 * - `duplicates`: the provider chooses the identifier, so a repeat creates a second record.
 */
export type PixRepeat = 'safe' | 'idempotent' | 'identified' | 'duplicates';

/** Any class with class-validator decorators. */
export type DtoClass<T extends object = object> = new () => T;

/**
 * One operation of the Pix API, written once. The client sends by it, the simulator routes by it,
 * the conformance tests compare it with the specification.
 *
 * @typeParam Body what the caller gives as body
 * @typeParam Response what the provider answers with (`undefined` when the body is empty)
 * @typeParam Filter what the caller gives as query (`undefined` when there is none)
 */
export interface PixOperation<Body = unknown, Response = unknown, Filter = unknown> {
  /** Family and service method, unique: `cob.createWithTxid`. */
  readonly id: string;
  readonly family: PixFamily;
  readonly method: PixMethod;
  /** Path template below the base address: `/cob/{txid}`. */
  readonly path: string;
  /** The least scope that allows it (the specification's `security`); `null` when it needs no token. */
  readonly scope: string | null;
  /** The rule of each `{parameter}` of {@link path}, in order. */
  readonly params: readonly PathParam[];
  /** The specification's success statuses. The client accepts any 2xx, the simulator answers the first. */
  readonly success: readonly number[];
  readonly requestBody: 'required' | 'optional' | 'none';
  readonly responseBody: 'json' | 'empty' | 'jws';
  /** Class that checks the request body. */
  readonly body?: DtoClass;
  /** Class that checks the query filter. */
  readonly filter?: DtoClass;
  /**
   * Field of the answer's body that, below {@link path}, is the address of what was created: the specification gives it
   * in the answer's header `location`. Absent where it has none.
   */
  readonly locatedBy?: string;
  /** Field of a page that holds the items (`cobs`), on operations that list. */
  readonly items?: string;
  readonly repeat: PixRepeat;
  /** {@link id} of the operation that reads back what an `identified` one created. */
  readonly readBack?: string;
  /** Codes of the providers that alone offer it; absent on operations of the specification. */
  readonly providers?: readonly string[];
  /** Carries the types; never set. */
  readonly types?: { readonly body: Body; readonly response: Response; readonly filter: Filter };
}

/** `PUT /cob/{txid}`: how an operation is named in errors, logs, metrics and profiles. */
export function operationName(operation: Pick<PixOperation, 'method' | 'path'>): string {
  return `${operation.method} ${operation.path}`;
}
