import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AxiosHeaders } from 'axios';
import { firstValueFrom } from 'rxjs';
import { ConfigurationError, ValueError } from '../../lib/errors/index.js';
import {
  AccountHttp,
  createLeanAdapter,
  PixAgent,
  type PixRequest,
} from '../../lib/transport/index.js';
import { cleanHeaders } from '../../lib/transport/request.js';
import { Harness } from './support/harness.js';
import { startHttps, type TestServer } from './support/servers.js';

const harness = new Harness();

/** A request as the server received it. */
interface EchoedRequest {
  method: string;
  url: string;
  headers: string[];
  body: string;
}

async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk as string;
  const { method, url, rawHeaders: headers } = request;
  response.end(JSON.stringify({ method, url, headers, body }));
}

function serve(
  handler: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<TestServer> {
  return harness.serve(
    startHttps(harness.serverCertificate, (request, response) => {
      void handler(request, response);
    }),
  );
}

async function sendToEcho(
  config: Partial<PixRequest>,
): Promise<EchoedRequest & { origin: string }> {
  const server = await serve(echo);
  const client = await harness.client();
  const { body } = await client.request({
    ...config,
    url: server.url + (config.url ?? ''),
  });
  return { ...(JSON.parse(body) as EchoedRequest), origin: server.url };
}

describe('a request', () => {
  it('is sent with the given method, path, query, body and header names', async () => {
    const sent = await sendToEcho({
      method: 'put',
      url: '/pix/v2/cob/abc?x=1&y=%20',
      body: '{"nome":"João"}',
      headers: { 'Content-Type': 'application/json', client_id: '', 'X-Many': ['a', 'b'] },
    });
    expect(sent.method).toBe('PUT');
    expect(sent.url).toBe('/pix/v2/cob/abc?x=1&y=%20');
    expect(sent.body).toBe('{"nome":"João"}');
    const { host } = new URL(sent.origin);
    expect(sent.headers).toEqual([
      'Content-Type',
      'application/json',
      'client_id',
      '',
      'X-Many',
      'a',
      'X-Many',
      'b',
      'Host',
      host,
      'Connection',
      'keep-alive',
      'Content-Length',
      '16',
    ]);
  });

  it('has only the headers that HTTP requires', async () => {
    const { headers } = await sendToEcho({ method: 'get' });
    expect(headers.filter((_value, index) => index % 2 === 0)).toEqual(['Host', 'Connection']);
  });

  it('can have bytes as body, and a body in any method', async () => {
    expect((await sendToEcho({ method: 'POST', body: Buffer.from('é') })).body).toBe('é');
    expect((await sendToEcho({ method: 'DELETE', body: 'x' })).body).toBe('x');
  });

  it('has Content-Length: 0 for an empty POST', async () => {
    const { headers, body } = await sendToEcho({ method: 'POST' });
    expect(headers[headers.indexOf('Content-Length') + 1]).toBe('0');
    expect(body).toBe('');
  });

  it('ignores the Host and length headers of the caller', async () => {
    const { headers, body } = await sendToEcho({
      method: 'PUT',
      body: 'abc',
      headers: cleanHeaders({
        host: 'evil.example',
        'content-length': '1',
        'Transfer-Encoding': 'chunked',
      }),
    });
    expect(headers.join()).not.toMatch(/evil|chunked/);
    expect(body).toBe('abc');
  });

  describe('with invalid options', () => {
    it.each([
      ['a plain http address', { url: 'http://127.0.0.1:1/' }],
      ['another protocol', { url: 'ftp://127.0.0.1/' }],
      ['a relative address', { url: '/cob' }],
      ['no address', {}],
      ['credentials in the address', { url: 'https://user:secret@127.0.0.1/' }],
      ['a line break in a header', { url: 'https://127.0.0.1:1/', headers: { a: 'b\nc: d' } }],
      ['a header name with a space', { url: 'https://127.0.0.1:1/', headers: { 'a b': 'c' } }],
      ['an invalid method', { url: 'https://127.0.0.1:1/', method: 'G T' }],
      ['an invalid time limit', { url: 'https://127.0.0.1:1/', timeout: 0 }],
    ] as [string, PixRequest][])(
      'is refused with a ValueError before it is sent: %s',
      async (_name, config) => {
        const adapter = createLeanAdapter({ agent: new PixAgent() });
        const error: unknown = await adapter({
          ...config,
          headers: Object.assign(new AxiosHeaders(), config.headers),
        }).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(ValueError);
        expect((error as Error).message).not.toContain('secret');
      },
    );
  });
});

describe('a response', () => {
  it('has text, status and lower-case headers, whatever the status', async () => {
    const server = await serve((_request, response) =>
      response
        .writeHead(404, 'Nada', { 'Content-Type': 'application/problem+json', 'Retry-After': '7' })
        .end('{"título":"é"}'),
    );
    const client = await harness.client();
    const response = await client.get(server.url);
    expect(response.status).toBe(404);
    expect(response.statusText).toBe('Nada');
    expect(response.body).toBe('{"título":"é"}');
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect(response.headers['retry-after']).toBe('7');
  });

  it.each([201, 204, 302, 500, 503])('resolves with status %i', async (status) => {
    const server = await serve((_request, response) => response.writeHead(status).end());
    const response = await (await harness.client()).get(server.url);
    expect(response.status).toBe(status);
    expect(response.body).toBe('');
  });

  it('is returned unchanged when it is HTML', async () => {
    const html = '<!doctype html><p>Bloqueado</p>';
    const server = await serve((_request, response) =>
      response.writeHead(201, { 'Content-Type': 'text/html' }).end(html),
    );
    expect((await (await harness.client()).post(server.url)).body).toBe(html);
  });

  it('decodes characters that arrive in two chunks', async () => {
    const bytes = Buffer.from('"ação"');
    const server = await serve((_request, response) => {
      response.write(bytes.subarray(0, 3), () => response.end(bytes.subarray(3)));
    });
    expect((await (await harness.client()).get(server.url)).body).toBe('"ação"');
  });

  it('has no byte order mark', async () => {
    const server = await serve((_request, response) => response.end('\uFEFF{}'));
    expect((await (await harness.client()).get(server.url)).body).toBe('{}');
  });

  it('is not followed when it is a redirect', async () => {
    const target = await serve((_request, response) => response.end('target'));
    const server = await serve((_request, response) =>
      response.writeHead(307, { Location: target.url }).end('moved'),
    );
    const response = await (await harness.client()).get(server.url);
    expect(response.status).toBe(307);
    expect(response.headers.location).toBe(target.url);
    expect(target.connections).toBe(0);
  });

  it('stores no cookie', async () => {
    const server = await serve((request, response) =>
      response.setHeader('Set-Cookie', ['a=1', 'b=2']).end(String(request.headers.cookie)),
    );
    const client = await harness.client();
    const first = await client.get(server.url);
    expect(first.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect((await client.get(server.url)).body).toBe('undefined');
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['identity', (body: Buffer) => body],
  ])('is decompressed from %s without Accept-Encoding', async (encoding, pack) => {
    const server = await serve((request, response) => {
      const body = request.headers['accept-encoding'] ?? '{"ação":1}';
      response.writeHead(200, { 'Content-Encoding': encoding }).end(pack(Buffer.from(body)));
    });
    const response = await (await harness.client()).get(server.url);
    expect(response.body).toBe('{"ação":1}');
    if (encoding !== 'identity') expect(response.headers['content-encoding']).toBeUndefined();
  });
});

describe('createLeanAdapter', () => {
  const proxy = process.env.HTTPS_PROXY;
  afterEach(() => {
    if (proxy === undefined) delete process.env.HTTPS_PROXY;
    else process.env.HTTPS_PROXY = proxy;
  });

  it('ignores HTTPS_PROXY', async () => {
    process.env.HTTPS_PROXY = 'http://127.0.0.1:1';
    const server = await serve((_request, response) => response.end('direct'));
    expect((await (await harness.client()).get(server.url)).body).toBe('direct');
  });

  it.each([0, -1, NaN])('refuses maxResponseBytes: %p', (maxResponseBytes) => {
    const agent = new PixAgent();
    expect(() => createLeanAdapter({ agent, maxResponseBytes })).toThrow(ConfigurationError);
  });

  it('refuses an invalid timeout', () => {
    const agent = new PixAgent();
    expect(() => createLeanAdapter({ agent, timeout: -1 })).toThrow(ValueError);
  });
});

describe('the HttpService of an account', () => {
  const load = () =>
    new AccountHttp({ agent: new PixAgent({ ca: [harness.authority.cert] }) }).load();

  it('sends requests of the application', async () => {
    const server = await serve(echo);
    const service = await load();
    const { data } = await firstValueFrom(service.put<EchoedRequest>(server.url, '{}'));
    expect(data).toMatchObject({ method: 'PUT', body: '{}' });
  });

  it('aborts a request when its observer unsubscribes', async () => {
    let subscription: { unsubscribe(): void } | undefined;
    const closed = new Promise<boolean>((resolve, reject) => {
      void serve((request) => {
        request.on('close', () => resolve(true));
        subscription?.unsubscribe();
      }).then(async (server) => {
        const service = await load();
        // Longer than the test: what closes the request is not its time limit.
        subscription = service.get(server.url, { timeout: 600_000 }).subscribe();
      }, reject);
    });
    await expect(closed).resolves.toBe(true);
  });
});
