import { HttpService } from '@nestjs/axios';
import axios, { AxiosError, type AxiosAdapter } from 'axios';
import { ConfigurationError, isObject } from '../../errors/index.js';
import { toAgents, type LeanAdapterOptions } from './lean-adapter.js';
import type { PixHttp } from './request-config.js';

/** Creates the `HttpService` of an account, which sends the requests of an application with its adapter. */
export function createHttpService(
  adapter: PixHttp,
  agent: LeanAdapterOptions['agent'],
): HttpService {
  const agents = toAgents(agent);
  const instance = axios.create({ adapter: sendOwn(adapter), maxRedirects: 0, proxy: false });
  // Of the certificate in use, which may be renewed.
  const httpsAgent = { get: () => agents.current, enumerable: true };
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
    const response = await adapter({
      ...config,
      url: axios.getUri(config),
      ...(timeout && { pixTimeout: timeout / 1000 }),
    });
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
