import { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  createPixAgent,
  failureKind,
  loadCertificate,
  parseProxy,
  ReplaceableAgent,
} from '../../lib/transport/index.js';
import { TestAuthority } from '../support/certificates.js';
import { catchFailure, Harness, type TestClient } from './support/harness.js';
import { startProxy, type TestProxy } from './support/proxy.js';
import { startHttps, type TestServer } from './support/servers.js';

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
  const certificate = await loadCertificate(harness.clientCertificate);
  const agent = createPixAgent({ certificate, ca: [ca], maxSockets: 2, proxy: parseProxy(proxy) });
  return harness.createClient(agent);
}

describe('a request through a proxy', () => {
  it('has mutual TLS with the provider end to end, on kept-alive connections', async () => {
    const [server, proxy] = [await serveMutualTls(), await proxyWith()];
    const client = await clientThrough(`http://us%20er:p%40ss@${proxy.host}`);
    const answers = [];
    for (let call = 0; call < 3; call += 1) answers.push((await client.get(server.url)).data);
    expect(new Set(answers).size).toBe(1);
    expect(['false', 'undefined', '']).not.toContain(answers[0]);
    expect(proxy.targets).toEqual([server.host]);
    expect(proxy.credentials).toEqual([`Basic ${Buffer.from('us er:p@ss').toString('base64')}`]);
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

describe('a proxy that does not open the connection', () => {
  it.each([
    [407, 'user and the password', 'permanent'],
    [403, 'allows CONNECT', 'permanent'],
    [502, 'allows CONNECT', undefined],
  ])('is reported with its status %d, and nothing was sent', async (status, hint, kind) => {
    const [server, proxy] = [await serveMutualTls(), await proxyWith(status)];
    const client = await clientThrough(`http://user:s3cret-word@${proxy.host}`);
    const error = await catchFailure(client, { url: server.url, method: 'POST', data: '{}' });
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: false });
    expect(error.message).toContain(
      `The proxy ${proxy.host} refused the connection (status ${status})`,
    );
    expect(error.message).toContain(`Nothing was sent to ${server.host}`);
    expect(error.message).toContain(hint);
    expect(failureKind(error)).toBe(kind);
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
  });

  it('ends at the connect time limit, and frees its connection', async () => {
    const [server, proxy] = [await serveMutualTls(), await proxyWith('silent')];
    const client = await clientThrough(`http://${proxy.host}`);
    const errors = await Promise.all(
      Array.from({ length: 5 }, () =>
        catchFailure(client, { url: server.url, pixTimeout: [0.05, 1] }),
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

describe('parseProxy', () => {
  it.each([
    'proxy:3128',
    'ftp://proxy:3128',
    'http://proxy:3128/path',
    'http://proxy:3128?x=1',
    'http://us%er:x@proxy:3128',
    '',
  ])('refuses %p and names the option', (text) => {
    expect(() => parseProxy(text)).toThrow(/proxy must be an address like http/);
  });

  it('reads the environment only when the option says so', () => {
    process.env.HTTPS_PROXY = 'http://from-env:3128';
    process.env.NO_PROXY = 'direct.example';
    try {
      const select = parseProxy('environment');
      expect(select('pix.example', 443)?.host).toBe('from-env:3128');
      expect(select('direct.example', 443)).toBeUndefined();
      expect(parseProxy('http://own:1')('pix.example', 443)?.host).toBe('own:1');
      process.env.HTTPS_PROXY = 'http://bad host';
      expect(() => parseProxy('environment')).toThrow(/HTTPS_PROXY/);
    } finally {
      delete process.env.HTTPS_PROXY;
      delete process.env.NO_PROXY;
    }
  });
});
