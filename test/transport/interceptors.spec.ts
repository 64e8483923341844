import { Agent } from 'node:https';
import { describe, expect, it, jest } from '@jest/globals';
import axios, { Axios } from 'axios';
import { failureKind } from '../../lib/transport/index.js';
import {
  Banks,
  onRequest,
  onResponse,
  type Bank,
  type Change,
  type Failure,
} from './support/bank.js';

type Abort = Pick<AbortController, 'signal'>;

const banks = new Banks();

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
    const bank = await banks.open();
    await bank.send();
    const id = onRequest(bank, (config) => config);
    await bank.send();
    bank.service.axiosRef.interceptors.request.eject(id);
    await bank.send();
    expect(bank.received[1]).toEqual(bank.received[0]);
    expect(bank.received[2]).toEqual(bank.received[0]);
  });

  it('gets no Content-Type that the client did not set', async () => {
    const bank = await banks.open();
    onRequest(bank, (config) => config);
    expect(await bank.send({ body: undefined, headers: undefined })).toHaveProperty('status', 201);
    expect(bank.received[0]?.join().toLowerCase()).not.toContain('content-type');
  });

  it.each([undefined, 'put'])('can have the method %p', async (method) => {
    const bank = await banks.open();
    onRequest(bank, (config) => config);
    expect(await bank.send({ method })).toHaveProperty('status', 201);
  });

  it('sends the headers that they add', async () => {
    const bank = await banks.open();
    onRequest(bank, ({ headers }) => void headers.set('X-Shop', 'loja'));
    await expect(bank.send()).resolves.toMatchObject({ status: 201, body: '{"txid":"a"}' });
    expect(bank.received[0]).toEqual(expect.arrayContaining(['X-Shop', 'loja', 'Bearer t']));
  });

  it('sends an added header that is as long as one of the client', async () => {
    const bank = await banks.open();
    onRequest(bank, ({ headers }) => void headers.set('X-Shop-Id', 'loja'));
    await bank.send();
    expect(bank.received[0]).toEqual(expect.arrayContaining(['X-Shop-Id', 'loja', 'client_id']));
  });

  it('has the time limit that one sets, in milliseconds', async () => {
    const bank = await banks.open(() => undefined);
    onRequest(bank, (config) => void (config.timeout = 40));
    expect(await bank.send()).toMatchObject({ name: 'PixTimeoutException', resultUnknown: true });
    expect(bank.received).toHaveLength(1);
  });

  it.each<[string, (abort: Abort) => Change]>([
    [
      'signal',
      ({ signal }) =>
        (config) =>
          void (config.signal = signal),
    ],
    [
      'cancel token',
      ({ signal }) =>
        (config) => {
          const { token, cancel } = axios.CancelToken.source();
          signal.addEventListener('abort', () => cancel());
          config.cancelToken = token;
        },
    ],
  ])('is aborted by the %s that one sets, and by that of the caller', async (_what, change) => {
    const [own, ofCaller] = [new AbortController(), new AbortController()];
    let arrived = (): void => undefined;
    const bank = await banks.open(() => arrived());
    onRequest(bank, change(own));
    for (const controller of [own, ofCaller]) {
      arrived = () => controller.abort();
      const error = await bank.send({ signal: ofCaller.signal });
      expect(error).toMatchObject({ title: 'Request aborted', resultUnknown: true });
      bank.service.axiosRef.interceptors.request.clear();
      onRequest(bank, change(new AbortController()));
    }
  });

  it.each([undefined, null, false])('sends no header whose value is %p', async (value) => {
    const bank = await banks.open();
    onRequest(bank, (config) => void Object.assign(config.headers, { 'X-Shop': value }));
    await bank.send();
    expect(bank.received[0]).not.toContain('X-Shop');
  });

  it('sends the values of the client if one changes the letter case of its headers', async () => {
    const bank = await banks.open();
    await bank.send();
    onRequest(bank, (config) => {
      const entries = Object.entries(config.headers);
      return {
        ...config,
        headers: Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value])),
      };
    });
    await bank.send();
    const [before, after] = bank.received.map((texts) => texts.map((text) => text.toLowerCase()));
    expect(after).toEqual(before);
  });

  it.each<[string, Change]>([
    ['Axios has removed', ({ headers }) => void headers.set('X-Call', ' a ')],
    ['there are', (config) => config],
  ])('is sent if %s spaces around a header', async (_what, change) => {
    const bank = await banks.open();
    onRequest(bank, change);
    expect(await bank.send({ headers: { 'X-Call': ' a ' } })).toHaveProperty('status', 201);
  });

  it.each<[string, Change]>([
    ['url', (config) => void (config.url = 'https://127.0.0.1:1/')],
    ['data', (config) => void (config.data = '{"valor":"38.00"}')],
    ['method', (config) => void Reflect.deleteProperty(config, 'method')],
    ['method', (config) => void (config.method = 'post')],
    ['params', (config) => void (config.params = { y: 2 })],
    ['headers.Authorization', ({ headers }) => void headers.set('Authorization', 'Bearer x')],
    ['headers.Authorization', ({ headers }) => void headers.delete('authorization')],
    ['headers.Authorization', ({ headers }) => void Object.assign(headers, { authorization: 'x' })],
    ['headers.client_id', ({ headers }) => void headers.delete('client_id')],
    ['headers.Content-Type', ({ headers }) => void headers.setContentType('text/plain')],
    ['data', (config) => void (config.transformRequest = [() => '{}'])],
    ['proxy', (config) => void (config.proxy = { host: 'proxy', port: 3128 })],
  ])('is not sent when one changes %s', async (part, change) => {
    const bank = await banks.open();
    onRequest(bank, change);
    const error = await bank.send();
    expectNotSent(bank, error);
    expect((error as Failure).message).toContain(
      `An interceptor changed ${part}. Interceptors may add headers, `,
    );
  });

  it('is not sent when one throws', async () => {
    const bank = await banks.open();
    onRequest(bank, () => {
      throw new Error('out of order');
    });
    const error = await bank.send();
    expectNotSent(bank, error);
    expect(String((error as Failure).cause)).toContain('out of order');
  });

  it('is not sent when one returns nothing', async () => {
    const bank = await banks.open();
    bank.service.axiosRef.interceptors.request.use(() => undefined as never);
    const error = await bank.send();
    expectNotSent(bank, error);
    expect(String((error as Failure).cause)).toContain('must return the config');
  });

  it('is never sent after its deadline, however long one waits', async () => {
    const bank = await banks.open();
    const waiting: (() => void)[] = [];
    bank.service.axiosRef.interceptors.request.use(
      (config) => new Promise((resolve) => waiting.push(() => resolve(config))),
    );
    const error = await bank.send({ until: performance.now() + 30 });
    expect(error).toMatchObject({ name: 'PixTimeoutException', resultUnknown: false });
    waiting.forEach((go) => go());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(bank.received).toEqual([]);
  });

  it('is aborted while one waits', async () => {
    const bank = await banks.open();
    const controller = new AbortController();
    onRequest(bank, () => new Promise(() => controller.abort(new Error('gone'))));
    const error = await bank.send({ signal: controller.signal });
    expect(error).toMatchObject({ title: 'Request aborted', resultUnknown: false });
  });

  it('is sent by the adapter of the account when one replaces the config', async () => {
    const bank = await banks.open();
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
    const bank = await banks.open();
    onResponse(bank, (response) => {
      response.headers['content-type'] = 'text/html';
      return Object.assign(response, { status: 400, data: 'changed' });
    });
    onResponse(bank, () => undefined);
    await expect(bank.send()).resolves.toMatchObject({
      status: 201,
      body: '{"txid":"a"}',
      headers: { 'content-type': 'application/json' },
    });
  });

  it('is unknown when one throws after the response, also for a refusal', async () => {
    const bank = await banks.open((_, response) => response.writeHead(400).end());
    onResponse(bank, () => {
      throw new Error('signature does not match');
    });
    const error = await bank.send();
    expectUnknown(error);
    expect((error as Failure).message).toContain('status 400');
    expect(await bank.send({ safe: true })).toMatchObject({ resultUnknown: false });
  });

  it('is unknown when one answers instead of the provider', async () => {
    const bank = await banks.open();
    onRequest(bank, () => Promise.reject(new Error('offline')));
    bank.service.axiosRef.interceptors.response.use(null, () => ({ status: 201, data: '{}' }));
    expectUnknown(await bank.send());
    expect(bank.received).toEqual([]);
  });

  it('is the failure of the connection, even if one returns a response for it', async () => {
    const bank = await banks.open((request) => request.socket.destroy());
    const seen: unknown[] = [];
    bank.service.axiosRef.interceptors.response.use(null, (error) => {
      seen.push(error);
      return { status: 201, data: '{}' };
    });
    const error = await bank.send();
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: true });
    expect(seen).toEqual([error]);
  });

  it('does not depend on a second request: one cannot send a write again', async () => {
    let calls = 0;
    const bank = await banks.open((_, response) =>
      response.writeHead(++calls > 1 ? 400 : 503).end(),
    );
    onResponse(bank, (response) => bank.service.axiosRef.request(response.config));
    const error = await bank.send();
    expectUnknown(error);
    expect(String((error as Failure).cause)).toContain('cannot send a request');
    expect(bank.received).toHaveLength(1);
  });

  it('is unknown when one holds the response beyond the deadline', async () => {
    const bank = await banks.open();
    onResponse(bank, () => new Promise(() => undefined));
    const error = await bank.send({ until: performance.now() + 300 });
    expect(error).toMatchObject({ name: 'PixTimeoutException', resultUnknown: true });
  });

  it('is the failure of the connection when one holds it beyond the deadline', async () => {
    const bank = await banks.open((request) => request.socket.destroy());
    bank.service.axiosRef.interceptors.response.use(null, () => new Promise(() => undefined));
    const error = await bank.send({ until: performance.now() + 300 });
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: true });
  });

  it('is unknown when the caller aborts while one holds the response', async () => {
    const bank = await banks.open();
    const controller = new AbortController();
    onResponse(bank, () => new Promise(() => controller.abort()));
    const error = await bank.send({ signal: controller.signal });
    expect(error).toMatchObject({ title: 'Request aborted', resultUnknown: true });
  });
});

describe('AccountHttp', () => {
  it('does not pass a request through Axios while there is no interceptor', async () => {
    const bank = await banks.open();
    const request = jest.spyOn(Axios.prototype, 'request');
    await bank.send();
    bank.service.axiosRef.interceptors.request.eject(onRequest(bank, () => undefined));
    await bank.send();
    expect(request).not.toHaveBeenCalled();
    onRequest(bank, () => undefined);
    await bank.send();
    expect(request).toHaveBeenCalledTimes(1);
    request.mockRestore();
  });

  it('shows the agent of its connections in the defaults of its service', async () => {
    const bank = await banks.open();
    expect(bank.service.axiosRef.defaults.httpsAgent).toBe(bank.agent.current);
    bank.agent.replace({});
    expect(bank.service.axiosRef.defaults.httpsAgent).toBe(bank.agent.current);
    expect(bank.agent.current).toBeInstanceOf(Agent);
  });
});
