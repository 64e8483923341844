// Passes requests through the interceptors of Axios.

import { HttpService } from '@nestjs/axios';
import axios, {
  AxiosError,
  type AxiosAdapter,
  Axios,
  AxiosHeaders,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from 'axios';
import {
  ConfigurationError,
  isObject,
  PixErroTransporteException,
  PixTimeoutException,
  ValueError,
} from '../errors/index.js';
import { onAbort, type AbortSource } from '../runtime/index.js';
import type { PixAgent } from './agent.js';
import {
  failureKind,
  markFailure,
  aborted,
  buildContext,
  deadlinePassed,
  type RequestFacts,
} from './failure.js';
import {
  buildUrl,
  cleanHeaders,
  type Interceptors,
  isUsed,
  toRequestFacts,
  type PixHttp,
  type PixRequest,
  type PixResponse,
  type RequestBody,
  DEFAULT_TIMEOUT,
  parseTimeout,
  type PixTimeout,
} from './request.js';

/** Creates the `HttpService` of an account, which sends the requests of an application with its adapter. */
export function createHttpService(
  adapter: PixHttp,
  agent: { readonly current: PixAgent },
): HttpService {
  const instance = axios.create({ adapter: sendOwn(adapter), maxRedirects: 0, proxy: false });
  // Of the certificate in use, which may be renewed.
  const httpsAgent = { get: () => agent.current, enumerable: true };
  Object.defineProperty(instance.defaults, 'httpsAgent', httpsAgent);
  instance.defaults = fixDefaults(instance.defaults);
  return new HttpService(instance);
}

/** Creates the adapter of the requests that an application makes itself. */
function sendOwn(adapter: PixHttp): AxiosAdapter {
  return async (config) => {
    const { timeout = 0, validateStatus, responseType = 'json' } = config;
    if (responseType !== 'json' && responseType !== 'text') {
      throw new ConfigurationError(
        `responseType cannot be "${responseType}": this HttpService reads responses as text or JSON.`,
      );
    }
    const response = toAxiosResponse(
      await adapter({
        method: config.method ?? 'get',
        url: axios.getUri(config),
        headers: cleanHeaders(config.headers),
        body: toRequestBody(config.data),
        signal: toSignal(config),
        timeout: timeout ? timeout / 1000 : undefined,
      }),
      config,
    );
    const { status } = response;
    if (!validateStatus || validateStatus(status)) return response;
    const code = status < 500 ? AxiosError.ERR_BAD_REQUEST : AxiosError.ERR_BAD_RESPONSE;
    throw new AxiosError(
      `Request failed with status code ${status}`,
      code,
      config,
      response.request,
      response,
    );
  };
}

/** Joins the signals of a config with one of the library. `HttpService` cancels the token when its observer unsubscribes. */
function toSignal({ signal, cancelToken }: InternalAxiosRequestConfig, own?: AbortSource) {
  const all = [own, signal].filter((each) => each !== undefined) as AbortSignal[];
  if (cancelToken) {
    const cancelled = new AbortController();
    void cancelToken.promise.then((reason) => cancelled.abort(reason));
    all.push(cancelled.signal);
  }
  return all.length > 1 ? AbortSignal.any(all) : all[0];
}

/** @throws ValueError for anything but text, bytes or nothing */
function toRequestBody(data: unknown): RequestBody | undefined {
  if (data === undefined || data === null) return undefined;
  if (typeof data === 'string' || ArrayBuffer.isView(data)) return data as RequestBody;
  throw new ValueError('The body of a request must be text or bytes: serialize it first.');
}

function toAxiosResponse(
  { status, statusText, headers, body, request }: PixResponse,
  config: InternalAxiosRequestConfig,
): AxiosResponse<string> {
  return { status, statusText, headers: CleanHeaders.of(headers), data: body, config, request };
}

/**
 * Returns a view of the defaults of an instance that refuses changes: calls do not use these defaults,
 * so that a change would have no effect without an error.
 */
function fixDefaults<Defaults extends object>(defaults: Defaults): Defaults {
  const refuse = (_target: Defaults, name: string | symbol): never => {
    throw new ConfigurationError(
      `The default "${String(name)}" of this HttpService cannot be changed: add an interceptor, or set the options headers and timeout of the client. Tests can replace services, or start a PixSimulator.`,
    );
  };
  return new Proxy(defaults, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      return name !== 'httpsAgent' && isObject(value) ? fixDefaults(value) : value;
    },
    set: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
  });
}

export interface InterceptedCallOptions {
  /** Sends the request. */
  readonly adapter: PixHttp;
  /** Whether the headers of interceptors are sent. */
  readonly sendsHeaders: boolean;
}

type Result = { readonly response: PixResponse } | { readonly error: unknown };

/**
 * A request of the library that Axios passes through interceptors. Its adapter sends the request once,
 * with the method, the address, the body and the token of the library, and the result is what the
 * adapter received (docs/decisions.md D119, D120).
 */
export class InterceptedCall {
  #phase: 'before' | 'sending' | 'after' | 'ended' = 'before';
  #result: Result | undefined;
  /** Whether there are response interceptors. */
  #isRead = false;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => void) | undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(
    private readonly request: PixRequest,
    private readonly options: InterceptedCallOptions,
  ) {}

  /** Passes the request through interceptors. */
  run(interceptors: Interceptors): Promise<PixResponse> {
    return new Promise<PixResponse>((resolve, reject) => {
      const { signal } = this.request;
      if (signal?.aborted === true) throw aborted(this.#facts, { sent: false }, signal.reason);
      this.#reject = reject;
      this.#stopListening = signal && onAbort(signal, () => this.#onAbort());
      this.#startTimer();
      this.#pass(interceptors)
        .then(
          () => this.#finish(),
          (error: unknown) => this.#finish({ error }),
        )
        .then(resolve, reject);
    });
  }

  #pass({ request, response }: Interceptors): Promise<unknown> {
    const axios = new Axios();
    // The request interceptor that was added first is asked first whether it runs, and runs last.
    axios.interceptors.request.use((config) => this.#complete(config), null, {
      runWhen: (config) => this.#fill(config),
      synchronous: true,
    });
    // An ejected one leaves `null` behind.
    for (const added of request.handlers?.filter(Boolean) ?? []) {
      axios.interceptors.request.use(added.fulfilled, added.rejected, added);
    }
    axios.interceptors.response = response;
    this.#isRead = isUsed(response);
    return axios.request({});
  }

  /** Fills the config that interceptors receive. Axios would merge and normalize it, at the cost of a request. */
  #fill(config: InternalAxiosRequestConfig): true {
    const { method = 'GET', url, headers, body } = this.request;
    Object.assign(config, {
      method: method.toLowerCase(),
      url,
      headers: CleanHeaders.of(headers),
      data: body,
      validateStatus: null,
    });
    return true;
  }

  /** Completes the config that the interceptors return, which may be another one. */
  #complete(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
    if (!isObject(config)) {
      throw new ConfigurationError(
        'A request interceptor returned nothing: it must return the config that it received.',
      );
    }
    const headers = AxiosHeaders.from(config.headers);
    // Otherwise Axios adds that of a form.
    if (!headers.hasContentType()) headers.setContentType(false);
    return Object.assign(config, { headers, adapter: this.#send });
  }

  /** Sends the request, and returns what response interceptors receive: a copy, because they may change it. */
  readonly #send: AxiosAdapter = async (config) => {
    const request = this.#resolveRequest(config);
    this.#phase = 'sending';
    clearTimeout(this.#timer);
    try {
      const response = await this.options.adapter(request);
      this.#result = { response };
      return this.#isRead ? toAxiosResponse(response, config) : ({} as AxiosResponse);
    } catch (error) {
      this.#result = { error };
      throw error;
    } finally {
      this.#phase = 'after';
      this.#startTimer();
    }
  };

  /** Returns the request with the headers, the time limit and the signal of the config. */
  #resolveRequest(config: InternalAxiosRequestConfig): PixRequest {
    if (this.#phase !== 'before') {
      throw new ConfigurationError(
        'An interceptor cannot send a request of the Pix client again, or after its call has ended. The client repeats requests itself where that is safe: see the option retry.',
      );
    }
    const change = findChange(this.request, config);
    if (change !== undefined) {
      throw this.#refusedBefore(
        `An interceptor changed ${change}. Interceptors may add headers, a time limit and a signal: use the options of the client instead.`,
      );
    }
    // Not a literal that begins with a spread: docs/decisions.md D256.
    return Object.assign({}, this.request, {
      ...(this.options.sendsHeaders && { headers: cleanHeaders(config.headers) }),
      ...(config.timeout && { timeout: config.timeout / 1000 }),
      signal: toSignal(config, this.request.signal),
    });
  }

  /** Determines the result when the interceptors have finished. */
  #finish(failed?: { readonly error: unknown }): PixResponse {
    this.#end();
    const result = this.#result;
    if (result === undefined) throw failed ? this.#toError(failed.error) : this.#answeredInstead();
    if ('error' in result) throw result.error;
    if (failed) throw this.#refusedAfter(result.response.status, failed.error);
    return result.response;
  }

  /** Limits the wait for interceptors; the request itself has its own limit. */
  #startTimer(): void {
    if (this.#phase === 'ended') return;
    const { until, timeout } = this.request;
    const ms = until === undefined ? sumLimits(timeout) : until - performance.now();
    if (ms !== null) this.#timer = setTimeout(() => this.#onTimeLimit(), ms);
  }

  #onTimeLimit(): void {
    if (this.#phase === 'before') {
      this.#fail(deadlinePassed(this.#facts));
      return;
    }
    const title = 'Interceptor time limit exceeded';
    const detail = `An interceptor held the response of ${this.#facts.host} beyond the time limit.`;
    const error = new PixTimeoutException({ title, detail }, buildContext(this.#facts, true));
    this.#fail(markFailure(error, 'interceptor'));
  }

  #onAbort(): void {
    // The exchange has the signal, too, and reports whether it was sent.
    if (this.#phase === 'sending') return;
    const sent = this.#phase === 'after';
    this.#fail(aborted(this.#facts, { sent }, this.request.signal?.reason));
  }

  /** Ends the call before its interceptors have finished. */
  #fail(error: Error): void {
    this.#end();
    this.#reject(this.#result && 'error' in this.#result ? this.#result.error : error);
  }

  #end(): void {
    this.#phase = 'ended';
    clearTimeout(this.#timer);
    this.#stopListening?.();
  }

  /** Converts what an interceptor threw before the request was sent. */
  #toError(error: unknown): unknown {
    if (failureKind(error) === 'interceptor') return error;
    return this.#refusedBefore('An interceptor threw an error.', error);
  }

  #refusedBefore(reason: string, cause?: unknown): PixErroTransporteException {
    return this.#failure(`${reason} Nothing was sent to ${this.#facts.host}.`, false, cause);
  }

  #refusedAfter(status: number, cause: unknown): PixErroTransporteException {
    const detail = `An interceptor threw an error after ${this.#facts.host} had responded with status ${status}.`;
    return this.#failure(detail, true, cause);
  }

  #answeredInstead(): PixErroTransporteException {
    const detail = `An interceptor returned a response of its own. This client sent nothing to ${this.#facts.host}; it does not know whether the interceptor did.`;
    return this.#failure(detail, true);
  }

  #failure(detail: string, resultUnknown: boolean, cause?: unknown): PixErroTransporteException {
    const context = buildContext(this.#facts, resultUnknown, cause);
    const error = new PixErroTransporteException({ title: 'Interceptor failed', detail }, context);
    return markFailure(error, 'interceptor');
  }

  get #facts(): RequestFacts {
    return toRequestFacts(this.request, buildUrl(this.request));
  }
}

/** Returns how long interceptors may take where the request has no deadline; `null`: no limit. */
function sumLimits(timeout: PixTimeout = DEFAULT_TIMEOUT): number | null {
  const { connectMs, readMs } = parseTimeout(timeout);
  return readMs === null ? null : connectMs + readMs;
}

type Headers = Readonly<Record<string, unknown>>;

/** What would send a request and its token elsewhere, or have no effect. */
const FIXED = ['baseURL', 'params', 'auth', 'httpsAgent', 'proxy'] as const;

/** Names what interceptors changed in a request although they may not. */
function findChange(request: PixRequest, config: InternalAxiosRequestConfig): string | undefined {
  if (config.method?.toUpperCase() !== (request.method ?? 'GET').toUpperCase()) return 'method';
  if (config.url !== request.url) return 'url';
  if (config.data !== request.body) return 'data';
  const own: Headers = request.headers ?? {};
  const changed = Object.keys(own).find((name) => !isKept(name, own, config.headers));
  return FIXED.find((name) => config[name] !== undefined) ?? (changed && `headers.${changed}`);
}

/** Whether a header of the client is sent as it is, and once. Axios trims headers. */
function isKept(name: string, own: Headers, sent: Headers): boolean {
  const names = Object.keys(sent).filter((each) => each.toLowerCase() === name.toLowerCase());
  const [value] = names.map((each) => sent[each]);
  return names.length === 1 && (value === own[name] || value === String(own[name]).trim());
}

/**
 * Headers in the class of Axios, which would clean the values of a plain object several times per
 * request. These are clean: the client, node:http, or `set` has checked them.
 */
export class CleanHeaders extends AxiosHeaders {
  static of(headers: object | undefined): CleanHeaders {
    return Object.assign(new CleanHeaders(), headers);
  }

  override normalize(): this {
    return this;
  }
}
