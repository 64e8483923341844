import type { AxiosResponse } from 'axios';
import type { TokenService } from '../auth/index.js';
import {
  copySafeHeaders,
  errorFromResponse,
  findCorrelationId,
  type PixAPIException,
} from '../errors/index.js';
import type { RateLimitWait } from '../limits/index.js';
import { systemRuntime, type PixRuntime } from '../runtime/index.js';
import type { PixAxiosRequestConfig, PixHttp } from '../transport/index.js';
import { isAbsence, markAbsence, reportsEmptyList } from './absence.js';
import { isSuccess, type AttemptProgress } from './attempt-end.js';
import type { CallLimits } from './call-limits.js';
import { describeExchange } from './exchange-activity.js';
import { endOfRefusal, isUnknown } from './outcome.js';
import type { PixCallerConfig } from './pix-caller.config.js';
import type { PreparedCall } from './prepare.js';
import { rememberResponse } from './response-details.js';
import { parseSuccess } from './success.js';
import { emptyPage, withAliases } from './variants.js';

/**
 * Sends a prepared call with a token, again with a new token after a 401, and reads the response.
 */
export class AttemptSender {
  readonly #runtime: PixRuntime;

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
  async send(call: PreparedCall, limits: CallLimits, progress: AttemptProgress): Promise<unknown> {
    const response = await this.#requestWithToken(call, limits, progress);
    progress.status = response.status;
    return this.#read(call, response);
  }

  async #requestWithToken(
    call: PreparedCall,
    limits: CallLimits,
    progress: AttemptProgress,
  ): Promise<AxiosResponse<string>> {
    const { ownToken } = call;
    if (ownToken !== undefined) return this.#request(call, ownToken, limits, progress);
    const scopes = this.#resolveScopes(call);
    const { family } = call.plan.operation;
    const token = await this.tokens.getToken(scopes, limits, family);
    let response = await this.#request(call, token, limits, progress);
    if (response.status === 401 && this.tokens.renewable && this.#isRefused(call, response)) {
      progress.requested = false;
      const renewed = await this.tokens.replace(token, scopes, limits, family);
      progress.requested = true;
      if (renewed !== token) {
        response = await this.#request(call, renewed, limits, progress);
        if (response.status === 401) this.tokens.renewalFailed(scopes, family);
      }
    }
    return response;
  }

  #resolveScopes({ plan, options }: PreparedCall): PreparedCall['options']['scopes'] {
    if (options.scopes !== undefined) return options.scopes;
    return this.config.leastPrivilege ? (plan.operation.scope ?? undefined) : undefined;
  }

  /**
   * Whether the response is a definite refusal. A body that contains another status leaves the
   * outcome of a write unknown.
   */
  #isRefused(call: PreparedCall, response: AxiosResponse<string>): boolean {
    return !this.#toError(call, response).resultUnknown;
  }

  async #request(
    call: PreparedCall,
    token: string,
    limits: CallLimits,
    progress: AttemptProgress,
  ): Promise<AxiosResponse<string>> {
    const { plan, url, headers, data } = call;
    const { until, signal, timeout = this.config.timeout } = limits;
    const turn = this.config.limits?.acquire('call', this.#untilClosed(limits));
    if (turn) await turn;
    progress.requested = true;
    progress.sentAt ??= this.#runtime.elapsed();
    const correlationId = this.#sentCorrelationId(call);
    const { activity } = call;
    activity.requests += 1;
    const request: PixAxiosRequestConfig = {
      method: plan.operation.method,
      url,
      headers: { ...this.#tokenHeader(token), ...headers, Authorization: `Bearer ${token}` },
      data,
      ...(timeout !== undefined && { pixTimeout: timeout }),
      ...(signal && { signal }),
      pixUntil: until,
      pixSafe: plan.operation.repeat === 'safe',
      pixOperation: plan.name,
      pixProvider: this.config.provider.name,
      ...(correlationId !== undefined && { pixCorrelationId: correlationId }),
    };
    const send = () => this.http(request);
    const response = await (this.config.channel?.exchange({
      send,
      describe: (account) => describeExchange(plan, activity, account),
      findRequestId: (received) => this.#correlationId(received),
    }) ?? send());
    activity.status = response.status;
    return response;
  }

  /** The identifier of the call that its headers contain, in any letter case. */
  #sentCorrelationId({ headers }: PreparedCall): string | undefined {
    const name = this.config.provider.correlationHeader?.toLowerCase();
    if (name === undefined) return undefined;
    return Object.entries(headers).find(([header]) => header.toLowerCase() === name)?.[1];
  }

  /** The identifier of the call for the bank's support. */
  #correlationId(response: AxiosResponse<string>): string | undefined {
    const { correlationHeaders = [], correlationHeader } = this.config.provider;
    const names = [...correlationHeaders, ...(correlationHeader ? [correlationHeader] : [])];
    return findCorrelationId(response.headers, names);
  }

  /** The sandbox's own header for the token, which the application's headers may replace. */
  #tokenHeader(token: string): Record<string, string> {
    const { environment, provider } = this.config;
    const { tokenHeader } = provider.sandbox ?? {};
    return environment === 'sandbox' && tokenHeader !== undefined ? { [tokenHeader]: token } : {};
  }

  #untilClosed({ until, signal }: CallLimits): RateLimitWait {
    return { until, signal: signal ? AbortSignal.any([signal, this.closed]) : this.closed };
  }

  #read(call: PreparedCall, response: AxiosResponse<string>): unknown {
    const { provider } = this.config;
    const { operation, name, lookup, emptyPageItems } = call.plan;
    const { status, data: text } = response;
    if (isSuccess(status)) {
      const contentType = header(response, 'content-type');
      const requestId = this.#correlationId(response);
      call.activity.requestId = requestId;
      const correlationId = requestId ?? this.#sentCorrelationId(call);
      const context = { operation: name, provider: provider.name, lookup, correlationId };
      const parsed = parseSuccess(operation, { status, contentType, text }, context, call.input);
      const answer = withAliases(provider, parsed);
      rememberResponse(answer, {
        status,
        headers: response.headers,
        operation: name,
        requestId,
        safeHeaders: provider.correlationHeaders,
      });
      return answer;
    }
    const error = this.#toError(call, response);
    if (emptyPageItems !== undefined && isAbsence(error) && reportsEmptyList(text)) {
      return emptyPage(emptyPageItems, call.query);
    }
    throw error;
  }

  #toError(call: PreparedCall, response: AxiosResponse<string>): PixAPIException {
    const { status, data: body } = response;
    const retryAfterHeader = header(response, 'retry-after');
    const { operation, name, lookup } = call.plan;
    const context = {
      operation: name,
      provider: this.config.provider.name,
      lookup,
      correlationId: this.#sentCorrelationId(call),
    };
    const requestId = this.#correlationId(response);
    call.activity.requestId = requestId;
    const answer = {
      status,
      body,
      contentType: header(response, 'content-type'),
      retryAfterHeader,
      correlationId: requestId,
      safeHeaders: copySafeHeaders(response.headers, this.config.provider.correlationHeaders),
    };
    const error = errorFromResponse(answer, context);
    markAbsence(error, status, body);
    const resultUnknown = isUnknown(operation, endOfRefusal(status, error.status));
    return resultUnknown ? errorFromResponse(answer, { ...context, resultUnknown }) : error;
  }
}

function header(response: AxiosResponse<string>, name: string): string | undefined {
  const value: unknown = response.headers[name];
  return typeof value === 'string' ? value : undefined;
}
