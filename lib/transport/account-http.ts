import type { HttpService } from '@nestjs/axios';
import { ConfigurationError } from '../errors/index.js';
import { createLeanAdapter, type LeanAdapterOptions } from './adapter.js';
import type { InterceptedCallOptions } from './axios.js';
import type { PixHttp } from './request.js';

/**
 * The HTTP client of an account. The library sends through {@link send}: directly while there is no
 * interceptor, otherwise through the interceptors of {@link service}.
 */
export class AccountHttp {
  readonly #adapter: PixHttp;
  #loaded: HttpService | undefined;

  /** @throws ValueError or ConfigurationError, as `createLeanAdapter` does */
  constructor(private readonly options: LeanAdapterOptions) {
    this.#adapter = createLeanAdapter(options);
    this.send = sendThrough(() => this.#loaded, {
      adapter: this.#adapter,
      sendsAddedHeaders: true,
    });
  }

  readonly send: PixHttp;

  /** @throws ConfigurationError until {@link load} has created it */
  get service(): HttpService {
    return requireHttp(this.#loaded);
  }

  get loaded(): HttpService | undefined {
    return this.#loaded;
  }

  /** Creates the service. Only then are `@nestjs/axios` and Axios loaded. */
  async load(): Promise<HttpService> {
    const { createHttpService } = await import('./axios.js');
    return (this.#loaded ??= createHttpService(this.#adapter, this.options.agent));
  }
}

/** @throws ConfigurationError if there is no service */
export function requireHttp(service: HttpService | undefined): HttpService {
  if (service) return service;
  throw new ConfigurationError(
    'client.http is not loaded: set the option http: true, or inject the HttpService with @InjectPixHttp().',
  );
}

/** Creates a function that sends requests of the library through the interceptors of a service, if there is one. */
export function sendThrough(
  find: () => HttpService | undefined,
  options: InterceptedCallOptions,
): PixHttp {
  let chain: ReturnType<typeof loadChain> | undefined;
  return (request) => {
    const interceptors = find()?.axiosRef.interceptors;
    if (!interceptors || !(isUsed(interceptors.request) || isUsed(interceptors.response)))
      return options.adapter(request);
    // Kept, because each import() costs more than a request.
    chain ??= loadChain();
    return chain.then((InterceptedCall) => new InterceptedCall(request, options).run(interceptors));
  };
}

async function loadChain() {
  const { InterceptedCall } = await import('./axios.js');
  return InterceptedCall;
}

/** An ejected interceptor leaves `null` behind. */
function isUsed({ handlers }: { readonly handlers?: readonly unknown[] | null }): boolean {
  return handlers?.some((handler) => handler !== null) ?? false;
}
