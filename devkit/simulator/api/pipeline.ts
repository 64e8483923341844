import type { PixServerProfile } from 'nestjs-pix';
import {
  collectViolations,
  familyOperations,
  getFields,
  type DtoClass,
  type FieldSchema,
  type PathParams,
  type PixOperation,
} from 'nestjs-pix/spec';
import type { AccessToken, AccessTokens } from '../domain/state.js';
import {
  checkDto,
  refuse,
  resolveProblems,
  SimulatorProblem,
  violation,
} from '../families/problems.js';
import {
  emptyReply,
  jsonReply,
  readJsonObject,
  textReply,
  type ApiRequest,
  type Reply,
} from '../http/messages.js';
import type { StateCommitter } from '../kernel/records.js';

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

/** A step of a call. A stage ends the call if it returns a reply, and refuses it if it throws a problem. */
export type Stage = (call: Call) => Reply | undefined | Promise<Reply | undefined>;

/** Verifies the access token. A missing, unknown, expired or revoked token is a 401 (RFC 6750, section 3). */
export function authenticate(tokens: Pick<AccessTokens, 'find'>): Stage {
  return (call) => {
    const { authorization } = call.request.headers;
    if (authorization === undefined) {
      throw new SimulatorProblem('NaoAutorizado', {
        headers: { 'www-authenticate': 'Bearer realm="pix"' },
      });
    }
    const value = /^bearer +(\S+)$/i.exec(authorization)?.[1];
    const token = value === undefined ? undefined : tokens.find(value);
    if (token === undefined) {
      throw new SimulatorProblem('NaoAutorizado', {
        headers: { 'www-authenticate': 'Bearer realm="pix", error="invalid_token"' },
      });
    }
    call.token = token;
    return undefined;
  };
}

/** Verifies the access token, or the own token of an operation that has one. */
export function authenticateBy(accessToken: Stage, ownToken: Stage): Stage {
  return (call) => (call.operation.ownToken === undefined ? accessToken : ownToken)(call);
}

/** Checks that the token has the scope of the operation (403). */
export const authorize: Stage = ({ operation: { scope }, token }) => {
  if (scope === null || token?.scopes.has(scope)) return undefined;
  throw new SimulatorProblem('AcessoNegado', {
    headers: {
      'www-authenticate': `Bearer realm="pix", error="insufficient_scope", scope="${scope}"`,
    },
  });
};

/** Checks the path parameters. */
export const checkParams = ({
  operation,
  params,
}: Pick<Call, 'operation' | 'params'>): undefined => {
  const { consultaInvalida, operacaoInvalida } = resolveProblems(operation);
  const violacoes = operation.params
    .filter(({ name, accepts }) => !accepts(params[name]))
    .map(({ name, describe }) => violation(name, describe));
  refuse(operation.method === 'GET' ? consultaInvalida : operacaoInvalida, violacoes);
  return undefined;
};

/**
 * Checks the query. An unknown status is refused: a client that misspells it would get an empty list.
 *
 * @param others classes that check queries instead of the contract's, by operation id
 */
export function checkFilter(others: Readonly<Record<string, DtoClass>> = {}): Stage {
  return (call) => {
    const dto = others[call.operation.id] ?? call.operation.filter;
    if (dto === undefined) return undefined;
    const filter = readFilter(dto, call.query);
    const violacoes = collectViolations(dto, filter).map(({ path, rule }) =>
      violation(wireName(dto, path), rule.text),
    );
    if ('status' in filter && !listStatuses(call.operation).has(filter.status)) {
      violacoes.push(violation('status', 'não é um status deste recurso'));
    }
    refuse(resolveProblems(call.operation).consultaInvalida, violacoes);
    call.filter = filter;
    return undefined;
  };
}

/**
 * Checks the body.
 *
 * @param others classes that check bodies instead of the contract's, by operation id
 * @param server whether members that are `null` count as absent, and whether a body needs a `Content-Type`
 */
export function checkBody(
  others: Readonly<Record<string, DtoClass>> = {},
  { nullMembers = false, http }: PixServerProfile = {},
): Stage {
  return async (call) => {
    if (call.operation.body === undefined) return undefined;
    let body = await readJsonObject(call.request, { untyped: http?.untypedBodies });
    if (body && nullMembers) body = removeNullMembers(body);
    if (body === undefined) {
      throw new SimulatorProblem('RequisicaoInvalida', 'O corpo da requisição é obrigatório.');
    }
    call.body = checkOperationBody(call.operation, body, others);
    return undefined;
  };
}

/**
 * Checks a body by the class of its operation.
 *
 * @param others as for {@link checkBody}
 * @returns the declared members; the body as it is if another class checks it
 * @throws SimulatorProblem with all violations
 */
export function checkOperationBody(
  { id, family, body: dto }: PixOperation,
  body: object,
  others: Readonly<Record<string, DtoClass>> = {},
): object {
  const other = others[id];
  if (dto === undefined) return body;
  const declared = checkDto(family, other ?? dto, body);
  return other === undefined ? declared : body;
}

/**
 * Runs the handler. The status of the reply is the first success status of the operation.
 *
 * @param state writes the changes of the handler before the reply is sent
 */
export function handleWith(state: StateCommitter): Stage {
  return async (call) => {
    const { operation, handler, params, query, filter, body } = call;
    const checked = { params, query, filter, body };
    const isRead = operation.repeat === 'safe';
    return buildReply(
      call,
      await (isRead ? handler(checked) : state.commit(() => handler(checked))),
    );
  };
}

function buildReply({ operation, request }: Call, result: unknown): Reply {
  const status = operation.success[0] ?? 200;
  if (operation.responseBody === 'jws')
    return textReply(status, String(result), 'application/jose');
  if (result === undefined) return emptyReply(status);
  return jsonReply(status, result, buildLocationHeader(operation, request, result as object));
}

/** Builds the `location` header of a created record: below the URL of the request, with the host of the request. */
function buildLocationHeader(
  { locatedBy }: PixOperation,
  { headers: { host = '' }, url = '' }: ApiRequest,
  created: object,
): Record<string, string> {
  if (locatedBy === undefined) return {};
  const id = String(created[locatedBy as keyof typeof created]);
  return { location: `https://${host}${url.split('?', 1).join()}/${id}` };
}

/**
 * Reads a filter from the parameters of a query, by their wire names. A text that cannot be
 * converted to the type of its field stays a text, and validation refuses it. A parameter without a
 * value counts as omitted. Unknown parameters are ignored.
 */
function readFilter(dto: DtoClass, query: URLSearchParams): Record<string, unknown> {
  const filter: Record<string, unknown> = {};
  for (const [property, { wire = property, schema }] of getFields(dto)) {
    const text = query.get(wire);
    if (text) filter[property] = convert(text, schema.type);
  }
  return filter;
}

/** Returns the name of a filter's property in the query, for violations. */
function wireName(dto: DtoClass, property: string): string {
  return getFields(dto).get(property)?.wire ?? property;
}

function convert(text: string, type: FieldSchema['type']): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? +text : text;
  return text;
}

/** Lists the statuses of the records of an operation's family, as the contract declares them. */
function listStatuses({ family }: PixOperation): ReadonlySet<unknown> {
  const operations: readonly PixOperation[] = Object.values(familyOperations[family]);
  const statuses = operations.flatMap((operation) => {
    const { open = [], fulfilled = [], ended = [] } = operation.record?.lifecycle ?? {};
    return [...open, ...fulfilled, ...ended];
  });
  return new Set(statuses);
}

/**
 * Returns a JSON object without its members that are `null`, at every level. Items of lists stay.
 */
function removeNullMembers(body: object): object {
  return JSON.parse(JSON.stringify(body), function (this: unknown, _, value: unknown) {
    return value === null && !Array.isArray(this) ? undefined : value;
  }) as object;
}
