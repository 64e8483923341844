import type { PathParam, PathValues } from './path-param.js';

/** A resource family of the Pix API: the first segment of its paths (docs/interface.md#resource-families). */
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
 * What sending an operation a second time does:
 *
 * - `safe`: it only reads.
 * - `idempotent`: it ends in the same state (a status revision, a webhook registration).
 * - `identified`: it creates a record under an identifier that the client chose.
 * - `duplicates`: a second request has a second effect, such as a record under another identifier that the provider
 *   chooses. It is sent at most once, unless the first request certainly had no effect.
 */
export type PixRepeat = 'safe' | 'idempotent' | 'identified' | 'duplicates';

/** The statuses of a record, by what can still happen to it. */
export interface PixLifecycle {
  /** The record can still change. */
  readonly open: readonly string[];
  /** The record served its purpose and can't change any more. */
  readonly fulfilled: readonly string[];
  /** The record was removed, denied, failed or expired, and can't change any more. */
  readonly ended: readonly string[];
}

/** Items of a record that are records of their own and are compared one by one. */
export interface PixSettlementParts {
  /** Field that lists them, in the request body and in the record: `cobsv`. */
  readonly field: string;
  /** Field that identifies an item, which is also the path parameter of {@link read}: `txid`. */
  readonly key: string;
  /** Status of an item in the record once its own record exists: `CRIADA`. */
  readonly created: string;
  /** The operation that reads an item's own record. */
  readonly read: PixOperation;
  /** Class of an item in the request body. */
  readonly body: DtoClass;
  /** Statuses of an item's own record. */
  readonly lifecycle: PixLifecycle;
}

/**
 * How the client finds out whether a write took effect when its own response does not say: it reads the record and
 * compares it with what was sent.
 */
export interface PixSettlement {
  /** What the write does to the record. */
  readonly kind: 'create' | 'change' | 'remove';
  /** The operation that reads the record. It takes the path parameters of the write. */
  readonly read: PixOperation;
  /** Statuses of the record, where it has one. */
  readonly lifecycle?: PixLifecycle;
  /** What follows when the record is not found. */
  readonly whenAbsent: 'send-again' | 'done' | 'unknown';
  /** What follows when the record differs from what was sent and can still change. */
  readonly whenDifferent: 'send-again' | 'conflict' | 'unknown';
  /**
   * Whether the record shows that the write took effect, where a comparison with the request body can't tell.
   *
   * @param record the record as read; its shape is not checked
   */
  readonly holds?: (record: object, params: PathValues) => boolean;
  /** Items that are compared one by one. */
  readonly parts?: PixSettlementParts;
}

/**
 * How to search for a record whose identifier the provider chose, after an unknown outcome: in a list by its period of
 * creation, or in a field of another record.
 */
type PixCandidateSearch =
  | {
      /** The list operation, whose filter takes `inicio` and `fim`. */
      readonly list: PixOperation;
      /** Filter fields that narrow the search, from the request body. */
      readonly filter?: (body: never) => object;
      /** Statuses of the records, where they have one: a record that ended is no candidate. */
      readonly lifecycle?: PixLifecycle;
    }
  | {
      /** The operation that reads the other record. */
      readonly within: PixOperation;
      /** Path parameters of {@link within}, from the request body. */
      readonly params: (body: never) => PathValues;
      /** Field of the other record that lists the candidates. */
      readonly field: string;
    };

/** The field of a JSON response that identifies its record. */
export interface PixIdentifier {
  /** Name of the field: `txid`. */
  readonly field: string;
  /** Path parameter that it equals. Absent when the provider chooses the identifier. */
  readonly param?: string;
  /** It is a Pix key: compared by its kind, and not every provider names it in the record. Default: `false`. */
  readonly isKey?: boolean;
}

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
  /** The field that identifies the record in the response. A successful write without it has an unknown outcome. */
  readonly identifier?: PixIdentifier;
  /** How an unknown outcome is settled. Absent when reading can't settle it. */
  readonly settle?: PixSettlement;
  /** How to search for what a `duplicates` operation may have created. */
  readonly candidates?: PixCandidateSearch;
  /** Names of the only providers that offer it; absent on operations of the specification. */
  readonly providers?: readonly string[];
  /** Carries the types; never set. */
  readonly types?: { readonly body: Body; readonly response: Response; readonly filter: Filter };
}

/** `PUT /cob/{txid}`: how an operation is named in errors, logs, metrics and profiles. */
export function operationName(operation: Pick<PixOperation, 'method' | 'path'>): string {
  return `${operation.method} ${operation.path}`;
}
