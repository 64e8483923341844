import axios, {
  type AxiosAdapter,
  type AxiosInstance,
  type InternalAxiosRequestConfig,
} from 'axios';

/**
 * An axios instance around a lean adapter, for `new HttpService(instance)` of `@nestjs/axios`.
 *
 * It has none of axios' defaults: bodies are neither serialised nor parsed, no status rejects, no
 * header is added. Errors are the adapter's, also when `signal` aborts.
 */
export function createPixAxios({ adapter }: { adapter: AxiosAdapter }): AxiosInstance {
  const instance = axios.create({ adapter });
  // axios merges its defaults into every request, which costs as much as sending it does.
  for (const name of Object.keys(instance.defaults)) {
    if (name !== 'adapter') Reflect.deleteProperty(instance.defaults, name);
  }
  Object.assign(instance.defaults, { headers: { common: {} } });
  instance.interceptors.request.use(hideSignal, null, { synchronous: true });
  return instance;
}

/** At the sight of an aborted signal axios would put an error of its own in place of the adapter's. */
function hideSignal(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  if (config.signal === undefined) return config;
  const { signal, ...rest } = config;
  return Object.assign(rest, { pixSignal: signal });
}
