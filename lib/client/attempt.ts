// One attempt of a call: a token, the request, what its end means, and the table of outcomes.

import type { TokenService } from '../auth/index.js';
import type { PixOperation } from '../contract/index.js';
import {
  copySafeHeaders,
  errorFromResponse,
  isObject,
  isPixAPIException,
  isPixErrorOfClass,
  parseObject,
  type PixAPIException,
} from '../errors/index.js';
import type { RateLimitWait } from '../limits/index.js';
import type { ExchangeFacts, PixAccountLabels } from '../observe/index.js';
import { type PixRuntime, systemRuntime } from '../runtime/index.js';
import {
  cleanHeaders,
  failureKind,
  type FailureKind,
  type PixHttp,
  type PixRequest,
  type PixResponse,
  type SentHeaders,
} from '../transport/index.js';
import type { CallLimits } from './options.js';
import { same, type PixCallerConfig, type Plan } from './plan.js';
import type { PreparedCall } from './prepare.js';
import { parseSuccess } from './record.js';

/**
 * What is known about the effect of an attempt, or of a call with all of its attempts:
 *
 * - `not-sent`: nothing was sent, or no server accepted the connection. It had no effect.
 * - `refused`: the provider received it and reports that it had no effect.
 * - `done`: it took effect.
 * - `unknown`: it may have taken effect.
 */
export type SendOutcome = 'not-sent' | 'refused' | 'done' | 'unknown';

/** One row of the outcome table. */
export interface OutcomeRow {
  /** Outcome of a write. A read changes nothing, so its outcome is never unknown. */
  readonly write: SendOutcome;
  /** Whether a repeat of a read may succeed. */
  readonly repeatRead: boolean;
  /**
   * Whether a write is sent again without reading the record first. Only for attempts without an
   * effect.
   */
  readonly repeatWrite: boolean;
  /** Whether the client reads the record after an attempt of a write that may have taken effect. */
  readonly settle: boolean;
  /**
   * Whether it is a refusal, which a gateway may have received for the second delivery of a request
   * that took effect. Reading the record decides.
   */
  readonly refusal?: true;
  /** Whether the request may reach the provider later. */
  readonly mayArrive?: true;
}

const again = { repeatRead: true, repeatWrite: true, settle: true };
const readAgain = { repeatRead: true, repeatWrite: false, settle: true };
const never = { repeatRead: false, repeatWrite: false, settle: true };
const stop = { repeatRead: false, repeatWrite: false, settle: false };

const rows = {
  /** No connection within the time limit, or none free. */
  'not-connected': { write: 'not-sent', ...again },
  /** The host name does not exist, a certificate is not trusted or not accepted, or no TLS is spoken. */
  unreachable: { write: 'not-sent', ...never },
  /** The token endpoint refused, or a limit of calls was reached on this side. */
  'no-token': { write: 'not-sent', ...never },
  /** The caller aborted, the deadline passed, the client was closed or an interceptor failed before the request was sent. */
  'stopped-before': { write: 'not-sent', ...stop },
  /** 2xx with the record that was asked for. */
  success: { write: 'done', ...never },
  /** 400, 401, 403, 404, 422. */
  rejected: { write: 'refused', refusal: true, ...never },
  /** 429; one that ends the call is settled by reading. */
  limited: { write: 'refused', ...again },
  /** 408, 425, 499. */
  'early-or-late': { write: 'unknown', mayArrive: true, ...readAgain },
  /** 409, any other 4xx. */
  'other-client-error': { write: 'unknown', refusal: true, ...never },
  /** 3xx, or below 200. */
  redirect: { write: 'unknown', ...never },
  /** Any 5xx. */
  'server-error': { write: 'unknown', mayArrive: true, ...readAgain },
  /** 2xx without a readable body, or with another identifier, amount, key or status. */
  unreadable: { write: 'unknown', ...readAgain },
  /**
   * The connection broke, the time limit passed, the response was undecodable or an interceptor failed after the request
   * was sent.
   */
  broken: { write: 'unknown', mayArrive: true, ...readAgain },
  /** The response exceeds the size limit. */
  'too-large': { write: 'unknown', ...never },
  /** The caller aborted or the client was closed after the request was sent. */
  'stopped-after': { write: 'unknown', mayArrive: true, ...stop },
} satisfies Readonly<Record<string, OutcomeRow>>;

/** The ways in which an attempt can end. */
export type AttemptEnd = keyof typeof rows;

/**
 * The meaning of each end of an attempt. A refusal is definite only if the record is consistent with
 * it (`settle.ts`). Any other response, or none, can come from a gateway that had already
 * forwarded the request.
 */
export const outcomeTable: Readonly<Record<AttemptEnd, OutcomeRow>> = rows;

const REJECTED = new Set([400, 401, 403, 404, 422]);
/** The last one is what nginx reports if a connection closed while the request was under way. */
const EARLY_OR_LATE = new Set([408, 425, 499]);

/** Returns the end of an attempt whose response has this HTTP status and a readable body. */
export function endOfStatus(status: number): AttemptEnd {
  if (status >= 500) return 'server-error';
  if (REJECTED.has(status)) return 'rejected';
  if (status === 429) return 'limited';
  if (EARLY_OR_LATE.has(status)) return 'early-or-late';
  if (status >= 400) return 'other-client-error';
  return isSuccess(status) ? 'success' : 'redirect';
}

/**
 * Returns the end of an attempt with an unsuccessful response, whose body may contain another
 * status. Both the HTTP status and the body must report that the write was refused; otherwise the
 * outcome is unknown.
 */
export function endOfRefusal(status: number, bodyStatus: number | undefined): AttemptEnd {
  const end = endOfStatus(status);
  if (bodyStatus === undefined || bodyStatus < 300 || outcomeTable[end].write === 'unknown') {
    return end;
  }
  const reported = endOfStatus(bodyStatus);
  return outcomeTable[reported].write === 'unknown' ? reported : end;
}

/**
 * Whether the outcome of a call is unknown after an attempt that ended this way. Reading the record, or
 * a search for one, decides about a refusal where an operation has either.
 */
export function isUnknown({ repeat, settle, candidates }: PixOperation, end: AttemptEnd): boolean {
  const { write, refusal = false } = outcomeTable[end];
  return (
    repeat !== 'safe' && write === 'unknown' && !(refusal && (settle ?? candidates) !== undefined)
  );
}

/** The progress of an attempt. */
export interface AttemptProgress {
  /** Whether the request was passed to the transport. */
  requested: boolean;
  /** Instant of `runtime.elapsed()` at which the first request was sent; undefined before. */
  sentAt?: number;
  /** The same instant of `runtime.now()`. */
  sentOn?: number;
  /** HTTP status of the response; undefined before the response. */
  status: number | undefined;
  /** The 401 after which the token was replaced. */
  denied?: PixAPIException;
}

/** Whether a status is a success. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/**
 * Sends a prepared call with a token, again with a new token after a 401, and reads the response.
 */
export class AttemptSender {
  readonly #runtime: PixRuntime;
  /** What {@link #authorize} returned last. */
  #latest:
    { readonly own: object; readonly token: string; readonly headers: SentHeaders } | undefined;

  constructor(
    private readonly config: PixCallerConfig,
    private readonly tokens: TokenService,
    private readonly http: PixHttp,
    /** Aborts when the client ends its calls. */
    private readonly closed: AbortSignal,
  ) {
    this.#runtime = config.runtime ?? systemRuntime;
  }

  /** @throws PixAPIException or RateLimitError, which `endOfAttempt` classifies */
  async send(call: PreparedCall, progress: AttemptProgress): Promise<unknown> {
    const { ownToken, plan, options, limits, activity } = call;
    const scopes = options.scopes ?? plan.scopes;
    const token = ownToken ?? (await this.tokens.getToken(scopes, limits, plan.operation.family));
    let response = await this.#request(call, token, progress);
    activity.receive(response);
    if (response.status === 401 && ownToken === undefined)
      response = await this.#renew(call, token, response, progress);
    progress.status = response.status;
    return isSuccess(response.status) ? readSuccess(call, response) : readFailure(call, response);
  }

  /** Sends a call again with a new token after a 401, which it returns if there is none. */
  async #renew(call: PreparedCall, token: string, refused: PixResponse, progress: AttemptProgress) {
    const { plan, options, limits } = call;
    const { family } = plan.operation;
    const scopes = options.scopes ?? plan.scopes;
    // A body that contains another status leaves the outcome of a write unknown.
    const denied = toError(call, refused);
    if (denied.resultUnknown || !this.tokens.renewable) return refused;
    progress.requested = false;
    progress.denied = denied;
    const renewed = await this.tokens.replace(token, scopes, limits, family);
    progress.requested = true;
    if (renewed === token) return refused;
    const second = await this.#request(call, renewed, progress);
    call.activity.receive(second);
    if (second.status === 401) this.tokens.renewalFailed(scopes, family);
    return second;
  }

  #request(call: PreparedCall, token: string, progress: AttemptProgress): Promise<PixResponse> {
    const turn = this.config.limits?.acquire('call', this.#untilClosed(call.limits));
    const send = () => this.#exchange(call, token, progress);
    return turn ? turn.then(send) : send();
  }

  #exchange(call: PreparedCall, token: string, progress: AttemptProgress): Promise<PixResponse> {
    const { channel } = this.config;
    const { plan, url, target, headers, data, activity, limits } = call;
    const { until, signal, timeout } = limits;
    progress.requested = true;
    progress.sentAt ??= this.#runtime.elapsed();
    progress.sentOn ??= this.#runtime.now();
    activity.requests += 1;
    const request: PixRequest = {
      method: plan.operation.method,
      url,
      target,
      headers: this.#authorize(plan, headers, token),
      body: data,
      timeout,
      signal,
      until,
      safe: plan.operation.repeat === 'safe',
      operation: plan.name,
      provider: plan.context.provider,
      correlationId: plan.sentId(headers),
    };
    if (channel?.observesRequests !== true) return this.http(request);
    return channel.exchange({
      send: () => this.http(request),
      describe: (account) => describeExchange(call, account),
      findRequestId: (received) => plan.receivedId(received.headers),
    });
  }

  /** Returns the headers of a request. Most requests of an account have the same ones as the latest. */
  #authorize({ tokenHeader }: Plan, own: PreparedCall['headers'], token: string): SentHeaders {
    if (this.#latest?.own !== own || this.#latest.token !== token) {
      const added = tokenHeader === undefined ? {} : { [tokenHeader]: token };
      const headers = cleanHeaders({ ...added, ...own, Authorization: `Bearer ${token}` });
      this.#latest = { own, token, headers };
    }
    return this.#latest.headers;
  }

  #untilClosed({ until, signal }: CallLimits): RateLimitWait {
    return { until, signal: signal ? AbortSignal.any([signal, this.closed]) : this.closed };
  }
}

/** Describes a request. Its address has the path template, because path and query may contain a Pix key. */
function describeExchange(call: PreparedCall, account: PixAccountLabels): ExchangeFacts {
  const { plan, activity } = call;
  const { method, path } = plan.operation;
  return {
    kind: 'attempt',
    account,
    operation: plan.name,
    httpMethod: method,
    url: plan.base + path,
    path,
    number: activity.requests,
  };
}

function readSuccess(call: PreparedCall, response: PixResponse): unknown {
  const { plan, headers, input } = call;
  const { status, body: text } = response;
  const contentType = header(response, 'content-type');
  const context = () => ({
    ...plan.context,
    correlationId: plan.receivedId(response.headers) ?? plan.sentId(headers),
  });
  const answered = { status, contentType, text };
  const parsed = parseSuccess(plan.operation, answered, context, input, plan.tolerates);
  const answer = plan.toAnswer(parsed);
  if (isObject(answer)) new Answer(answer, { plan, status, headers: response.headers });
  return answer;
}

function readFailure(call: PreparedCall, response: PixResponse): unknown {
  const error = toError(call, response);
  const { emptyPage } = call.plan;
  if (emptyPage && isAbsence(error)) return emptyPage(call.query);
  throw error;
}

function toError(call: PreparedCall, response: PixResponse): PixAPIException {
  const { plan, headers } = call;
  const { status, body } = response;
  const context = {
    ...plan.context,
    correlationId: plan.sentId(headers),
    advice: findAdvice(call, response),
  };
  const answer = {
    status,
    body,
    contentType: header(response, 'content-type'),
    retryAfterHeader: header(response, 'retry-after'),
    correlationId: plan.receivedId(response.headers),
    safeHeaders: copySafeHeaders(response.headers, plan.safeHeaders),
  };
  const error = errorFromResponse(answer, context);
  markAbsence(error, status, body);
  const resultUnknown = isUnknown(plan.operation, endOfRefusal(status, error.status));
  return resultUnknown ? errorFromResponse(answer, { ...context, resultUnknown }) : error;
}

/** Returns what to try after a refusal, if it is known. */
function findAdvice({ plan, headers, options }: PreparedCall, { status, body }: PixResponse) {
  const { skipTestHeader } = plan;
  if (status === 400 && skipTestHeader !== undefined && headers[skipTestHeader] === undefined)
    return WITHOUT_MTLS;
  // With least privilege, or scopes of the call, the token has other scopes than the account.
  if (status === 403 && plan.scopes === undefined && options.scopes === undefined)
    return plan.scopeAdvice;
  return status === 404 && !isReport(body) ? plan.addressAdvice : undefined;
}

const WITHOUT_MTLS =
  'If the receiver has no mutual TLS, register it with { mtls: false } (nestjs-pix webhook register --no-mtls).';

function header(response: PixResponse, name: string): string | undefined {
  const value: unknown = response.headers[name];
  return typeof value === 'string' ? value : undefined;
}

const stopped = { known: 'stopped-before', unknown: 'stopped-after' } as const;

/** How an attempt ended that failed in one of these ways, by whether its result is known. */
const endsByKind: Readonly<
  Partial<Record<FailureKind, Readonly<Record<'known' | 'unknown', AttemptEnd>>>>
> = {
  aborted: stopped,
  closed: stopped,
  permanent: { known: 'unreachable', unknown: 'broken' },
  interceptor: { known: 'stopped-before', unknown: 'broken' },
};

/** Classifies how an attempt with this error ended. */
export function endOfAttempt(error: unknown, progress: AttemptProgress): AttemptEnd {
  if (!isPixAPIException(error)) return progress.requested ? 'stopped-before' : 'no-token';
  const kind = failureKind(error);
  const ends = kind && endsByKind[kind];
  if (ends) return error.resultUnknown ? ends.unknown : ends.known;
  if (!progress.requested) return isTransientTokenFailure(error) ? 'not-connected' : 'no-token';
  const { status } = progress;
  if (status !== undefined) {
    return isSuccess(status) ? 'unreadable' : endOfRefusal(status, error.status);
  }
  if (kind === 'too-large') return 'too-large';
  return error.resultUnknown ? 'broken' : 'not-connected';
}

/** Whether another token request may succeed: the endpoint was busy, failing or unreachable. */
function isTransientTokenFailure(error: PixAPIException): boolean {
  if (error.status === undefined) {
    return (
      isPixErrorOfClass(error, 'PixConexaoException') ||
      isPixErrorOfClass(error, 'PixTimeoutException')
    );
  }
  if (isPixErrorOfClass(error, 'PixRespostaInvalidaError')) return false;
  return outcomeTable[endOfStatus(error.status)].repeatRead;
}

const absences = new WeakSet<object>();

/**
 * Marks an error if the provider itself reports that the record does not exist. A 404 that a gateway
 * may send does not count (docs/decisions.md D56).
 */
export function markAbsence(error: PixAPIException, status: number, body: string): void {
  if (status !== 404 || !isPixErrorOfClass(error, 'PixRecursoNaoEncontradoException')) return;
  if (isReport(body)) absences.add(error);
}

/** Whether the provider itself reports that the record does not exist. */
export function isAbsence(error: unknown): boolean {
  return absences.has(error as object);
}

/**
 * Whether the body of a 404 is a report of the provider: a problem, a list of `erros`, or `nome` and `mensagem`. An empty
 * body, a page, the objects of gateways and a problem that only repeats its status (`about:blank`) are none: they also
 * answer an address that leads nowhere.
 */
export function isReport(body: string): boolean {
  const report = parseObject(body);
  if (!report) return false;
  const { erros, nome, type, title, detail } = report;
  if (Array.isArray(erros)) return erros.length > 0;
  if (typeof type === 'string' && GENERIC_TYPE.test(type)) return false;
  return [nome, type, title, detail].some((text) => typeof text === 'string');
}

/** Types of problems that frameworks send for every 404. */
const GENERIC_TYPE = /^(?:about:blank$|https:\/\/tools\.ietf\.org\/)/;

/** The response that an answer came from. */
export interface PixResponseDetails {
  /**
   * Method and path template: `PUT /cob/{txid}`. It is that of the read if the client determined the
   * result of a write by reading the record.
   */
  readonly operation: string;
  /** HTTP status. */
  readonly status: number;
  /** The provider's identifier of the request, for its support; `undefined` if it sent none. */
  readonly requestId: string | undefined;
  /**
   * The headers that describe the response and carry no credentials (`date`, `x-request-id`,
   * `ratelimit-remaining`, …), by name in lower case, with redacted values.
   */
  readonly headers: Readonly<Record<string, string>>;
}

type AnswerSource = Pick<PixResponse, 'status' | 'headers'> & { readonly plan: Plan };

/** An answer with its response, in a field that only this class sees: the entry of a WeakMap costs a microsecond. */
class Answer extends (same as unknown as new (answer: object) => object) {
  readonly #source: AnswerSource;

  constructor(answer: object, source: AnswerSource) {
    // The answer becomes `this`, because that is what `same` returns.
    super(answer);
    this.#source = source;
  }

  static findSource(answer: object): AnswerSource | undefined {
    return isObject(answer) && #source in answer ? answer.#source : undefined;
  }
}

/**
 * Returns the response that an answer of a service method came from: status, headers and the
 * provider's identifier of the request. For failed calls, see `PixAPIException.correlationId` and
 * `PixAPIException.responseHeaders`.
 *
 * @param answer the object that the method returned, or a page of a list; not a copy of it
 * @returns `undefined` for any other value
 *
 * @example
 * ```ts
 * const charge = await cob.createWithTxid(txid, body);
 * console.log(getPixResponse(charge)?.requestId);
 * ```
 */
export function getPixResponse(answer: object): PixResponseDetails | undefined {
  const kept = Answer.findSource(answer);
  if (!kept) return undefined;
  const { plan, status, headers } = kept;
  return {
    operation: plan.name,
    status,
    requestId: plan.receivedId(headers),
    headers: copySafeHeaders(headers, plan.safeHeaders),
  };
}
