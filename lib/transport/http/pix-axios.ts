import axios, { type AxiosAdapter, type AxiosInstance } from 'axios';

/**
 * An axios instance around an adapter, for `new HttpService(instance)` of `@nestjs/axios`. It
 * neither transforms bodies nor judges statuses, and has none of axios' default headers.
 */
export function createPixAxios({ adapter }: { adapter: AxiosAdapter }): AxiosInstance {
  return axios.create({ adapter, transformRequest: [], transformResponse: [] });
}
