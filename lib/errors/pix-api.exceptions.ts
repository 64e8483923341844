// The errors of calls, by the problem that a bank reports.

import { brand, isObject, parseObject } from './error-like.js';
import { LibraryError, redactRecord } from './library-error.js';
import { parseRetryAfter, redact, toCorrelationId } from './redact.js';

/** A violation of a request (BCB schema `Violacao`). Additional keys of a provider are kept. */
export interface PixViolacao {
  /** Why it was refused. */
  razao?: string;
  /** Path of the refused field. */
  propriedade?: string;
  /** The refused value. */
  valor?: string;
  [key: string]: unknown;
}

/** A provider's description of a failure (docs/interface.md#errors-of-the-provider; RFC 7807). */
export interface PixProblem {
  /** URI of the kind of error. Default: empty. */
  type?: string | undefined;
  title: string;
  /** HTTP status; absent if no response arrived. */
  status?: number | undefined;
  /** Default: empty. */
  detail?: string | undefined;
  violacoes?: readonly PixViolacao[] | undefined;
}

/** The library's information about the failed call. */
export interface PixErrorContext {
  /** Method and path template: `PUT /cob/{txid}`. */
  operation?: string | undefined;
  /** Name of the provider profile. */
  provider?: string | undefined;
  /** Whether the request may have taken effect although no response arrived. Default: `false`. */
  resultUnknown?: boolean | undefined;
  /**
   * How to determine the result if the outcome is unknown; appended to `the outcome is unknown: `.
   */
  lookup?: string | undefined;
  /** A sentence that ends the message: what may be wrong, and the option that repairs it. */
  advice?: string | undefined;
  /** The underlying error. */
  cause?: unknown;
  /** The wait that the provider requests (`Retry-After`), in seconds. */
  retryAfter?: number | undefined;
  /** The bank's identifier of the call, otherwise the one that the client sent. */
  correlationId?: string | undefined;
  /** The headers of the response that are safe to show, by name in lower case. */
  responseHeaders?: Readonly<Record<string, string>> | undefined;
}

/**
 * Builds a one-line message: what failed, why, where, and what to do if the outcome is unknown.
 * Contains title and detail verbatim.
 */
export function describeProblem(problem: PixProblem, context: PixErrorContext): string {
  const { title, status } = problem;
  const where = [
    context.operation,
    context.provider,
    status === undefined || title === defaultTitle(status) ? undefined : `HTTP ${status}`,
  ].filter((part) => part !== undefined && part !== '');
  return [
    sentence(title, problem.detail ?? ''),
    where.length === 0 ? '' : `(${where.join(', ')})`,
    context.resultUnknown === true
      ? `— the outcome is unknown: ${context.lookup ?? 'read the resource before creating it again'}${context.advice ? '.' : ''}`
      : '',
    context.advice ?? '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/**
 * Returns the title for a response without one (docs/interface.md#errors-of-the-provider).
 */
export function defaultTitle(status: number): string {
  return `Erro HTTP ${status}`;
}

function sentence(title: string, detail: string): string {
  if (detail === '' || detail === title) return title;
  if (title === '') return detail;
  return /[.!?:;…]$/.test(title) ? `${title} ${detail}` : `${title}: ${detail}`;
}

/**
 * A call to the provider failed: base class of all errors from a response or its absence
 * (docs/interface.md#errors-of-the-provider). Texts and violations are redacted on construction.
 */
@brand('PixAPIException', 'PIX_API_EXCEPTION')
export class PixAPIException extends LibraryError {
  /** URI of the kind of error, as sent; empty if the provider sent none. */
  readonly type: string;
  readonly title: string;
  /** Status from the body, or of the response; `undefined` if no response arrived. */
  readonly status: number | undefined;
  readonly detail: string;
  /** Violations of the request; `undefined` if the provider sent none. */
  readonly violacoes: readonly PixViolacao[] | undefined;
  /** Method and path template of the call: `PUT /cob/{txid}`. */
  readonly operation: string | undefined;
  /** Name of the provider profile. */
  readonly provider: string | undefined;
  /**
   * Whether the request may have taken effect. If so, read the record before you create it again.
   */
  readonly resultUnknown: boolean;
  /** The wait that the provider requests (`Retry-After`), in seconds. */
  readonly retryAfter: number | undefined;
  /**
   * The bank's identifier of the call, for its support; otherwise the one that the client sent.
   * `undefined` if there is none.
   */
  readonly correlationId: string | undefined;
  readonly #context: PixErrorContext;

  constructor(problem: PixProblem, context: PixErrorContext = {}) {
    const title = redact(problem.title);
    const detail = redact(problem.detail ?? '');
    super(describeProblem({ ...problem, title, detail }, context), context.cause);
    this.type = redact(problem.type ?? '');
    this.title = title;
    this.status = problem.status;
    this.detail = detail;
    this.violacoes = problem.violacoes && redactRecord(problem.violacoes);
    this.operation = context.operation;
    this.provider = context.provider;
    this.resultUnknown = context.resultUnknown ?? false;
    this.retryAfter = context.retryAfter;
    this.correlationId = toCorrelationId(context.correlationId);
    this.#context = context;
  }

  /**
   * The headers of the response that describe it and carry no credentials (`date`, `x-request-id`,
   * `ratelimit-remaining`, …), by name in lower case, with redacted values; `undefined` if no response
   * of the API arrived. Logs and JSON do not contain them.
   */
  get responseHeaders(): Readonly<Record<string, string>> | undefined {
    return this.#context.responseHeaders;
  }

  /** Marks the error of a call with an earlier attempt that may have taken effect. @internal */
  withUnknownResult(lookup?: string): this {
    const Same = this.constructor as new (problem: PixProblem, context: PixErrorContext) => this;
    return new Same(this, { ...this.#context, lookup, resultUnknown: true });
  }
}

/**
 * The provider refused the content of the request: status 400, or a type that contains
 * ErroValidacao.
 */
@brand('PixErroValidacaoException', 'PIX_ERRO_VALIDACAO')
export class PixErroValidacaoException extends PixAPIException {}

/** The token is missing, expired or invalid: status 401. */
@brand('PixNaoAutorizadoException', 'PIX_NAO_AUTORIZADO')
export class PixNaoAutorizadoException extends PixAPIException {}

/** Access denied: status 403, or a type that contains AcessoNegado. */
@brand('PixAcessoNegadoException', 'PIX_ACESSO_NEGADO')
export class PixAcessoNegadoException extends PixAPIException {}

/** Record not found: status 404, or a type that contains RecursoNaoEncontrado. */
@brand('PixRecursoNaoEncontradoException', 'PIX_RECURSO_NAO_ENCONTRADO')
export class PixRecursoNaoEncontradoException extends PixAPIException {}

/** Internal error of the provider: status 500. */
@brand('PixErroServidorException', 'PIX_ERRO_SERVIDOR')
export class PixErroServidorException extends PixAPIException {}

/** The provider is temporarily unavailable: status 503. */
@brand('PixErroServicoIndisponivelException', 'PIX_SERVICO_INDISPONIVEL')
export class PixErroServicoIndisponivelException extends PixAPIException {}

/** Any status without its own class, including 429 (see `retryAfter`). */
@brand('PixErroDesconhecidoException', 'PIX_ERRO_DESCONHECIDO')
export class PixErroDesconhecidoException extends PixAPIException {}

/** A record that conflicts with a write. */
export interface PixConflitoProblem extends PixProblem {
  /** Paths of the fields that differ from what was sent: `['valor.original']`. Default: none. */
  fields?: readonly string[] | undefined;
  /** Status of the record, if it has one. */
  recordStatus?: string | undefined;
}

/**
 * Under the identifier of a write the provider holds a record that is not what was asked for: an
 * older one with other money, which the write cannot change, or one that was removed, refused or
 * failed. The response showed it, or the client found it by reading the record.
 *
 * To create another record, use another identifier.
 */
@brand('PixConflitoException', 'PIX_CONFLITO')
export class PixConflitoException extends PixAPIException {
  /** Paths of the fields that differ from what was sent: `['valor.original']`. */
  readonly fields: readonly string[];
  /** Status of the record, if it has one. */
  readonly recordStatus: string | undefined;

  constructor(problem: PixConflitoProblem, context: PixErrorContext = {}) {
    super(problem, context);
    this.fields = problem.fields ?? [];
    this.recordStatus = problem.recordStatus;
  }
}

/** Why a successful response is unusable. */
export interface PixRespostaInvalidaProblem extends PixProblem {
  /** The received `Content-Type`; absent if the response had none. */
  contentType?: string | undefined;
}

/** A success with an unusable body: not JSON, or missing where one is required. */
@brand('PixRespostaInvalidaError', 'PIX_RESPOSTA_INVALIDA')
export class PixRespostaInvalidaError extends PixAPIException {
  /** The received `Content-Type`; `undefined` if the response had none. */
  readonly contentType: string | undefined;

  constructor(problem: PixRespostaInvalidaProblem, context: PixErrorContext = {}) {
    super(problem, context);
    this.contentType = problem.contentType === undefined ? undefined : redact(problem.contentType);
  }
}

/** No response arrived, so there is no status. */
@brand('PixErroTransporteException', 'PIX_ERRO_TRANSPORTE')
export class PixErroTransporteException extends PixAPIException {}

/** A time limit was exceeded. If `resultUnknown` is true, the request may have taken effect. */
@brand('PixTimeoutException', 'PIX_TIMEOUT')
export class PixTimeoutException extends PixErroTransporteException {}

/** The connection failed: DNS, TLS or network. */
@brand('PixConexaoException', 'PIX_CONEXAO')
export class PixConexaoException extends PixErroTransporteException {}

/** A call that ended before anything was sent. */
export type UnsentCall = Pick<PixErrorContext, 'operation' | 'provider'>;

/** Builds the error of a call whose signal aborted while it waited. */
export function abortedBeforeSend(call: UnsentCall, reason: unknown): PixErroTransporteException {
  const detail = 'The caller aborted the request before it was sent.';
  const problem = { title: 'Request aborted', detail };
  return new PixErroTransporteException(problem, { ...call, cause: reason });
}

/** Builds the error of a call whose deadline passed while it waited for a token. */
export function noTokenInTime(call: UnsentCall): PixTimeoutException {
  const detail =
    'No access token arrived before the time limit of the call. The call was not sent.';
  return new PixTimeoutException({ title: 'No token in time', detail }, { ...call });
}

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

/** Parses an error body in JSON that has the shape of a bank instead of RFC 7807. */
function parseBankError(fields: Fields): BankError {
  return parseErros(fields) ?? parseGateway(fields) ?? parseNomeMensagem(fields) ?? {};
}

/** Reads the `faultstring` of a SOAP fault; `undefined` if the text is none. */
function readSoapFault(text: string): string | undefined {
  if (!text.trimStart().startsWith('<')) return undefined;
  const name = text.indexOf('<faultstring');
  const start = name < 0 ? -1 : text.indexOf('>', name);
  const end = start < 0 ? -1 : text.indexOf('</faultstring', start);
  return end < 0 ? undefined : toText(text.slice(start + 1, end).trim());
}
