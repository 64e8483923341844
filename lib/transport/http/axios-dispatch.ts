/** What the dispatch of Axios does with a config, besides sending it. */
import {
  AxiosHeaders,
  CanceledError,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from 'axios';
import type { PixAxiosRequestConfig } from './request-config.js';

/** Creates what interceptors receive. */
export function createConfig(request: PixAxiosRequestConfig): InternalAxiosRequestConfig {
  const { method = 'GET', headers } = request;
  const config: InternalAxiosRequestConfig = {
    ...request,
    method: method.toLowerCase(),
    headers: Object.assign(new AxiosHeaders(), headers),
  };
  // It is the caller's, and ends the call itself.
  if (config.signal !== undefined) delete config.signal;
  return config;
}

/** Throws if an interceptor has set a signal or a cancel token and aborted it. */
export function throwIfCanceled(config: InternalAxiosRequestConfig): void {
  config.cancelToken?.throwIfRequested();
  if (config.signal?.aborted === true) throw new CanceledError(undefined, config);
}

/** Returns the body after the functions that an interceptor has set. */
export function transformRequest(config: InternalAxiosRequestConfig): unknown {
  let data: unknown = config.data;
  for (const change of toList(config.transformRequest)) {
    data = change.call(config, data, config.headers);
  }
  return data;
}

/** As {@link transformRequest}, for a response. */
export function transformResponse(
  config: InternalAxiosRequestConfig,
  { data, headers, status }: AxiosResponse<string>,
): unknown {
  let changed: unknown = data;
  for (const change of toList(config.transformResponse)) {
    changed = change.call(config, changed, headers as AxiosHeaders, status);
  }
  return changed;
}

function toList<T>(value: T | T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
