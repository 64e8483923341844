import { HttpService } from '@nestjs/axios';
import axios, {
  AxiosError,
  type AxiosAdapter,
  type AxiosInstance,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from 'axios';
import { ConfigurationError } from '../../errors/index.js';
import { fixDefaults } from './fixed-defaults.js';
import { InterceptedCall, isOfCall, type InterceptedCallOptions } from './intercepted-call.js';
import { createLeanAdapter, type LeanAdapterOptions } from './lean-adapter.js';
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
  constructor(options: LeanAdapterOptions) {
    this.#adapter = createLeanAdapter(options);
  }

  /** Created when it is first read: most of thousands of accounts need none. */
  get service(): HttpService {
    if (this.#service) return this.#service;
    const service = new HttpService(createInstance(this.#adapter));
    this.#through = sendThrough(service, { adapter: this.#adapter, sendsAddedHeaders: true });
    return (this.#service = service);
  }

  readonly send: PixHttp = (request) => (this.#through ?? this.#adapter)(request);
}

/** The part of Axios' handlers that {@link isUsed} reads. */
interface Handler {
  readonly fulfilled?: object | null;
}

const NONE = {};

/** Creates a function that sends requests of the library through the interceptors of a service. */
export function sendThrough(service: HttpService, options: InterceptedCallOptions): PixHttp {
  const { interceptors } = service.axiosRef;
  return (request) =>
    hasInterceptors(interceptors)
      ? new InterceptedCall(request, options).run(interceptors)
      : options.adapter(request);
}

function createInstance(adapter: PixHttp): AxiosInstance {
  const adapted: AxiosAdapter = (config) => sendOwn(adapter, config);
  const instance = axios.create({ adapter: adapted, maxRedirects: 0, proxy: false });
  instance.defaults = fixDefaults(instance.defaults);
  pinAdapter(instance, adapted);
  return instance;
}

/** The interceptors of {@link pinAdapter}. */
const pins = new WeakSet<object>();

/** Restores the adapter if an interceptor replaces the config: Axios would send it with its own. */
function pinAdapter({ interceptors: { request } }: AxiosInstance, adapter: AxiosAdapter): void {
  const pin = (config: InternalAxiosRequestConfig | undefined) => {
    if (!config) {
      throw new ConfigurationError(
        'A request interceptor returned nothing: it must return the config that it received.',
      );
    }
    return isOfCall(config) ? config : Object.assign(config, { adapter });
  };
  pins.add(pin);
  // Axios runs the interceptor that was added first immediately before it sends.
  const add = () => request.use(pin, null, { synchronous: true });
  const clear = request.clear.bind(request);
  request.clear = () => {
    clear();
    add();
  };
  add();
}

function hasInterceptors({ request, response }: AxiosInstance['interceptors']): boolean {
  return isUsed(request) || isUsed(response);
}

/** An ejected interceptor leaves `null` behind. */
function isUsed({ handlers = [] }: { handlers?: readonly (Handler | null)[] }): boolean {
  return handlers.some((handler) => handler !== null && !pins.has(handler.fulfilled ?? NONE));
}

/** Sends a request that an application makes itself. */
async function sendOwn(
  adapter: PixHttp,
  config: InternalAxiosRequestConfig,
): Promise<AxiosResponse<string>> {
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
}
