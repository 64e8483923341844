import type { HttpService } from '@nestjs/axios';
import { Inject, type InjectionToken } from '@nestjs/common';
import { getPixClientToken } from '../resources/index.js';

/**
 * Injects the `PixClient` of an account.
 *
 * @example
 * constructor(@InjectPixClient('filial') private readonly filial: PixClient) {}
 */
export function InjectPixClient(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getPixClientToken(name));
}

/**
 * Returns the injection token of an account's HTTP client.
 *
 * @param name the `name` of `PixModule.forRoot`
 */
export function getPixHttpToken(name?: string): InjectionToken<HttpService> {
  return name === undefined ? 'PixHttp' : `PixHttp:${name}`;
}

/**
 * Injects the `HttpService` of an account, the same as `client.http`, for example to add
 * interceptors.
 *
 * @example
 * constructor(@InjectPixHttp() http: HttpService) {
 *   http.axiosRef.interceptors.request.use((config) => {
 *     config.headers.set('X-Request-Id', randomUUID());
 *     return config;
 *   });
 * }
 */
export function InjectPixHttp(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getPixHttpToken(name));
}
