import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import https, { type RequestOptions } from 'node:https';
import { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  PixAgent,
  type PixAgentOptions,
  failureKind,
  loadCertificate,
  openTunnel,
  parseProxy,
  ReplaceableAgent,
} from '../../lib/transport/index.js';
import { TestAuthority } from '../support/certificates.js';
import { until } from '../support/until.js';
import { catchFailure, Harness, type TestClient } from './support/harness.js';
import { startProxy, type TestProxy } from './support/proxy.js';
import { startHttps, startTcp, startTls, type TestServer } from './support/servers.js';

const harness = new Harness();
const proxies: TestProxy[] = [];

afterEach(async () => {
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
});

async function proxyWith(status?: number | 'silent'): Promise<TestProxy> {
  const proxy = await startProxy(status);
  proxies.push(proxy);
  return proxy;
}

/** A server that requires the client certificate and responds with its common name. */
function serveMutualTls(): Promise<TestServer> {
  return harness.serve(
    startHttps(
      harness.serverCertificate,
      ({ socket }, response) =>
        response.end(String(socket instanceof TLSSocket && socket.getPeerCertificate().subject.CN)),
      { ca: harness.authority.cert, requestCert: true, rejectUnauthorized: true },
    ),
  );
}

async function clientThrough(proxy: string, ca = harness.authority.cert): Promise<TestClient> {
  return harness.createClient(await agentThrough(proxy, { ca: [ca] }));
}

async function agentThrough(proxy: string, options: PixAgentOptions = {}): Promise<PixAgent> {
  const certificate = await loadCertificate(harness.clientCertificate);
  const { cert } = harness.authority;
  const own = { certificate, ca: [cert], maxSockets: 2, proxy: parseProxy(proxy) };
  return new PixAgent({ ...own, ...options });
}

describe('a request through a proxy', () => {
  it('has mutual TLS with the provider end to end, on kept-alive connections', async () => {
    const [server, proxy] = [await serveMutualTls(), await proxyWith()];
    const client = await clientThrough(`http://us%20er:p%40ss@${proxy.host}`);
    const answers = [];
    for (let call = 0; call < 3; call += 1) answers.push((await client.get(server.url)).body);
    expect(new Set(answers).size).toBe(1);
    expect(['false', 'undefined', '']).not.toContain(answers[0]);
    expect(proxy.targets).toEqual([server.host]);
    expect(proxy.credentials).toEqual([`Basic ${Buffer.from('us er:p@ss').toString('base64')}`]);
  });

  it('lets the proxy look up the name of the provider', async () => {
    const certificate = await harness.authority.issueServer({ names: ['bank.invalid'] });
    const { host } = await harness.serve(
      startHttps(certificate, (_request, response) => response.end('found')),
    );
    const proxy = await proxyWith();
    const client = await clientThrough(`http://${proxy.host}`);
    const target = host.replace('127.0.0.1', 'bank.invalid');
    expect((await client.get(`https://${target}`)).body).toBe('found');
    expect(proxy.targets).toEqual([target]);
  });

  it('opens no more connections than maxSockets', async () => {
    const [server, proxy] = [await serveMutualTls(), await proxyWith()];
    const client = await clientThrough(`http://${proxy.host}`);
    const answers = await Promise.all(Array.from({ length: 9 }, () => client.get(server.url)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(9).fill(200));
    expect(proxy.targets).toHaveLength(2);
  });

  it('checks the certificate of the provider', async () => {
    const [server, proxy] = [await serveMutualTls(), await proxyWith()];
    const { cert } = await TestAuthority.create();
    const client = await clientThrough(`http://${proxy.host}`, cert);
    const error = await catchFailure(client, { url: server.url });
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: false });
    expect(failureKind(error)).toBe('permanent');
    expect(error.message).toContain('authority that is not trusted');
  });

  it('continues with a replaced certificate', async () => {
    const [server, proxy] = [await serveMutualTls(), await proxyWith()];
    const agent = new ReplaceableAgent({
      ca: [harness.authority.cert],
      proxy: parseProxy(`http://${proxy.host}`),
    });
    const client = harness.createClient(agent);
    const error = await catchFailure(client, { url: server.url });
    expect(error.name).toBe('PixConexaoException');
    const certificate = await loadCertificate(harness.clientCertificate);
    agent.replace({ certificate, ca: [harness.authority.cert] });
    expect((await client.get(server.url)).status).toBe(200);
    expect(proxy.targets).toEqual([server.host, server.host]);
  });
});

describe('a connection through a proxy is closed', () => {
  const silent = () => harness.serve(startHttps(harness.serverCertificate, () => undefined));

  it('when the agent is', async () => {
    const [server, proxy] = [await serveMutualTls(), await proxyWith()];
    const agent = await agentThrough(`http://${proxy.host}`);
    await harness.createClient(agent).get(server.url);
    expect(proxy.open).toBe(2);
    agent.destroy();
    await until(() => proxy.open === 0);
  });

  it('after each request without keep-alive', async () => {
    const [server, proxy] = [await serveMutualTls(), await proxyWith()];
    const agent = await agentThrough(`http://${proxy.host}`, { keepAlive: false });
    const client = harness.createClient(agent);
    for (let call = 0; call < 3; call += 1) expect((await client.get(server.url)).status).toBe(200);
    await until(() => proxy.open === 0);
  });

  it('when a request ends at its time limit, or is aborted', async () => {
    const [{ host }, proxy] = [await silent(), await proxyWith()];
    const client = await clientThrough(`http://${proxy.host}`);
    const url = `https://${host}`;
    const error = await catchFailure(client, { url, timeout: [2, 0.05] });
    expect(error.name).toBe('PixTimeoutException');
    await until(() => proxy.open === 0);
    const caller = new AbortController();
    const failure = catchFailure(client, { url, signal: caller.signal });
    await until(() => proxy.targets.length === 2);
    caller.abort();
    await failure;
    await until(() => proxy.open === 0);
  });
});

describe('a proxy that does not open the connection', () => {
  it.each([
    [407, 'user and the password', 'permanent'],
    [403, 'allows CONNECT', 'permanent'],
    [499, 'allows CONNECT', 'permanent'],
    [500, 'allows CONNECT', undefined],
    [502, 'allows CONNECT', undefined],
  ])('is reported with its status %d, and nothing was sent', async (status, hint, kind) => {
    const [server, proxy] = [await serveMutualTls(), await proxyWith(status)];
    const client = await clientThrough(`http://user:s3cret-word@${proxy.host}`);
    const error = await catchFailure(client, { url: server.url, method: 'POST', body: '{}' });
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: false });
    expect(error.message).toContain(
      `The proxy ${proxy.host} refused the connection (status ${status})`,
    );
    expect(error.message).toContain(`Nothing was sent to ${server.host}`);
    expect(error.message).toContain(hint);
    expect(failureKind(error)).toBe(kind);
    expect(String(error.cause)).toContain(`responded with status ${status}`);
    expect(JSON.stringify([error, error.message, String(error.cause)])).not.toContain('s3cret');
    expect(server.connections).toBe(0);
  });

  it('is reported when it cannot be reached', async () => {
    const proxy = await startProxy();
    await proxy.close();
    const client = await clientThrough(`http://${proxy.host}`);
    const error = await catchFailure(client, { url: 'https://127.0.0.1:1/' });
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: false });
    expect(error.message).toContain(`No connection through the proxy ${proxy.host} (ECONNREFUSED)`);
    expect(error.message).toContain('Check the address');
    expect(String(error.cause)).toContain('did not respond');
    expect(failureKind(error)).toBeUndefined();
  });

  it('receives nothing if it has a certificate that is not trusted', async () => {
    const received: unknown[] = [];
    const { host } = await harness.serve(
      startTls(harness.serverCertificate, (socket) =>
        socket.on('data', (data) => received.push(data)),
      ),
    );
    const client = await clientThrough(`https://user:word@${host}`);
    const error = await catchFailure(client, { url: 'https://127.0.0.1:1/' });
    expect(error.message).toContain(`No connection through the proxy ${host}`);
    expect(failureKind(error)).toBe('permanent');
    expect(received).toEqual([]);
  });

  it('is permanent when its name does not exist', async () => {
    const client = await clientThrough('http://proxy.invalid:3128');
    const error = await catchFailure(client, { url: 'https://127.0.0.1:1/' });
    expect(error.message).toContain(
      'No connection through the proxy proxy.invalid:3128 (ENOTFOUND)',
    );
    expect(failureKind(error)).toBe('permanent');
  });

  it('is reported when it closes the connection', async () => {
    const { host } = await harness.serve(
      startTcp((socket) => socket.once('data', () => socket.end())),
    );
    const client = await clientThrough(`http://${host}`);
    const error = await catchFailure(client, { url: 'https://127.0.0.1:1/' });
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: false });
    expect(error.message).toContain(`No connection through the proxy ${host} (ECONNRESET)`);
    expect(failureKind(error)).toBeUndefined();
  });

  it('ends at the connect time limit, and frees its connection', async () => {
    const [server, proxy] = [await serveMutualTls(), await proxyWith('silent')];
    const client = await clientThrough(`http://${proxy.host}`);
    const errors = await Promise.all(
      Array.from({ length: 5 }, () =>
        catchFailure(client, { url: server.url, timeout: [0.05, 1] }),
      ),
    );
    expect(new Set(errors.map(({ name }) => name))).toEqual(new Set(['PixTimeoutException']));
    expect(errors.map(({ resultUnknown }) => resultUnknown)).toEqual(Array(5).fill(false));
    expect(errors[0]?.message).toContain('No TLS connection');
    // Requests that waited for a connection got one after the first two had ended.
    expect(proxy.targets.length).toBeGreaterThan(2);
  });

  it('fails every waiting request', async () => {
    const [server, proxy] = [await serveMutualTls(), await proxyWith(403)];
    const client = await clientThrough(`http://${proxy.host}`);
    const errors = await Promise.all(
      Array.from({ length: 5 }, () => catchFailure(client, { url: server.url })),
    );
    expect(errors.map(({ message }) => message.includes('status 403'))).toEqual(
      Array(5).fill(true),
    );
    expect(proxy.targets).toHaveLength(5);
  });
});

describe('the response of a proxy to CONNECT', () => {
  const TARGET = 'https://127.0.0.1:1/';

  it.each([
    ['is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n', 'HPE_INVALID_CONSTANT'],
    ['has no end', `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(17_000)}\r\n`, 'HPE_HEADER_OVERFLOW'],
  ])('is refused if it %s', async (_what, text, code) => {
    const { host } = await harness.serve(
      startTcp((socket) => socket.once('data', () => socket.write(text))),
    );
    const error = await catchFailure(await clientThrough(`http://user:s3cret@${host}`), {
      url: TARGET,
    });
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: false });
    expect(error.message).toContain(`No connection through the proxy ${host} (${code})`);
    expect(failureKind(error)).toBeUndefined();
    expect(String(error.cause)).not.toContain('s3cret');
  });

  it('may arrive in parts, with bytes of the provider behind it', async () => {
    const arrived: string[] = [];
    const { host } = await harness.serve(
      startTcp((socket) =>
        socket.once('data', (data) => {
          arrived.push(data.toString());
          socket.write('HTTP/1.0 200 OK\r\n');
          setImmediate(() => socket.write('X-A: b\r\n\r\nfirst bytes'));
        }),
      ),
    );
    const tunnel = await openTunnel(
      new URL(`http://${host}`),
      { host: '::1', port: 443 },
      new AbortController().signal,
    );
    const [bytes] = (await once(tunnel.resume(), 'data')) as [Buffer];
    tunnel.destroy();
    expect(bytes.toString()).toBe('first bytes');
    expect(arrived).toEqual(['CONNECT [::1]:443 HTTP/1.1\r\nHost: [::1]:443\r\n\r\n']);
  });
});

// Node reads the variable once, so that a test cannot set it: the option must say it.
it('verifies the certificate of an https proxy, whatever NODE_TLS_REJECT_UNAUTHORIZED says', async () => {
  const request = jest.spyOn(https, 'request').mockImplementation((): ClientRequest => {
    throw new Error('not connected');
  });
  const proxy = new URL('https://user:word@proxy.example:3129');
  const target = { host: 'bank.example', port: 443 };
  const tunnel = openTunnel(proxy, target, new AbortController().signal);
  await expect(tunnel).rejects.toThrow('not connected');
  const [options] = request.mock.calls[0] as unknown as [RequestOptions];
  request.mockRestore();
  expect(options).toMatchObject({
    host: 'proxy.example',
    servername: 'proxy.example',
    rejectUnauthorized: true,
  });
});
