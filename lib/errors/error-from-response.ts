import {
  parseProblem,
  parseTokenProblem,
  type ErrorResponse,
  type ParsedProblem,
} from './parse-problem.js';
import { PixAcessoNegadoException } from './pix-api/pix-acesso-negado.exception.js';
import type { PixAPIException } from './pix-api/pix-api.exception.js';
import { PixErroDesconhecidoException } from './pix-api/pix-erro-desconhecido.exception.js';
import { PixErroServicoIndisponivelException } from './pix-api/pix-erro-servico-indisponivel.exception.js';
import { PixErroServidorException } from './pix-api/pix-erro-servidor.exception.js';
import { PixErroValidacaoException } from './pix-api/pix-erro-validacao.exception.js';
import { PixNaoAutorizadoException } from './pix-api/pix-nao-autorizado.exception.js';
import type { PixErrorContext } from './pix-api/pix-problem.js';
import { PixRecursoNaoEncontradoException } from './pix-api/pix-recurso-nao-encontrado.exception.js';
import { parseRetryAfter } from './retry-after.js';

/** The first row with a matching status or type applies (docs/decisions.md D46). */
const choices = [
  { status: 403, type: 'AcessoNegado', error: PixAcessoNegadoException },
  { status: 404, type: 'RecursoNaoEncontrado', error: PixRecursoNaoEncontradoException },
  { status: 400, type: 'ErroValidacao', error: PixErroValidacaoException },
  { status: 401, type: null, error: PixNaoAutorizadoException },
  { status: 500, type: null, error: PixErroServidorException },
  { status: 503, type: null, error: PixErroServicoIndisponivelException },
] as const;

/** Builds the error for an unsuccessful response of the Pix API, whatever the shape of its body. */
export function errorFromResponse(
  response: ErrorResponse,
  context: PixErrorContext = {},
): PixAPIException {
  return choose(parseProblem(response), response, context);
}

/**
 * Builds the error for an unsuccessful response of the token endpoint, whose bodies follow RFC
 * 6749, 5.2. See {@link errorFromResponse}.
 *
 * @param scopeAdvice sentences that are appended to the detail of an `invalid_scope` error
 */
export function tokenErrorFromResponse(
  response: ErrorResponse,
  context: PixErrorContext = {},
  scopeAdvice?: string,
): PixAPIException {
  const problem = parseTokenProblem(response);
  if (scopeAdvice === undefined || problem.type !== 'invalid_scope') {
    return choose(problem, response, context);
  }
  const answer = problem.detail.trimEnd();
  const detail = `${answer}${answer.endsWith('.') ? '' : '.'} ${scopeAdvice}`;
  return choose({ ...problem, detail }, response, context);
}

function choose(
  problem: ParsedProblem,
  response: ErrorResponse,
  context: PixErrorContext,
): PixAPIException {
  const choice = choices.find(
    ({ status, type }) =>
      problem.status === status || (type !== null && problem.type.includes(type)),
  );
  const Chosen = choice?.error ?? PixErroDesconhecidoException;
  const retryAfter = parseRetryAfter(response.retryAfterHeader) ?? context.retryAfter;
  const correlationId = response.correlationId ?? problem.correlationId ?? context.correlationId;
  const responseHeaders = response.safeHeaders;
  return new Chosen(problem, { ...context, retryAfter, correlationId, responseHeaders });
}
