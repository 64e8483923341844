import {
  AxiosHeaders,
  type AxiosAdapter,
  type AxiosInstance,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from 'axios';
import { ConfigurationError } from '../../errors/index.js';
import { onAbort } from '../../runtime/index.js';
import { DEFAULT_TIMEOUT, parseTimeout, type PixTimeout } from '../time-limit.js';
import {
  createConfig,
  throwIfCanceled,
  transformRequest,
  transformResponse,
} from './axios-dispatch.js';
import { getAbortReason } from './exchange.js';
import { failureKind } from './failure-kind.js';
import { aborted, deadlinePassed, type RequestFacts } from './failure.js';
import { buildSteps, runSteps } from './interceptor-chain.js';
import { findAddedHeaders, findChange } from './interceptor-changes.js';
import {
  answeredInstead,
  heldResponse,
  refusedAfter,
  refusedBefore,
} from './interceptor-failure.js';
import { buildUrl, type PixAxiosRequestConfig, type PixHttp } from './request-config.js';
import { toRequestFacts } from './request-facts.js';
import { ResponseHeaders } from './response-headers.js';

type Interceptors = AxiosInstance['interceptors'];

/** Marks the adapters of calls. */
const OF_CALL = Symbol('nestjs-pix.ofCall');

type CallAdapter = AxiosAdapter & { [OF_CALL]?: true };

/** Whether a config is that of a call, so that sending it would send the request of the call again. */
export function isOfCall({ adapter }: InternalAxiosRequestConfig): boolean {
  return typeof adapter === 'function' && OF_CALL in adapter;
}

export interface InterceptedCallOptions {
  /** Sends the request. */
  readonly adapter: PixHttp;
  /** Whether the headers that interceptors add are sent. */
  readonly sendsAddedHeaders: boolean;
}

type Result = { readonly response: AxiosResponse<string> } | { readonly error: unknown };

/**
 * A request of the library that goes through interceptors. It is sent at most once and as the
 * library built it, and its result is what the provider responded: interceptors may add headers,
 * observe, delay and refuse (docs/decisions.md D119, D120).
 */
export class InterceptedCall {
  #phase: 'before' | 'sending' | 'after' | 'ended' = 'before';
  #result: Result | undefined;
  /** Whether an interceptor receives the response. */
  #isObserved = false;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => void) | undefined;
  #reject: (error: Error) => void = () => undefined;

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
      this.#pass(interceptors).then(resolve, reject);
    });
  }

  async #pass(interceptors: Interceptors): Promise<AxiosResponse<string>> {
    try {
      const config = createConfig(this.request);
      const send = { fulfilled: (passed: InternalAxiosRequestConfig) => this.#send(passed) };
      const steps = buildSteps(interceptors, config, send);
      this.#isObserved = steps.at(-1) !== send;
      await runSteps(config, steps, () => this.#startTimer());
    } catch (error) {
      return this.#finish({ error });
    } finally {
      this.#end();
    }
    return this.#finish();
  }

  /** Sends the request that the interceptors passed on. */
  async #send(passed: InternalAxiosRequestConfig): Promise<AxiosResponse<string>> {
    const request = this.#resolveRequest(passed);
    const adapter: CallAdapter = (config) => this.#send(config);
    adapter[OF_CALL] = true;
    passed.adapter = adapter;
    this.#phase = 'sending';
    this.#stopTimer();
    const began = performance.now();
    const response = await this.#exchange(request);
    if (!this.#isObserved) return response;
    return this.#copy(response, passed, Math.round(performance.now() - began));
  }

  /** Returns what response interceptors receive: a copy, because they may change it. */
  #copy(
    response: AxiosResponse<string>,
    config: InternalAxiosRequestConfig,
    duration: number,
  ): AxiosResponse<string> {
    throwIfCanceled(config);
    const headers = ResponseHeaders.of(response.headers);
    const copy = { ...response, headers, config, duration };
    copy.data = transformResponse(config, copy) as string;
    return copy;
  }

  async #exchange(request: PixAxiosRequestConfig): Promise<AxiosResponse<string>> {
    try {
      const response = await this.options.adapter(request);
      this.#result = { response };
      return response;
    } catch (error) {
      this.#result = { error };
      throw error;
    } finally {
      this.#phase = 'after';
    }
  }

  /** Returns the request with the headers that interceptors added. */
  #resolveRequest(config: InternalAxiosRequestConfig): PixAxiosRequestConfig {
    if (this.#phase !== 'before') {
      throw new ConfigurationError(
        'An interceptor cannot send a request of the Pix client again, or after its call has ended. The client repeats requests itself where that is safe: see the option retry.',
      );
    }
    throwIfCanceled(config);
    config.headers = AxiosHeaders.from(config.headers);
    config.data = transformRequest(config);
    const change = findChange(this.request, config);
    if (change !== undefined) {
      throw refusedBefore(
        this.#facts,
        `An interceptor changed ${change}. Interceptors may only add headers: use the options of the client instead.`,
      );
    }
    const { headers: own = {} } = this.request;
    const added = this.options.sendsAddedHeaders && findAddedHeaders(own, config.headers);
    return added ? { ...this.request, headers: Object.assign({}, own, added) } : this.request;
  }

  /** Determines the result when the interceptors have finished. */
  #finish(failed?: { readonly error: unknown }): AxiosResponse<string> {
    const result = this.#result;
    if (result === undefined) {
      throw failed ? this.#toError(failed.error) : answeredInstead(this.#facts);
    }
    if ('error' in result) throw result.error;
    if (failed) throw refusedAfter(this.#facts, result.response.status, failed.error);
    return result.response;
  }

  /** Converts what an interceptor threw before the request was sent. */
  #toError(error: unknown): unknown {
    if (failureKind(error) === 'interceptor') return error;
    return refusedBefore(this.#facts, 'An interceptor threw an error.', error);
  }

  /** Limits the wait for interceptors; the request itself has its own limit. */
  #startTimer(): void {
    if (this.#timer !== undefined || this.#phase === 'sending' || this.#phase === 'ended') return;
    const { pixUntil, pixTimeout } = this.request;
    const ms = pixUntil === undefined ? sumLimits(pixTimeout) : pixUntil - performance.now();
    if (ms !== null) this.#timer = setTimeout(onTimeLimit, ms, this);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** @internal */
  onTimeLimit(): void {
    const isSent = this.#phase === 'after';
    this.#fail(isSent ? heldResponse(this.#facts) : deadlinePassed(this.#facts));
  }

  #onAbort(): void {
    // The exchange has the signal, too, and reports whether it was sent.
    if (this.#phase === 'sending') return;
    const sent = this.#phase === 'after';
    this.#fail(aborted(this.#facts, { sent }, getAbortReason(this.request.signal)));
  }

  #fail(error: Error): void {
    this.#end();
    this.#reject(error);
  }

  #end(): void {
    this.#phase = 'ended';
    this.#stopTimer();
    this.#stopListening?.();
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

function onTimeLimit(call: InterceptedCall): void {
  call.onTimeLimit();
}
