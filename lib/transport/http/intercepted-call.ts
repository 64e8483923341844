import {
  Axios,
  AxiosHeaders,
  type AxiosAdapter,
  type AxiosInstance,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from 'axios';
import {
  ConfigurationError,
  isObject,
  PixErroTransporteException,
  PixTimeoutException,
} from '../../errors/index.js';
import { onAbort } from '../../runtime/index.js';
import { DEFAULT_TIMEOUT, parseTimeout, type PixTimeout } from '../time-limit.js';
import { CleanHeaders } from './clean-headers.js';
import { getAbortReason } from './exchange.js';
import { failureKind, markFailure } from './failure-kind.js';
import { aborted, buildContext, deadlinePassed, type RequestFacts } from './failure.js';
import { addHeaders, findChange } from './interceptor-changes.js';
import { buildUrl, type PixAxiosRequestConfig, type PixHttp } from './request-config.js';
import { toRequestFacts } from './request-facts.js';

export interface InterceptedCallOptions {
  /** Sends the request. */
  readonly adapter: PixHttp;
  /** Whether the headers that interceptors add are sent. */
  readonly sendsAddedHeaders: boolean;
}

type Interceptors = AxiosInstance['interceptors'];
type Result = { readonly response: AxiosResponse<string> } | { readonly error: unknown };

/**
 * A request of the library that Axios passes through interceptors. Its adapter sends the request once
 * and as the library built it, with the headers that they added, and the result is what the adapter
 * received (docs/decisions.md D119, D120).
 */
export class InterceptedCall {
  #phase: 'before' | 'sending' | 'after' | 'ended' = 'before';
  #result: Result | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => void) | undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(
    private readonly request: PixAxiosRequestConfig,
    private readonly options: InterceptedCallOptions,
  ) {}

  /** Passes the request through interceptors. */
  run(interceptors: Interceptors): Promise<AxiosResponse<string>> {
    return new Promise<AxiosResponse<string>>((resolve, reject) => {
      const { signal } = this.request;
      if (signal?.aborted === true)
        throw aborted(this.#facts, { sent: false }, getAbortReason(signal));
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
    for (const handler of listHandlers(request))
      axios.interceptors.request.use(handler.fulfilled, handler.rejected, handler);
    for (const handler of listHandlers(response))
      axios.interceptors.response.use(handler.fulfilled, handler.rejected);
    return axios.request({});
  }

  /** Fills the config that interceptors receive. Axios would merge and normalize it, at the cost of a request. */
  #fill(config: InternalAxiosRequestConfig): true {
    const { method = 'GET', headers } = this.request;
    Object.assign(config, this.request, {
      method: method.toLowerCase(),
      headers: CleanHeaders.of(headers),
      validateStatus: null,
    });
    // It is the caller's, and ends the call itself.
    delete config.signal;
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
      return { ...response, headers: CleanHeaders.of(response.headers), config };
    } catch (error) {
      this.#result = { error };
      throw error;
    } finally {
      this.#phase = 'after';
      this.#startTimer();
    }
  };

  /** Returns the request with the headers that interceptors added. */
  #resolveRequest(config: InternalAxiosRequestConfig): PixAxiosRequestConfig {
    if (this.#phase !== 'before') {
      throw new ConfigurationError(
        'An interceptor cannot send a request of the Pix client again, or after its call has ended. The client repeats requests itself where that is safe: see the option retry.',
      );
    }
    const change = findChange(this.request, config);
    if (change !== undefined) {
      throw this.#refusedBefore(
        `An interceptor changed ${change}. Interceptors may only add headers: use the options of the client instead.`,
      );
    }
    if (!this.options.sendsAddedHeaders) return this.request;
    return { ...this.request, headers: addHeaders(this.request.headers, config.headers) };
  }

  /** Determines the result when the interceptors have finished. */
  #finish(failed?: { readonly error: unknown }): AxiosResponse<string> {
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
    const { pixUntil, pixTimeout } = this.request;
    const ms = pixUntil === undefined ? sumLimits(pixTimeout) : pixUntil - performance.now();
    if (ms !== null) this.#timer = setTimeout(onTimeLimit, ms, this);
  }

  /** @internal */
  onTimeLimit(): void {
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
    this.#fail(aborted(this.#facts, { sent }, getAbortReason(this.request.signal)));
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

/** Lists the interceptors of one kind. An ejected one leaves `null` behind. */
function listHandlers<Handler>({
  handlers,
}: {
  readonly handlers?: readonly (Handler | null)[] | null;
}): Handler[] {
  return (handlers ?? []).filter((handler) => handler !== null);
}

/** Returns how long interceptors may take where the request has no deadline; `null`: no limit. */
function sumLimits(timeout: PixTimeout = DEFAULT_TIMEOUT): number | null {
  const { connectMs, readMs } = parseTimeout(timeout);
  return readMs === null ? null : connectMs + readMs;
}

function onTimeLimit(call: InterceptedCall): void {
  call.onTimeLimit();
}
