import { collectViolations, toViolacao, type DtoClass, type PixOperation } from 'nestjs-pix/spec';
import type { AccessTokens } from '../../domain/state/access-tokens.js';
import type { ApiRequest } from '../../http/api-request.js';
import { emptyReply, jsonReply, textReply, type Reply } from '../../http/reply.js';
import { readJsonObject } from '../../http/request-body.js';
import type { StateCommitter } from '../../kernel/state-committer.js';
import { familyProblems, resolveProblems } from '../../problems/family-problems.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';
import type { SimulatorQuirks } from '../../profiles/quirks.js';
import type { Call } from './call.js';
import { listStatuses } from './known-statuses.js';
import { removeNullMembers } from './null-members.js';
import { readFilter, wireName } from './read-filter.js';

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
  const violacoes = operation.params
    .filter(({ name, accepts }) => !accepts(params[name]))
    .map(({ name, describe }) => violation(name, describe));
  if (violacoes.length > 0) {
    const { consultaInvalida, operacaoInvalida } = resolveProblems(operation);
    throw new SimulatorProblem(operation.method === 'GET' ? consultaInvalida : operacaoInvalida, {
      violacoes,
    });
  }
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
    if (violacoes.length > 0) {
      throw new SimulatorProblem(resolveProblems(call.operation).consultaInvalida, { violacoes });
    }
    call.filter = filter;
    return undefined;
  };
}

/**
 * Checks the body.
 *
 * @param others classes that check bodies instead of the contract's, by operation id
 * @param quirks whether members that are `null` count as absent, and whether a body needs a `Content-Type`
 */
export function checkBody(
  others: Readonly<Record<string, DtoClass>> = {},
  { nullMembers = false, http }: Pick<SimulatorQuirks, 'nullMembers' | 'http'> = {},
): Stage {
  return async (call) => {
    if (call.operation.body === undefined) return undefined;
    let body = await readJsonObject(call.request, { untyped: http?.untypedBodies });
    if (body && nullMembers) body = removeNullMembers(body);
    if (body === undefined) {
      throw new SimulatorProblem('RequisicaoInvalida', {
        detail: 'O corpo da requisição é obrigatório.',
      });
    }
    refuseInvalidBody(call.operation, body, others);
    call.body = body;
    return undefined;
  };
}

/**
 * Checks a body against the class of its operation.
 *
 * @param others as for {@link checkBody}
 * @throws SimulatorProblem with all violations
 */
export function refuseInvalidBody(
  operation: PixOperation,
  body: object,
  others: Readonly<Record<string, DtoClass>> = {},
): void {
  const dto = others[operation.id] ?? operation.body;
  if (dto === undefined) return;
  const { root, operacaoInvalida } = familyProblems[operation.family];
  const violacoes = collectViolations(dto, body, root).map(toViolacao);
  if (violacoes.length > 0) throw new SimulatorProblem(operacaoInvalida, { violacoes });
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
