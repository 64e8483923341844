import { parseRetryAfter, toCorrelationId } from './headers.js';
import { isObject, parseObject } from './json-object.js';
import {
  PixAcessoNegadoException,
  type PixAPIException,
  PixErroDesconhecidoException,
  PixErroServicoIndisponivelException,
  PixErroServidorException,
  PixErroValidacaoException,
  PixNaoAutorizadoException,
  type PixErrorContext,
  PixRecursoNaoEncontradoException,
  defaultTitle,
  type PixViolacao,
} from './pix-api.exceptions.js';
import { redact } from './redact.js';

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

/** An unsuccessful response. */
export interface ErrorResponse {
  /** HTTP status. */
  status: number;
  /** The body as text; empty if there is none. */
  body: string;
  /** The `Retry-After` header as received. */
  retryAfterHeader?: string | undefined;
  /** The `Content-Type` header as received. The body is parsed as JSON regardless of it. */
  contentType?: string | undefined;
  /** The bank's identifier of the call, from a header. Default: the one in the body. */
  correlationId?: string | undefined;
  /** The headers that are safe to show (`copySafeHeaders`). */
  safeHeaders?: Readonly<Record<string, string>> | undefined;
}

export interface ParsedProblem {
  type: string;
  title: string;
  status: number;
  detail: string;
  violacoes: readonly PixViolacao[] | undefined;
  correlationId: string | undefined;
}

/** Maximum length of the raw body in `detail` (docs/decisions.md D47). */
const MAX_RAW_TEXT = 500;

/**
 * Parses the fields of a problem from a body of any shape
 * (docs/interface.md#errors-of-the-provider).
 */
function parseProblem({ status: httpStatus, body }: ErrorResponse): ParsedProblem {
  const parsed = parseObject(body);
  const fields = parsed ?? {};
  const bank = parsed ? parseBankError(parsed) : { detail: readSoapFault(body) };
  const status = parseStatus(fields.status) ?? httpStatus;
  return {
    type: toText(fields.type) ?? '',
    title: toText(fields.title) ?? bank.title ?? defaultTitle(status),
    status,
    detail: toText(fields.detail) ?? bank.detail ?? rawText(body),
    violacoes: parseViolacoes(fields.violacoes) ?? bank.violacoes,
    correlationId: toCorrelationId(fields.correlationId ?? bank.correlationId),
  };
}

/**
 * Like {@link parseProblem}, but prefers `error` and `error_description` of RFC 6749, 5.2.
 */
function parseTokenProblem(response: ErrorResponse): ParsedProblem {
  const fields = parseObject(response.body) ?? {};
  const problem = parseProblem(response);
  const error = toText(fields.error);
  if (error === undefined) return problem;
  const description = toText(fields.error_description);
  const detail = description === undefined ? error : `${error}: ${description}`;
  return { ...problem, type: error, detail };
}

function parseStatus(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : undefined;
}

function parseViolacoes(value: unknown): readonly PixViolacao[] | undefined {
  return Array.isArray(value) ? value.filter(isObject) : undefined;
}

function rawText(body: string): string {
  // Redacted before it is cut: the rest of a secret would not be recognized.
  const text = redact(body).slice(0, MAX_RAW_TEXT);
  // The cut may split a surrogate pair.
  return text.replace(/[\uD800-\uDBFF]$/, '');
}

/** The fields of an error body that does not follow RFC 7807. */
export interface BankError {
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly violacoes?: readonly PixViolacao[] | undefined;
  /** The bank's identifier of the call. */
  readonly correlationId?: string | undefined;
}

/** Returns a text that is not blank, or `undefined`. */
function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** `{ erros: [{ codigo, versao, mensagem, ocorrencia }] }`: each message becomes a violation. */
function parseErros({ erros }: Fields): BankError | undefined {
  if (!Array.isArray(erros)) return undefined;
  const items = erros.filter(isObject).filter(({ mensagem }) => toText(mensagem) !== undefined);
  if (items.length === 0) return undefined;
  return {
    detail: items.map(({ mensagem }) => String(mensagem)).join('; '),
    violacoes: items.map(({ mensagem, ...others }) => ({ ...others, razao: String(mensagem) })),
    correlationId: items.map(({ ocorrencia }) => toText(ocorrencia)).find((id) => id !== undefined),
  };
}

/** `{ statusCode, error, message, attributes }` of a gateway. */
function parseGateway({ statusCode, error, message }: Fields): BankError | undefined {
  const detail = toText(message);
  if (statusCode === undefined || detail === undefined) return undefined;
  return { title: toText(error), detail };
}

/** `{ nome, mensagem }`. */
function parseNomeMensagem({ nome, mensagem }: Fields): BankError | undefined {
  const title = toText(nome);
  const detail = toText(mensagem);
  return title === undefined || detail === undefined ? undefined : { title, detail };
}

const shapes = [parseErros, parseGateway, parseNomeMensagem];

/** Parses an error body in JSON that has the shape of a bank instead of RFC 7807. */
function parseBankError(fields: Fields): BankError {
  for (const parse of shapes) {
    const found = parse(fields);
    if (found) return found;
  }
  return {};
}

/** Reads the `faultstring` of a SOAP fault; `undefined` if the text is none. */
function readSoapFault(text: string): string | undefined {
  if (!text.trimStart().startsWith('<')) return undefined;
  const name = text.indexOf('<faultstring');
  const start = name < 0 ? -1 : text.indexOf('>', name);
  const end = start < 0 ? -1 : text.indexOf('</faultstring', start);
  return end < 0 ? undefined : toText(text.slice(start + 1, end).trim());
}
