import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { HttpService } from '@nestjs/axios';
import { Axios, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import {
  AccountHttp,
  createPixAgent,
  failureKind,
  type PixAxiosRequestConfig,
} from '../../lib/transport/index.js';
import { Harness } from './support/harness.js';
import { startHttps } from './support/servers.js';

const harness = new Harness();
const agents: { destroy(): void }[] = [];

afterEach(() => agents.splice(0).forEach((agent) => agent.destroy()));

type Failure = Error & { readonly resultUnknown?: boolean; readonly cause?: unknown };

interface Bank {
  readonly http: AccountHttp;
  readonly service: HttpService;
  /** The raw headers of each request. */
  readonly received: string[][];
  /** Sends a write; returns the response or the error. */
  send(more?: PixAxiosRequestConfig): Promise<AxiosResponse<string> | Failure>;
}

async function openBank(
  respond: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"txid":"a"}'),
): Promise<Bank> {
  const received: string[][] = [];
  const server = await harness.serve(
    startHttps(harness.serverCertificate, (request, response) => {
      received.push(request.rawHeaders);
      request.resume().on('end', () => respond(request, response));
    }),
  );
  const agent = createPixAgent({ ca: [harness.authority.cert] });
  agents.push(agent);
  const http = new AccountHttp({ agent });
  const request: PixAxiosRequestConfig = {
    method: 'PUT',
    url: `${server.url}/cob/a?x=1`,
    data: '{"valor":"37.00"}',
    headers: { client_id: 'client', 'Content-Type': 'application/json', Authorization: 'Bearer t' },
    pixUntil: performance.now() + 20_000,
  };
  return {
    http,
    service: http.service,
    received,
    send: (more) => http.send({ ...request, ...more }).catch((error: unknown) => error as Failure),
  };
}

type Change = (config: InternalAxiosRequestConfig) => unknown;

function onRequest({ service }: Bank, change: Change): number {
  return service.axiosRef.interceptors.request.use((config) => {
    const changed = change(config);
    return (changed ?? config) as InternalAxiosRequestConfig;
  });
}

function onResponse({ service }: Bank, change: (response: AxiosResponse) => unknown): void {
  service.axiosRef.interceptors.response.use(
    (response) => change(response) as AxiosResponse | Promise<AxiosResponse>,
  );
}

function expectNotSent(bank: Bank, error: unknown): void {
  expect(error).toMatchObject({ name: 'PixErroTransporteException', resultUnknown: false });
  expect((error as Failure).message).toContain('Nothing was sent');
  expect(failureKind(error)).toBe('interceptor');
  expect(bank.received).toEqual([]);
}

function expectUnknown(error: unknown): void {
  expect(error).toMatchObject({ name: 'PixErroTransporteException', resultUnknown: true });
  expect(failureKind(error)).toBe('interceptor');
}

describe('a request with interceptors', () => {
  it('sends the same bytes as without them', async () => {
    const bank = await openBank();
    await bank.send();
    const id = onRequest(bank, (config) => config);
    await bank.send();
    bank.service.axiosRef.interceptors.request.eject(id);
    await bank.send();
    expect(bank.received[1]).toEqual(bank.received[0]);
    expect(bank.received[2]).toEqual(bank.received[0]);
  });

  it('gets no Content-Type that the client did not set', async () => {
    const bank = await openBank();
    onRequest(bank, (config) => config);
    await bank.send({ data: undefined, headers: { client_id: 'client' } });
    expect(bank.received[0]?.join().toLowerCase()).not.toContain('content-type');
  });

  it('sends the headers that they add', async () => {
    const bank = await openBank();
    onRequest(bank, ({ headers }) => void headers.set('X-Shop', 'loja'));
    await expect(bank.send()).resolves.toMatchObject({ status: 201, data: '{"txid":"a"}' });
    expect(bank.received[0]).toEqual(expect.arrayContaining(['X-Shop', 'loja', 'Bearer t']));
  });

  it.each<[string, Change]>([
    ['url', (config) => void (config.url = 'https://127.0.0.1:1/')],
    ['data', (config) => void (config.data = '{"valor":"38.00"}')],
    ['method', (config) => void (config.method = 'post')],
    ['params', (config) => void (config.params = { y: 2 })],
    ['headers.Authorization', ({ headers }) => void headers.set('Authorization', 'Bearer x')],
    ['headers.client_id', ({ headers }) => void headers.delete('client_id')],
    ['data', (config) => void (config.transformRequest = [() => '{}'])],
  ])('is not sent when one changes %s', async (part, change) => {
    const bank = await openBank();
    onRequest(bank, change);
    const error = await bank.send();
    expectNotSent(bank, error);
    expect((error as Failure).message).toContain(
      `An interceptor changed ${part}. Interceptors may only add headers: `,
    );
  });

  it('is not sent when one throws', async () => {
    const bank = await openBank();
    onRequest(bank, () => {
      throw new Error('out of order');
    });
    const error = await bank.send();
    expectNotSent(bank, error);
    expect(String((error as Failure).cause)).toContain('out of order');
  });

  it('is not sent when one returns nothing', async () => {
    const bank = await openBank();
    bank.service.axiosRef.interceptors.request.use(() => undefined as never);
    const error = await bank.send();
    expectNotSent(bank, error);
    expect(String((error as Failure).cause)).toContain('must return the config');
  });

  it('is never sent after its deadline, however long one waits', async () => {
    const bank = await openBank();
    const waiting: (() => void)[] = [];
    bank.service.axiosRef.interceptors.request.use(
      (config) => new Promise((resolve) => waiting.push(() => resolve(config))),
    );
    const error = await bank.send({ pixUntil: performance.now() + 30 });
    expect(error).toMatchObject({ name: 'PixTimeoutException', resultUnknown: false });
    waiting.forEach((go) => go());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(bank.received).toEqual([]);
  });

  it('is aborted while one waits', async () => {
    const bank = await openBank();
    const controller = new AbortController();
    onRequest(bank, () => new Promise(() => controller.abort(new Error('gone'))));
    const error = await bank.send({ signal: controller.signal });
    expect(error).toMatchObject({ title: 'Request aborted', resultUnknown: false });
  });

  it('is sent by the adapter of the account when one replaces the config', async () => {
    const bank = await openBank();
    onRequest(bank, ({ url, method, data, headers }) => ({ url, method, data, headers }));
    await expect(bank.send()).resolves.toMatchObject({ status: 201 });
    bank.service.axiosRef.interceptors.request.clear();
    onRequest(bank, (config) => ({ ...config, adapter: 'fetch' }));
    await expect(bank.send()).resolves.toMatchObject({ status: 201 });
    expect(bank.received).toHaveLength(2);
  });
});

describe('the result of a request with interceptors', () => {
  it('is what the provider responded, whatever they return', async () => {
    const bank = await openBank();
    onResponse(bank, (response) => {
      response.headers['content-type'] = 'text/html';
      return Object.assign(response, { status: 400, data: 'changed' });
    });
    onResponse(bank, () => undefined);
    await expect(bank.send()).resolves.toMatchObject({
      status: 201,
      data: '{"txid":"a"}',
      headers: { 'content-type': 'application/json' },
    });
  });

  it('is unknown when one throws after the response, also for a refusal', async () => {
    const bank = await openBank((_, response) => response.writeHead(400).end());
    onResponse(bank, () => {
      throw new Error('signature does not match');
    });
    const error = await bank.send();
    expectUnknown(error);
    expect((error as Failure).message).toContain('status 400');
    expect(await bank.send({ pixSafe: true })).toMatchObject({ resultUnknown: false });
  });

  it('is unknown when one answers instead of the provider', async () => {
    const bank = await openBank();
    onRequest(bank, () => Promise.reject(new Error('offline')));
    bank.service.axiosRef.interceptors.response.use(null, () => ({ status: 201, data: '{}' }));
    expectUnknown(await bank.send());
    expect(bank.received).toEqual([]);
  });

  it('is the failure of the connection, even if one returns a response for it', async () => {
    const bank = await openBank((request) => request.socket.destroy());
    bank.service.axiosRef.interceptors.response.use(null, () => ({ status: 201, data: '{}' }));
    expect(await bank.send()).toMatchObject({ name: 'PixConexaoException', resultUnknown: true });
  });

  it('does not depend on a second request: one cannot send a write again', async () => {
    let calls = 0;
    const bank = await openBank((_, response) => response.writeHead(++calls > 1 ? 400 : 503).end());
    onResponse(bank, (response) => bank.service.axiosRef.request(response.config));
    const error = await bank.send();
    expectUnknown(error);
    expect(String((error as Failure).cause)).toContain('cannot send a request');
    expect(bank.received).toHaveLength(1);
  });

  it('is unknown when one holds the response beyond the deadline', async () => {
    const bank = await openBank();
    onResponse(bank, () => new Promise(() => undefined));
    const error = await bank.send({ pixUntil: performance.now() + 300 });
    expect(error).toMatchObject({ name: 'PixTimeoutException', resultUnknown: true });
  });

  it('is unknown when the caller aborts while one holds the response', async () => {
    const bank = await openBank();
    const controller = new AbortController();
    onResponse(bank, () => new Promise(() => controller.abort()));
    const error = await bank.send({ signal: controller.signal });
    expect(error).toMatchObject({ title: 'Request aborted', resultUnknown: true });
  });
});

describe('a request that an application makes', () => {
  it('follows no redirect, proxy variable or limitless response, and rejects like Axios', async () => {
    const bank = await openBank((_, response) =>
      response.writeHead(302, { location: 'https://127.0.0.1:1/' }).end(),
    );
    process.env.HTTPS_PROXY = 'http://127.0.0.1:1';
    try {
      const url = new URL('/own', (await readUrl(bank)).origin).href;
      const error = await bank.service.axiosRef
        .get(url, { maxRedirects: 5 })
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({ name: 'AxiosError', response: { status: 302 } });
    } finally {
      delete process.env.HTTPS_PROXY;
    }
  });

  it.each(['arraybuffer', 'stream'] as const)('is not sent as %s', async (responseType) => {
    const bank = await openBank();
    await expect(
      bank.service.axiosRef.get('https://127.0.0.1:1', { responseType }),
    ).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: `responseType cannot be "${responseType}": this HttpService reads responses as text or JSON.`,
    });
  });

  it('cannot change the defaults', async () => {
    const { service } = await openBank();
    const { defaults } = service.axiosRef;
    expect(() => void (defaults.timeout = 1)).toThrow(/"timeout" of this HttpService/);
    expect(() => void (defaults.headers.common['X-A'] = 'b')).toThrow(/"X-A" of this HttpService/);
  });
});

describe('AccountHttp', () => {
  it('does not pass a request through the dispatch of Axios', async () => {
    const bank = await openBank();
    const request = jest.spyOn(Axios.prototype, 'request');
    const plain = (await bank.send()) as AxiosResponse<string>;
    expect(plain.config).not.toHaveProperty('adapter');
    onRequest(bank, () => undefined);
    await bank.send();
    expect(request).not.toHaveBeenCalled();
    request.mockRestore();
  });
});

async function readUrl(bank: Bank): Promise<URL> {
  const seen: string[] = [];
  const id = onRequest(bank, ({ url = '' }) => void seen.push(url));
  await bank.send();
  bank.service.axiosRef.interceptors.request.eject(id);
  return new URL(seen[0] ?? '');
}
