import type {
  OperationBase,
  PixCandidateSearch,
  PixListOperation,
  PixMethod,
  PixOperation,
  PixRecordOperation,
  PixRecordRule,
  PixRepeat,
  PixSettledOperation,
  PixSettlement,
  PixSingleOperation,
} from './operation.js';
import type { AtPath } from './path.js';
import type { PixFamily } from './pix-family.js';

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
    'ownToken' | 'identifier' | 'providers' | 'checkOnDay'
  >;

type ReadRow<Path, Response, Filter> = Row<Path, Response> & {
  readonly returns: Returns<Response>;
  readonly filter?: new () => Filter;
};

type WriteRow<Path, Body, Response> = Row<Path, Response> & {
  readonly body?: new () => Body;
  readonly record?: PixRecordRule;
  readonly locatedBy?: string;
  readonly keyIn?: 'body' | 'cobsv';
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
  const settle = {
    kind: 'step',
    read: reads,
    ...(find && { find }),
    ...(since && { since }),
    ...(ended && { ended }),
  };
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
  const settle = { kind, read: reads, ...(parts && { parts }) };
  return complete(fixed, status, { ...row, settle });
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
