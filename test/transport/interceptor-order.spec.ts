import { describe, expect, it, jest } from '@jest/globals';
import { HttpService } from '@nestjs/axios';
import axios, {
  AxiosHeaders,
  type AxiosAdapter,
  type AxiosInstance,
  type InternalAxiosRequestConfig,
} from 'axios';
import { sendThrough, type PixHttp } from '../../lib/transport/index.js';

const request = { method: 'PUT', url: 'https://127.0.0.1/cob/a', body: '{}', headers: { a: 'b' } };

type Arrange = (interceptors: AxiosInstance['interceptors'], log: unknown[]) => void;

function openService(log: unknown[]): { service: HttpService; adapter: PixHttp } {
  const adapter: PixHttp = () => {
    log.push('sent');
    const headers = { 'content-type': 'text/plain' };
    return Promise.resolve({ body: '{"a":1}', status: 201, statusText: 'Created', headers });
  };
  const own: AxiosAdapter = async (config) => {
    const { body, headers, ...rest } = await adapter(request);
    return {
      data: body,
      headers: AxiosHeaders.from({ ...(headers as Record<string, string>) }),
      ...rest,
      config,
    };
  };
  const service = new HttpService(axios.create({ adapter: own, transformResponse: [] }));
  return { service, adapter };
}

/** Returns what interceptors saw when Axios ran them, and when the library did. */
async function compare(arrange: Arrange): Promise<{ axios: unknown[]; ours: unknown[] }> {
  const logs = { axios: [] as unknown[], ours: [] as unknown[] };
  const bare = openService(logs.axios);
  arrange(bare.service.axiosRef.interceptors, logs.axios);
  await bare.service.axiosRef.request(request).catch(() => logs.axios.push('failed'));
  const { service, adapter } = openService(logs.ours);
  arrange(service.axiosRef.interceptors, logs.ours);
  const send = sendThrough(() => service, { adapter, sendsHeaders: true });
  await send(request).catch(() => logs.ours.push('failed'));
  return logs;
}

describe('sendThrough', () => {
  it('gives each response interceptor a copy with the duration of the request', async () => {
    const { service, adapter } = openService([]);
    const durations: unknown[] = [];
    service.axiosRef.interceptors.response.use((given) => {
      durations.push(given.duration);
      return Object.assign(given, { data: 'changed' });
    });
    const now = jest.spyOn(performance, 'now').mockReturnValue(1250.4).mockReturnValueOnce(1000);
    const { body } = await sendThrough(() => service, { adapter, sendsHeaders: true })(request);
    now.mockRestore();
    expect(durations).toEqual([250]);
    expect(body).toBe('{"a":1}');
  });

  it.each([
    [true, { a: 'b', 'X-Shop': 'loja' }],
    [false, { a: 'b' }],
  ])('sends the headers of interceptors: %p', async (sendsHeaders, headers) => {
    const sent: unknown[] = [];
    const { service, adapter } = openService([]);
    service.axiosRef.interceptors.request.use((config) => {
      config.headers.set('X-Shop', 'loja');
      return config;
    });
    const observed: PixHttp = (config) => (sent.push(config.headers), adapter(config));
    await sendThrough(() => service, { adapter: observed, sendsHeaders })(request);
    expect(sent).toMatchObject([headers]);
    expect(sent.map((each) => 'X-Shop' in Object(each))).toEqual([sendsHeaders]);
  });
});

const fail = () => {
  throw new Error('refused');
};

describe('interceptors', () => {
  it.each<[string, unknown[], Arrange]>([
    [
      'in the order of Axios',
      ['second', 'first', 'sent', 'third', 'fourth'],
      ({ request, response }, log) => {
        request.use((config) => (log.push('first'), config));
        request.use((config) => Promise.resolve((log.push('second'), config)));
        response.use((given) => (log.push('third'), given));
        response.use((given) => (log.push('fourth'), given));
      },
    ],
    [
      'except those that do not apply, and ejected ones',
      ['sent', 'put'],
      ({ request, response }, log) => {
        request.use((config) => (log.push('no'), config), null, { runWhen: () => false });
        const ejected = request.use((config) => (log.push('ejected'), config));
        request.use((config) => config);
        request.eject(ejected);
        response.use((given) => (log.push(given.config.method), given));
      },
    ],
    [
      'while the application has removed the list of the others',
      ['first', 'sent'],
      ({ request, response }, log) => {
        request.use((config) => (log.push('first'), config));
        Object.assign(response, { handlers: undefined });
      },
    ],
    [
      'after a response while the application has removed the other list',
      ['sent', 'first'],
      ({ request, response }, log) => {
        response.use((given) => (log.push('first'), given));
        Object.assign(request, { handlers: undefined });
      },
    ],
    [
      'with the error of the one before',
      ['Error: refused', 'Error: again', 'failed'],
      ({ request, response }, log) => {
        request.use(null, (error) => {
          log.push(String(error));
          throw new Error('again');
        });
        request.use(fail);
        response.use(null, (error) => {
          log.push(String(error));
          throw new Error('last');
        });
      },
    ],
    [
      'until one recovers',
      ['Error: refused', 'sent'],
      ({ request }, log) => {
        let kept: InternalAxiosRequestConfig;
        request.use(null, (error) => (log.push(String(error)), kept));
        request.use(fail);
        request.use((config) => (kept = config));
      },
    ],
    [
      'with the response after transformResponse',
      ['sent', { a: 1 }, 'number'],
      ({ request, response }, log) => {
        request.use((config) =>
          Object.assign(config, { transformResponse: (text: string) => JSON.parse(text) }),
        );
        response.use((given) => (log.push(given.data, typeof given.duration), given));
      },
    ],
    [
      'with the headers of Axios, also if one replaces them',
      ['function', 'sent', 'function'],
      ({ request, response }, log) => {
        request.use((config) =>
          Object.assign(config, {
            headers: Object.assign({}, config.headers),
            transformRequest: (data: unknown, headers: AxiosHeaders) => (
              log.push(typeof headers.set),
              data
            ),
          }),
        );
        response.use((given) => (log.push(typeof given.config.headers.get), given));
      },
    ],
    [
      'not after one has canceled the request',
      ['failed'],
      ({ request }) =>
        request.use((config) => Object.assign(config, { signal: AbortSignal.abort() })),
    ],
    [
      'not after one has canceled the request while it was sent',
      ['sent', 'failed'],
      ({ request, response }, log) => {
        const controller = new AbortController();
        const transformRequest = (data: unknown) => (controller.abort(), data);
        request.use((config) =>
          Object.assign(config, { signal: controller.signal, transformRequest }),
        );
        response.use((given) => (log.push('response'), given));
      },
    ],
  ])('run %s', async (_, expected, arrange) => {
    const logs = await compare(arrange);
    expect(logs.axios).toEqual(expected);
    expect(logs.ours).toEqual(expected);
  });
});
