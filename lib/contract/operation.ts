// What a row of an operation says, the builders of rows, and the families that they belong to.

import type { ValidationViolacao } from '../errors/index.js';
import type { AtPath, PathParam, PathValues } from './path.js';

/** A product that providers grant separately from ordinary Pix. */
export type PixFeature = 'pix-automatico';

/** The families of ordinary Pix, and those of Pix Automático. */
const ordinary = ['cob', 'cobv', 'lotecobv', 'loc', 'pix', 'webhook'] as const;
const automatico = ['rec', 'solicrec', 'cobr', 'locrec', 'webhookcobr', 'webhookrec'] as const;
const featured: ReadonlySet<PixFamily> = new Set(automatico);

/** A resource family of the Pix API: the first segment of its paths (docs/interface.md#resource-families). */
export type PixFamily = (typeof ordinary | typeof automatico)[number];

/** The names of the resource families. */
export const pixFamilies: readonly PixFamily[] = Object.freeze([...ordinary, ...automatico]);

/** The names of the features. */
export const pixFeatures: readonly PixFeature[] = Object.freeze(['pix-automatico'] as const);

/** Returns the feature that an operation belongs to; `undefined` for ordinary Pix. */
export function findFeature({ family }: { readonly family: PixFamily }): PixFeature | undefined {
  return featured.has(family) ? 'pix-automatico' : undefined;
}

export type PixMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The effect of sending an operation a second time:
 *
 * - `safe`: none, the operation only reads.
 * - `idempotent`: the state is the same (a revision of a status, a webhook registration).
 * - `identified`: none, the operation creates a record under an identifier that the client chose.
 * - `duplicates`: a second effect, such as another record under an identifier that the provider
 * chooses. It is sent at most once, unless the first request certainly had no effect.
 */
export type PixRepeat = 'safe' | 'idempotent' | 'identified' | 'duplicates';

/** The statuses of a record, by possible changes. */
export interface PixLifecycle {
  /** The record can still change. */
  readonly open: readonly string[];
  /** The record fulfilled its purpose and can no longer change. */
  readonly fulfilled: readonly string[];
  /** The record was removed, refused, failed or expired, and can no longer change. */
  readonly ended: readonly string[];
}

/**
 * What of a record decides whether a write took effect. The client compares it with the request,
 * field by field. A field that was sent is one of three kinds:
 *
 * - *identity*: the path parameter that names the record; see {@link PixIdentifier}
 * - *money*: a field of {@link money}. A create took effect if identity and money are equal
 * - *echo*: any other field, such as a name or a text. Providers complete, shorten or omit it
 */
export interface PixRecordRule {
  /** Paths of the fields that decide, each with all fields below it: `['valor', 'devedor.cpf']`. */
  readonly money: readonly string[];
  /** Money that a record must have if it was sent. It may omit any other. Default: none. */
  readonly required?: readonly string[];
  /** Whether a value of a record means the one that was sent, although it is not the same. */
  readonly equivalent?: (path: string, found: unknown, sent: object) => boolean;
  /** Paths of fields whose refusal depends on a state, not only on a format or a range. */
  readonly stateful: readonly string[];
  /** Statuses of the record, if it has one. */
  readonly lifecycle?: PixLifecycle;
  /** Path of the instant of its creation, if it has one: `calendario.criacao`. */
  readonly created?: string;
  /**
   * Who can change its money later: nobody (`fixed`), a revision that `revisao` counts and that can
   * be read (`revised`), or anyone without a trace (`replaced`).
   */
  readonly history: 'fixed' | 'revised' | 'replaced';
}

/** Items of a record that have their own records and are compared individually. */
export interface PixSettlementParts {
  /** Field that lists them, in the request body and in the record: `cobsv`. */
  readonly field: string;
  /** Field that identifies an item, which is also the path parameter of {@link read}: `txid`. */
  readonly key: string;
  /** Status of an item in the record once its own record exists: `CRIADA`. */
  readonly created: string;
  /** The operation that reads an item's own record. */
  readonly read: PixRecordOperation;
  /** The write of an item alone, whose comparison applies to it. */
  readonly write: PixWriteOperation;
}

/**
 * How the client determines whether a write took effect if the response does not show it: it reads
 * the record and compares it with the request.
 */
export interface PixSettlement {
  /**
   * The effect of the write on the record: it creates it, changes it, sets a value whatever was
   * there before, removes it, or is a step that counts each time and is sent once.
   */
  readonly kind: 'create' | 'change' | 'set' | 'remove' | 'step';
  /** The operation that reads the record. Uses the path parameters of the write. */
  readonly read: PixRecordOperation;
  /**
   * Finds the part of the record that shows that the write took effect, if a comparison with the
   * request body cannot; `undefined` if the write did not.
   *
   * @param record the record as read; its shape is not checked
   */
  readonly find?: (record: object, params: PathValues) => object | undefined;
  /** Path of the instant in that part since when it is there, or of the list of its changes. */
  readonly since?: string;
  /** Statuses of that part that no longer do what the write is for. */
  readonly ended?: readonly string[];
  /** Items that are compared individually. */
  readonly parts?: PixSettlementParts;
}

/**
 * How to search for a record whose identifier the provider chose, after an unknown outcome: in a
 * list by its period of creation, or in a field of another record. The functions are methods, so that
 * an operation with a body of any type is a `PixOperation`.
 */
export type PixCandidateSearch<Body> =
  | {
      /** The list operation, whose filter takes `inicio` and `fim`. */
      readonly list: PixListOperation;
      /** Filter fields that narrow the search, built from the request body. */
      filter?(body: Body): object;
    }
  | {
      /** The operation that reads the other record. */
      readonly within: PixRecordOperation;
      /** Path parameters of {@link within}, built from the request body. */
      params(body: Body): PathValues;
      /** Field of the other record that lists the candidates. */
      readonly field: string;
    };

/** The field of a JSON response that identifies its record. */
export interface PixIdentifier {
  /** Name of the field: `txid`. */
  readonly field: string;
  /** The path parameter with the same value. Absent if the provider chooses the identifier. */
  readonly param?: string;
  /**
   * Whether it is a Pix key: compared by its kind, and omitted from the record by some providers.
   * Default: `false`.
   */
  readonly isKey?: boolean;
}

/** A class whose fields have the decorators of `validation/fields.ts`. */
export type DtoClass<T extends object = object> = new () => T;

/** What all operations have. */
export interface OperationBase<Body, Response, Filter> {
  /** Family and service method, unique: `cob.createWithTxid`. */
  readonly id: string;
  readonly family: PixFamily;
  /** Path template below the base address: `/cob/{txid}`. */
  readonly path: string;
  /**
   * The least scope that permits it (the specification's `security`); `null` if it is called
   * without the account's access token.
   */
  readonly scope: string | null;
  /**
   * Which token the caller of this operation passes, to be sent instead of the account's access
   * token: an explanation for the error if it is missing. Absent for all other operations.
   */
  readonly ownToken?: string;
  /** The rule of each `{parameter}` of {@link path}, in order. */
  readonly params: readonly PathParam[];
  /**
   * The success statuses of the specification. The client accepts any 2xx; the simulator responds
   * with the first.
   */
  readonly success: readonly number[];
  /** Class of the query filter, with its rules. */
  readonly filter?: DtoClass;
  /** Query of each call, instead of the application key. Not for operations with a filter. */
  readonly query?: Readonly<Record<string, string>>;
  /**
   * Lists what of a valid body the calendar forbids, with the reasons; the specification does not.
   * Absent if nothing depends on the day.
   */
  readonly checkOnDay?: (body: object, today: string) => readonly ValidationViolacao[];
  /** The field that identifies the record in the response. A successful write without it has an unknown outcome. */
  readonly identifier?: PixIdentifier;
  /** Names of the only providers that offer it; absent for operations of the specification. */
  readonly providers?: readonly string[];
  /** Carries the types; never set. */
  readonly types?: { readonly body: Body; readonly response: Response; readonly filter: Filter };
}

/** What all reads have. */
interface ReadBase<Body, Response, Filter> extends OperationBase<Body, Response, Filter> {
  readonly method: 'GET';
  readonly repeat: 'safe';
  readonly body?: never;
  readonly locatedBy?: never;
  readonly registersWebhook?: never;
  readonly keyIn?: never;
  readonly record?: never;
  readonly settle?: never;
  readonly candidates?: never;
}

/** An operation that reads one record. */
export interface PixRecordOperation<
  Body = unknown,
  Response = unknown,
  Filter = unknown,
> extends ReadBase<Body, Response, Filter> {
  readonly responseBody: 'json' | 'jws';
  readonly items?: never;
}

/** An operation that reads one page of a list. */
export interface PixListOperation<
  Body = unknown,
  Response = unknown,
  Filter = unknown,
> extends ReadBase<Body, Response, Filter> {
  readonly responseBody: 'json';
  /** Field of a page that contains the items: `cobs`. */
  readonly items: string;
}

/** An operation that only reads. */
export type PixReadOperation<Body = unknown, Response = unknown, Filter = unknown> =
  PixRecordOperation<Body, Response, Filter> | PixListOperation<Body, Response, Filter>;

/** What all writes have. */
interface WriteBase<Body, Response, Filter> extends OperationBase<Body, Response, Filter> {
  readonly method: Exclude<PixMethod, 'GET'>;
  readonly responseBody: 'json' | 'empty';
  /** Class of the request body, with its rules. Absent if the request has no body. */
  readonly body?: DtoClass;
  /**
   * Field of the response that, appended to {@link path}, is the address of the created record; the
   * specification returns it in the header `location`. Absent without that header.
   */
  readonly locatedBy?: string;
  /** Whether it registers the address of a webhook, `webhookUrl` of the body. Default: `false`. */
  readonly registersWebhook?: true;
  /**
   * What has the receiver's Pix key as `chave`, which is that of the account if the caller names none: the
   * body, or each item of a list in it.
   */
  readonly keyIn?: 'body' | 'cobsv';
  /** How the record is compared with the request. Absent if only its identifier can be. */
  readonly record?: PixRecordRule;
  readonly items?: never;
}

/** A write whose unknown outcome a read determines. */
export interface PixSettledOperation<
  Body = unknown,
  Response = unknown,
  Filter = unknown,
> extends WriteBase<Body, Response, Filter> {
  readonly repeat: Exclude<PixRepeat, 'safe'>;
  /** How reading the record determines an unknown outcome. */
  readonly settle: PixSettlement;
  readonly candidates?: never;
}

/** A write that is sent at most once, unless the first request certainly had no effect. */
export interface PixSingleOperation<
  Body = unknown,
  Response = unknown,
  Filter = unknown,
> extends WriteBase<Body, Response, Filter> {
  readonly repeat: 'duplicates';
  readonly settle?: never;
  /** How to search for records that it may have created. Absent if nothing determines the outcome. */
  readonly candidates?: PixCandidateSearch<Body>;
}

/** An operation that changes something. */
export type PixWriteOperation<Body = unknown, Response = unknown, Filter = unknown> =
  PixSettledOperation<Body, Response, Filter> | PixSingleOperation<Body, Response, Filter>;

/**
 * The definition of an operation of the Pix API. The client, the routes of the simulator and the
 * conformance tests use the same definition.
 *
 * @typeParam Body the request body @typeParam Response the response (`undefined` if its body is
 * empty) @typeParam Filter the query (`undefined` if there is none)
 */
export type PixOperation<Body = unknown, Response = unknown, Filter = unknown> =
  PixReadOperation<Body, Response, Filter> | PixWriteOperation<Body, Response, Filter>;

// Builders of operations. A row states only what is particular to its operation; the rest follows from the builder: the
// method, the usual status, what a repeat does, and how an unknown outcome is determined.

/** The format of a response, with its type, which exists only at compile time. */
interface Returns<Response> {
  readonly format: 'json' | 'jws';
  readonly type?: Response;
}

/** A response with a JSON body. */
export function json<Response>(): Returns<Response> {
  return { format: 'json' };
}

/** A response that is a signed text. */
export const jws: Returns<string> = { format: 'jws' };

/** The first part of an id names the family, unless the row does. */
type Identity =
  | { readonly id: `${PixFamily}.${string}`; readonly family?: never }
  | { readonly id: string; readonly family: PixFamily };

type Row<Path, Response> = Identity & {
  readonly path: Path;
  /** Default: none. */
  readonly params?: OperationBase<unknown, unknown, unknown>['params'];
  /** Default: `<family>.read` or `<family>.write`. */
  readonly scope?: string | null;
  /** Absent if the response has no body. */
  readonly returns?: Returns<Response>;
} & Pick<
    OperationBase<unknown, unknown, unknown>,
    'ownToken' | 'query' | 'identifier' | 'providers' | 'checkOnDay'
  >;

type ReadRow<Path, Response, Filter> = Row<Path, Response> & {
  readonly returns: Returns<Response>;
  readonly filter?: new () => Filter;
};

type WriteRow<Path, Body, Response> = Row<Path, Response> &
  Pick<WriteBase<unknown, unknown, unknown>, 'record' | 'locatedBy' | 'keyIn'> & {
    readonly body?: new () => Body;
    /** Default: that of the builder. */
    readonly success?: readonly number[];
  };

type SettledRow<Path, Body, Response> = WriteRow<Path, Body, Response> &
  Pick<PixSettlement, 'read' | 'parts'>;

/** Reads one record. */
export function read<const Path extends string, Response, Filter = undefined>(
  row: ReadRow<Path, Response, Filter>,
): PixRecordOperation<undefined, Response, Filter> & AtPath<Path> {
  return complete({ method: 'GET', repeat: 'safe' }, 200, row);
}

/** Reads one page of a list. */
export function list<const Path extends string, Response, Filter>(
  row: ReadRow<Path, Response, Filter> & { readonly items: string },
): PixListOperation<undefined, Response, Filter> & AtPath<Path> {
  return complete({ method: 'GET', repeat: 'safe' }, 200, row);
}

/** Creates a record under an identifier that the provider chooses. */
export function create<const Path extends string, Body = undefined, Response = undefined>(
  row: WriteRow<Path, Body, Response> & { readonly candidates?: PixCandidateSearch<Body> },
): PixSingleOperation<Body, Response, undefined> & AtPath<Path> {
  return complete({ method: 'POST', repeat: 'duplicates' }, 201, row);
}

/** Creates a record under an identifier that the client chooses. */
export function put<const Path extends string, Body = undefined, Response = undefined>(
  row: SettledRow<Path, Body, Response>,
): PixSettledOperation<Body, Response, undefined> & AtPath<Path> {
  return settled('create', { method: 'PUT', repeat: 'identified' }, 201, row);
}

/** Revises or cancels a record. */
export function revise<const Path extends string, Body = undefined, Response = undefined>(
  row: SettledRow<Path, Body, Response>,
): PixSettledOperation<Body, Response, undefined> & AtPath<Path> {
  return settled('change', { method: 'PATCH', repeat: 'idempotent' }, 200, row);
}

/** Sets a value whatever was there before. */
export function set<const Path extends string, Body>(
  row: SettledRow<Path, Body, undefined> & { readonly registersWebhook: true },
): PixSettledOperation<Body, undefined, undefined> & AtPath<Path> {
  return settled('set', { method: 'PUT', repeat: 'idempotent' }, 200, row);
}

/** Removes a record. */
export function remove<const Path extends string>(
  row: SettledRow<Path, undefined, undefined>,
): PixSettledOperation<undefined, undefined, undefined> & AtPath<Path> {
  return settled('remove', { method: 'DELETE', repeat: 'idempotent' }, 204, row);
}

/** Changes one thing that a read shows. */
export function step<const Path extends string, Body = undefined, Response = undefined>(
  row: WriteRow<Path, Body, Response> &
    Omit<PixSettlement, 'kind' | 'parts'> & {
      readonly method: Exclude<PixMethod, 'GET'>;
      readonly repeat: Exclude<PixRepeat, 'safe'>;
    },
): PixSettledOperation<Body, Response, undefined> & AtPath<Path> {
  const { method, repeat, read: reads, find, since, ended, ...rest } = row;
  const settle = { kind: 'step', read: reads, find, since, ended };
  return complete({ method, repeat }, 200, { ...rest, settle });
}

/** Does something whose outcome no read determines. */
export function act<const Path extends string, Body = undefined, Response = undefined>(
  row: WriteRow<Path, Body, Response> & { readonly method: Exclude<PixMethod, 'GET'> },
): PixSingleOperation<Body, Response, undefined> & AtPath<Path> {
  const { method, ...rest } = row;
  return complete({ method, repeat: 'duplicates' }, 200, rest);
}

/** What of a row {@link complete} reads. */
interface CompleteRow {
  readonly id: string;
  readonly family?: PixFamily;
  readonly returns?: Returns<unknown>;
  readonly settle?: object;
}

function settled<Operation extends PixSettledOperation>(
  kind: PixSettlement['kind'],
  fixed: Pick<Operation, 'method' | 'repeat'>,
  status: number,
  { read: reads, parts, ...row }: SettledRow<string, unknown, unknown>,
): Operation {
  return complete(fixed, status, { ...row, settle: { kind, read: reads, parts } });
}

function complete<Operation extends PixOperation>(
  fixed: Pick<Operation, 'method' | 'repeat'>,
  status: number,
  { returns, ...row }: CompleteRow,
): Operation {
  const family = row.family ?? row.id.slice(0, row.id.indexOf('.'));
  return {
    family,
    scope: `${family}.${fixed.method === 'GET' ? 'read' : 'write'}`,
    params: [],
    success: [status],
    ...row,
    ...fixed,
    responseBody: returns?.format ?? 'empty',
  } as unknown as Operation;
}

interface Person {
  readonly cpf?: string;
  readonly cnpj?: string;
}

/** Builds the filter for the records of a person; empty without a person. */
export function toPersonFilter({ cpf, cnpj }: Person = {}): Person {
  return { ...(cpf !== undefined && { cpf }), ...(cnpj !== undefined && { cnpj }) };
}
