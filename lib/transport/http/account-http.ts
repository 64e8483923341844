import { HttpService } from '@nestjs/axios';
import axios, { AxiosError, type AxiosAdapter, type AxiosInstance } from 'axios';
import { ConfigurationError, isObject } from '../../errors/index.js';
import { InterceptedCall, listHandlers, type InterceptedCallOptions } from './intercepted-call.js';
import { createLeanAdapter, toAgents, type LeanAdapterOptions } from './lean-adapter.js';
import type { PixHttp } from './request-config.js';

/**
 * The HTTP client of an account. The library sends through {@link send}: directly while there is no
 * interceptor, otherwise through the interceptors of {@link service}.
 */
export class AccountHttp {
  readonly #adapter: PixHttp;
  #service: HttpService | undefined;
  #through: PixHttp | undefined;

  /** @throws ValueError or ConfigurationError, as `createLeanAdapter` does */
  constructor(private readonly options: LeanAdapterOptions) {
    this.#adapter = createLeanAdapter(options);
  }

  /** Created when it is first read: most of thousands of accounts need none. */
  get service(): HttpService {
    if (this.#service) return this.#service;
    const service = new HttpService(createInstance(this.#adapter, this.options.agent));
    this.#through = sendThrough(service, { adapter: this.#adapter, sendsAddedHeaders: true });
    return (this.#service = service);
  }

  readonly send: PixHttp = (request) => (this.#through ?? this.#adapter)(request);
}

/** Creates a function that sends requests of the library through the interceptors of a service. */
export function sendThrough(service: HttpService, options: InterceptedCallOptions): PixHttp {
  const { interceptors } = service.axiosRef;
  const { request: before, response: after } = interceptors;
  return (request) =>
    listHandlers(before).length > 0 || listHandlers(after).length > 0
      ? new InterceptedCall(request, options).run(interceptors)
      : options.adapter(request);
}

function createInstance(adapter: PixHttp, agent: LeanAdapterOptions['agent']): AxiosInstance {
  const agents = toAgents(agent);
  const instance = axios.create({ adapter: sendOwn(adapter), maxRedirects: 0, proxy: false });
  // Of the certificate in use, which may be renewed.
  const httpsAgent = { get: () => agents.current, enumerable: true };
  Object.defineProperty(instance.defaults, 'httpsAgent', httpsAgent);
  instance.defaults = fixDefaults(instance.defaults);
  return instance;
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
    const response = await adapter({ ...config, ...(timeout && { pixTimeout: timeout / 1000 }) });
    const { status } = response;
    if (!validateStatus || validateStatus(status)) return response;
    const code = status < 500 ? AxiosError.ERR_BAD_REQUEST : AxiosError.ERR_BAD_RESPONSE;
    const request: unknown = response.request;
    throw new AxiosError(
      `Request failed with status code ${status}`,
      code,
      config,
      request,
      response,
    );
  };
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
