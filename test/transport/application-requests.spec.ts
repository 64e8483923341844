import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { AxiosError, AxiosHeaders, type AxiosRequestConfig } from 'axios';
import { watchTimers } from '../support/watch-timers.js';
import { Banks, type Bank } from './support/bank.js';

const banks = new Banks();

afterEach(() => {
  jest.restoreAllMocks();
});

function request({ service, url }: Bank, config: AxiosRequestConfig = {}): Promise<unknown> {
  return service.axiosRef
    .request({ url: `${url}/own`, ...config })
    .catch((error: unknown) => error);
}

const respondWith = (status: number) =>
  banks.open((_request, response) =>
    response.writeHead(status, { location: 'https://127.0.0.1:1/' }).end('{"a":1}'),
  );

describe('a request that an application makes', () => {
  it('follows no redirect and no proxy variable', async () => {
    const bank = await respondWith(302);
    process.env.HTTPS_PROXY = 'http://127.0.0.1:1';
    try {
      const error = await request(bank, { maxRedirects: 5 });
      expect(error).toMatchObject({ name: 'AxiosError', response: { status: 302 } });
    } finally {
      delete process.env.HTTPS_PROXY;
    }
  });

  it('has neither the headers that only Node.js sets nor removed ones', async () => {
    const bank = await respondWith(200);
    await request(bank, {
      method: 'POST',
      data: '{}',
      headers: { Host: 'evil.example', 'Content-Length': '9', 'X-Off': false, 'X-Own': 'a' },
    });
    const [headers = []] = bank.received;
    const find = (name: string) =>
      headers.flatMap((each, at) => (each.toLowerCase() === name ? [headers[at + 1]] : []));
    expect(find('content-length')).toEqual(['2']);
    expect(find('host')).toEqual([new URL(bank.url).host]);
    expect(find('x-own')).toEqual(['a']);
    expect(find('x-off')).toEqual([]);
  });

  it.each([
    [400, AxiosError.ERR_BAD_REQUEST],
    [499, AxiosError.ERR_BAD_REQUEST],
    [500, AxiosError.ERR_BAD_RESPONSE],
  ])('rejects like Axios with status %i', async (status, code) => {
    const error = await request(await respondWith(status));
    expect(error).toMatchObject({
      message: `Request failed with status code ${status}`,
      code,
      config: { method: 'get' },
      request: { path: '/own' },
      response: { status, data: { a: 1 } },
    });
  });

  it.each([null, () => true])('resolves if validateStatus is %p', async (validateStatus) => {
    const bank = await respondWith(500);
    expect(await request(bank, { validateStatus })).toMatchObject({ status: 500 });
  });

  it.each([
    ['text', '{"a":1}'],
    ['json', { a: 1 }],
  ] as const)('has a response as %s', async (responseType, data) => {
    const bank = await respondWith(200);
    expect(await request(bank, { responseType })).toMatchObject({ status: 200, data });
  });

  it.each(['arraybuffer', 'stream'] as const)('is not sent as %s', async (responseType) => {
    const bank = await banks.open();
    expect(await request(bank, { responseType })).toMatchObject({
      name: 'ConfigurationError',
      message: `responseType cannot be "${responseType}": this HttpService reads responses as text or JSON.`,
    });
    expect(bank.received).toEqual([]);
  });

  it('has its timeout, in milliseconds', async () => {
    const bank = await respondWith(200);
    const timers = watchTimers();
    await request(bank, { timeout: 60_000 });
    expect(new Set(timers.lengths())).toEqual(new Set([60_000]));
  });

  it('has its baseURL and params', async () => {
    const bank = await respondWith(200);
    const config = { baseURL: `${bank.url}/pix/v2`, url: '/cob', params: { a: 1, inicio: '2026' } };
    expect(await request(bank, config)).toMatchObject({
      request: { path: '/pix/v2/cob?a=1&inicio=2026' },
      headers: expect.any(AxiosHeaders),
    });
  });

  it('cannot change the defaults', async () => {
    const { service } = await banks.open();
    const { defaults } = service.axiosRef;
    expect(() => void (defaults.timeout = 1)).toThrow(/"timeout" of this HttpService/);
    expect(() => void (defaults.headers.common['X-A'] = 'b')).toThrow(/"X-A" of this HttpService/);
    expect(() => delete defaults.timeout).toThrow(/"timeout" of this HttpService/);
    expect(() => Object.defineProperty(defaults, 'timeout', { value: 1 })).toThrow(/"timeout" of/);
  });
});
