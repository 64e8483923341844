import { setTimeout as wait } from 'node:timers/promises';
import type { AxiosInstance, AxiosResponse } from 'axios';
import type { TokenService } from '../auth/index.js';
import {
  buildPath,
  buildQuery,
  findOperation,
  operationName,
  validateBody,
  validateFilter,
} from '../contract/index.js';
import type { PathValues, PixOperation } from '../contract/index.js';
import { errorFromResponse, isPixError } from '../errors/index.js';
import type { PixEnvironment, PixProvider } from '../providers/index.js';
import type { PixAxiosRequestConfig, PixTimeout } from '../transport/index.js';
import { baseOf, encodeQuery } from './address.js';
import { mergeHeaders } from './headers.js';
import { matchesSent } from './read-back.js';
import { refusalOf } from './refusal.js';
import type { PixRequestOptions } from './request-options.js';
import { delayBefore, nextStep } from './retry.js';
import type { PixRetryOptions } from './retry.js';
import { parseSuccess } from './success.js';

/** What one account's calls are made from. */
export interface PixCallerConfig {
  readonly provider: PixProvider;
  readonly environment: PixEnvironment;
  readonly baseUrl: string;
  /** Headers of every call, `Authorization` excepted. */
  readonly headers: Readonly<Record<string, string>>;
  /** Query parameters of every call. */
  readonly query?: Readonly<Record<string, string>>;
  readonly timeout?: PixTimeout;
  readonly retry: PixRetryOptions | false;
  /** Whether bodies and filters are checked before they are sent; identifiers always are. */
  readonly validate: boolean;
  /** Whether each call asks for a token of its own scope alone. */
  readonly leastPrivilege: boolean;
}

/** What an operation is called with. */
export interface PixCallInput<Body = unknown, Filter = unknown> {
  params?: PathValues;
  filter?: Filter | undefined;
  body?: Body;
}

/** A call that passed every check and only needs a token. */
interface PreparedCall {
  readonly operation: PixOperation;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: string | undefined;
  readonly options: PixRequestOptions;
  readonly context: { readonly operation: string; readonly provider: string };
}

/** What an operation needs that no call changes. */
interface Plan {
  readonly refusal: Error | undefined;
  readonly base: string;
  readonly name: string;
  readonly names: Readonly<Record<string, string>> | undefined;
}

/** Statuses after which a write may have taken effect: the provider failed while it worked. */
const UNKNOWN_AFTER = new Set([500, 502, 504]);

function header(response: AxiosResponse<string>, name: string): string | undefined {
  const value: unknown = response.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/**
 * The one way out: every request of the library to a provider's Pix API passes here. Inject a service such as
 * `PixCobService` in an application; this is below them.
 */
export class PixCaller {
  readonly #plans = new Map<PixOperation, Plan>();

  constructor(
    readonly config: PixCallerConfig,
    readonly tokens: TokenService,
    private readonly http: AxiosInstance,
  ) {}

  /**
   * Calls an operation.
   *
   * @throws ValidationError when an identifier, a filter or the body breaks a rule; nothing was sent
   * @throws ValueError for a protected header, a bad account number, or an operation of the other environment
   * @throws NotImplementedError when the provider does not offer the operation
   * @throws PixAPIException for what the provider or the network answered (interface.md, Errors)
   */
  async call<Body, Response, Filter>(
    operation: PixOperation<Body, Response, Filter>,
    input: PixCallInput<Body, Filter> = {},
    options: PixRequestOptions = {},
  ): Promise<Response> {
    const prepared = this.#prepare(operation, input, options);
    const retry = options.retry ?? this.config.retry;
    if (retry === false) return (await this.#send(prepared)) as Response;
    return (await this.#sendRepeatedly(prepared, input, retry)) as Response;
  }

  #planOf(operation: PixOperation): Plan {
    let plan = this.#plans.get(operation);
    if (plan === undefined) {
      const { provider, environment, baseUrl } = this.config;
      const name = operationName(operation);
      plan = {
        refusal: refusalOf(operation, provider, environment),
        base: baseOf(operation, provider, baseUrl),
        name,
        names: provider.query?.[name],
      };
      this.#plans.set(operation, plan);
    }
    return plan;
  }

  #prepare(operation: PixOperation, input: PixCallInput, options: PixRequestOptions): PreparedCall {
    const { provider, validate } = this.config;
    const plan = this.#planOf(operation);
    if (plan.refusal) throw plan.refusal;
    const headers = options.headers
      ? mergeHeaders(this.config.headers, options.headers, provider.accountHeader)
      : this.config.headers;
    const path = buildPath(operation, input.params ?? {});
    if (validate) {
      validateFilter(operation, input.filter);
      validateBody(operation, input.body);
    }
    const query =
      operation.filter || this.config.query
        ? encodeQuery(
            { ...buildQuery(operation, input.filter ?? {}), ...this.config.query },
            plan.names,
          )
        : '';
    return {
      operation,
      url: plan.base + path + query,
      headers,
      data: input.body === undefined ? undefined : JSON.stringify(input.body),
      options,
      context: { operation: plan.name, provider: provider.name },
    };
  }

  #scopesOf({ operation, options }: PreparedCall): PixRequestOptions['scopes'] {
    if (options.scopes !== undefined) return options.scopes;
    return this.config.leastPrivilege && operation.scope !== null ? operation.scope : undefined;
  }

  async #send(call: PreparedCall): Promise<unknown> {
    const scopes = this.#scopesOf(call);
    const token = await this.tokens.getToken(scopes);
    let response = await this.#request(call, token);
    if (response.status === 401 && this.tokens.renewable) {
      await this.tokens.invalidate(scopes, token);
      response = await this.#request(call, await this.tokens.getToken(scopes));
    }
    const { status, data } = response;
    const contentType = header(response, 'content-type');
    if (status >= 200 && status <= 299) {
      return parseSuccess(call.operation, { status, contentType, text: data }, call.context);
    }
    const retryAfterHeader = header(response, 'retry-after');
    throw errorFromResponse(
      {
        status,
        body: data,
        ...(contentType !== undefined && { contentType }),
        ...(retryAfterHeader !== undefined && { retryAfterHeader }),
      },
      {
        ...call.context,
        resultUnknown: call.operation.repeat !== 'safe' && UNKNOWN_AFTER.has(status),
      },
    );
  }

  #request(call: PreparedCall, token: string): Promise<AxiosResponse<string>> {
    const { operation, url, headers, data, options, context } = call;
    const timeout = options.timeout ?? this.config.timeout;
    const request: PixAxiosRequestConfig = {
      method: operation.method,
      url,
      headers: { ...headers, Authorization: `Bearer ${token}` },
      data,
      ...(timeout !== undefined && { pixTimeout: timeout }),
      ...(options.signal && { pixSignal: options.signal }),
      pixOperation: context.operation,
      pixProvider: context.provider,
    };
    return this.http.request<string>(request);
  }

  async #sendRepeatedly(
    call: PreparedCall,
    input: PixCallInput,
    retry: PixRetryOptions,
  ): Promise<unknown> {
    const { attempts = 3 } = retry;
    let failure: unknown;
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (nextStep(call.operation, failure) === 'read-back') {
          const found = await this.#readBack(call, input, failure);
          if (found !== undefined) return found;
        }
        return await this.#send(call);
      } catch (error) {
        failure = error;
        const delay = attempt < attempts ? delayBefore(attempt, error, retry) : undefined;
        if (delay === undefined || nextStep(call.operation, error) === 'give-up') throw error;
        await wait(delay, undefined, options(call.options.signal));
      }
    }
  }

  /** What the provider holds under the identifier of a call whose outcome is unknown; `undefined` when nothing. */
  async #readBack(call: PreparedCall, input: PixCallInput, failure: unknown): Promise<unknown> {
    const operation = findOperation(call.operation.readBack ?? '');
    if (!operation) throw failure;
    let found: unknown;
    try {
      found = await this.#send(
        this.#prepare(operation, input.params ? { params: input.params } : {}, call.options),
      );
    } catch (error) {
      if (isPixError(error, 'PixRecursoNaoEncontradoException')) return undefined;
      throw failure;
    }
    if (!matchesSent(input.body, found)) throw failure;
    return found;
  }
}

function options(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}
