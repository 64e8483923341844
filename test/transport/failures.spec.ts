import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { isStaleConnection, type PixRequest } from '../../lib/transport/index.js';
import { TestAuthority } from '../support/certificates.js';
import { catchFailure, Harness, type TestClient } from './support/harness.js';
import { startHttps, startTcp, startTls, type TestServer } from './support/servers.js';

const harness = new Harness();

function serve(
  handler: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<TestServer> {
  return harness.serve(
    startHttps(harness.serverCertificate, (request, response) => {
      void handler(request, response);
    }),
  );
}

/** A server that writes `answer` after it reads a request, and then closes the socket or leaves it open. */
function serveRaw(answer: string, then: 'destroy' | 'end' | 'wait'): Promise<TestServer> {
  return harness.serve(
    startTls(harness.serverCertificate, (socket) => {
      socket.once('data', () => {
        if (answer === '') return void socket.destroy();
        socket.write(answer, () => {
          if (then === 'destroy') socket.destroy();
          if (then === 'end') socket.end();
        });
      });
    }),
  );
}

async function failure(server: TestServer, config: Partial<PixRequest> = {}, client?: TestClient) {
  return catchFailure(client ?? (await harness.client()), { url: server.url, ...config });
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

describe('an exceeded timeout', () => {
  it('is a connect timeout when the server accepts TCP and sends nothing', async () => {
    const server = await harness.serve(startTcp(() => undefined));
    const error = await failure(server, { timeout: [0.05, null] });
    expect(error).toMatchObject({
      name: 'PixTimeoutException',
      status: undefined,
      resultUnknown: false,
    });
    expect(error.detail).toContain(`${server.host} within 0.05 s`);
  });

  it('is a read timeout when the server does not answer', async () => {
    const server = await serve(() => undefined);
    const error = await failure(server, { timeout: [5, 0.05] });
    expect(error).toMatchObject({ name: 'PixTimeoutException', resultUnknown: true });
    expect(error.detail).toContain('did not respond within 0.05 s');
  });

  it('is a read timeout when the body does not end', async () => {
    const server = await serve((_request, response) => {
      const interval = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(interval));
    });
    const error = await failure(server, { timeout: [5, 1] });
    expect(error).toMatchObject({ name: 'PixTimeoutException', resultUnknown: true });
    expect(error.detail).toContain('did not finish its response');
  });

  it('applies to a reused connection', async () => {
    let calls = 0;
    const server = await serve((_request, response) => {
      calls += 1;
      if (calls === 1) response.end();
    });
    const client = await harness.client();
    await client.get(server.url);
    const error = await failure(server, { timeout: [5, 0.05] }, client);
    expect(error).toMatchObject({ name: 'PixTimeoutException', resultUnknown: true });
    expect(server.connections).toBe(1);
  });

  it('applies to a request that waits for a free connection', async () => {
    const server = await serve(() => undefined);
    const client = await harness.client({ maxSockets: 1 });
    const busy = new AbortController();
    const first = failure(server, { timeout: [5, null], signal: busy.signal }, client);
    const error = await failure(server, { timeout: [5, 0.05] }, client);
    expect(error).toMatchObject({
      name: 'PixTimeoutException',
      title: 'No free connection',
      resultUnknown: false,
    });
    busy.abort();
    await first;
  });

  it('is that of the adapter unless the request sets its own', async () => {
    const server = await serve(() => undefined);
    const client = await harness.client({ timeout: [5, 0.05] });
    expect(await failure(server, {}, client)).toMatchObject({ name: 'PixTimeoutException' });
  });

  it('does not occur with a read timeout of null', async () => {
    const answers = new Map<string | undefined, () => void>();
    const server = await serve((request, response) =>
      answers.set(request.url, () => response.end('late')),
    );
    const client = await harness.client({ timeout: [5, 0.05] });
    const withoutReadLimit: PixRequest = {
      url: `${server.url}/unlimited`,
      timeout: [5, null],
    };
    const late = client.request(withoutReadLimit);
    while (!answers.has('/unlimited')) await new Promise(setImmediate);
    expect(await failure(server, {}, client)).toMatchObject({ name: 'PixTimeoutException' });
    answers.get('/unlimited')?.();
    expect((await late).body).toBe('late');
  });
});

describe('a connection failure', () => {
  it('names a host that does not exist', async () => {
    const error = await catchFailure(await harness.client(), {
      url: 'https://pix.invalid/secreto?a=b',
    });
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: false });
    expect(error.detail).toMatch(/pix\.invalid.*name/);
    expect(error.message).not.toContain('secreto');
  });

  it('reports a port without a server', async () => {
    const server = await startTcp(() => undefined);
    await server.close();
    const error = await failure(server);
    expect(error).toMatchObject({
      name: 'PixConexaoException',
      resultUnknown: false,
      cause: { code: 'ECONNREFUSED' },
    });
    expect(error.detail).toContain('No server listens');
  });

  it('reports a server certificate for another name', async () => {
    const certificate = await harness.authority.issueServer({ names: ['other.example'] });
    const server = await harness.serve(startTls(certificate, () => undefined));
    const error = await failure(server);
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: false });
    expect(error.detail).toContain('for another name');
  });

  it('reports an expired server certificate', async () => {
    const certificate = await harness.authority.issueServer({
      notAfter: new Date(Date.now() - 60_000),
    });
    const server = await harness.serve(startTls(certificate, () => undefined));
    const error = await failure(server);
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: false });
    expect(error.detail).toContain('has expired');
  });

  it('reports a server that closes the connection during the handshake', async () => {
    const server = await harness.serve(startTcp((socket) => socket.destroy()));
    const error = await failure(server);
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: false });
    expect(error.detail).toContain('option `certificate`');
  });

  it('reports a server that does not use TLS', async () => {
    const server = await harness.serve(
      startTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    );
    const error = await failure(server);
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: false });
    expect(error.detail).toContain('does not use TLS');
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'reports that nothing was processed when the server requires a client certificate over %s',
    async (version) => {
      let served = 0;
      const server = await harness.serve(
        startHttps(harness.serverCertificate, () => (served += 1), {
          requestCert: true,
          rejectUnauthorized: true,
          ca: harness.authority.cert,
          minVersion: version,
          maxVersion: version,
        }),
      );
      const error = await failure(server, { method: 'POST', body: '{}' });
      expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: false });
      expect(error.detail).toContain('option `certificate`');
      expect(served).toBe(0);
    },
  );

  it('reports a server that refuses the client certificate', async () => {
    const otherAuthority = await TestAuthority.create('Other');
    const server = await harness.serve(
      startHttps(harness.serverCertificate, () => undefined, {
        requestCert: true,
        rejectUnauthorized: true,
        ca: otherAuthority.cert,
      }),
    );
    const error = await failure(server, {}, await harness.client({ mutual: true }));
    expect(error).toMatchObject({ name: 'PixConexaoException' });
    expect(error.detail).toContain('refuse this one');
  });
});

describe('a connection that breaks after the request is sent', () => {
  it('has an unknown outcome before a response', async () => {
    const error = await failure(await serveRaw('', 'destroy'), { method: 'POST', body: '{}' });
    expect(error).toMatchObject({
      name: 'PixConexaoException',
      title: 'Connection broken',
      resultUnknown: true,
      cause: { code: 'ECONNRESET' },
    });
    expect(isStaleConnection(error)).toBe(false);
  });

  it('has an unknown outcome while the response headers arrive', async () => {
    const error = await failure(await serveRaw(HEAD, 'destroy'));
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: true });
  });

  it.each(['destroy', 'end'] as const)(
    'has an unknown outcome during the body (%s)',
    async (how) => {
      const error = await failure(await serveRaw(`${HEAD}Content-Length: 100\r\n\r\n{"a"`, how));
      expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: true });
      expect(error.detail).toContain('broke during the response');
    },
  );

  it('has an unknown outcome during a chunked body', async () => {
    const answer = `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`;
    const error = await failure(await serveRaw(answer, 'end'));
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: true });
  });

  it('has an unknown outcome when the response is not HTTP', async () => {
    const error = await failure(await serveRaw('SSH-2.0-OpenSSH_9.2\r\n', 'wait'));
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: true });
    expect(error.detail).toContain('not HTTP');
  });

  it('has an unknown outcome when the server switches protocols', async () => {
    const answer = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';
    const error = await failure(await serveRaw(answer, 'wait'));
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: true });
  });

  it('is stale and has an unknown outcome when the server closed it between requests', async () => {
    const server = await harness.serve(
      startTls(harness.serverCertificate, (socket) => {
        socket.once('data', () => {
          socket.once('data', () => socket.destroy());
          socket.write(`${HEAD}Content-Length: 2\r\n\r\n{}`);
        });
      }),
    );
    const client = await harness.client();
    await client.get(server.url);
    const error = await failure(server, {}, client);
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: true });
    expect(isStaleConnection(error)).toBe(true);
    expect(server.connections).toBe(1);
    expect((await client.get(server.url)).status).toBe(200);
  });

  it('has a known outcome when the request is safe', async () => {
    const error = await failure(await serveRaw('', 'destroy'), { safe: true });
    expect(error).toMatchObject({ name: 'PixConexaoException', resultUnknown: false });
  });
});

describe('a refused response', () => {
  const tooLarge = {
    name: 'PixErroTransporteException',
    title: 'Response too large',
    resultUnknown: true,
  };

  it('exceeds maxResponseBytes in its Content-Length', async () => {
    const server = await serve((_request, response) => response.end('x'.repeat(1001)));
    const client = await harness.client({ maxResponseBytes: 1000 });
    const error = await failure(server, {}, client);
    expect(error).toMatchObject(tooLarge);
    expect(error.detail).toContain('exceeds 1000 bytes');
  });

  it('exceeds maxResponseBytes without a Content-Length', async () => {
    const server = await serve((_request, response) => {
      const writeUntilFull = () => {
        while (!response.destroyed && response.write('x'.repeat(1000)));
      };
      response.on('drain', writeUntilFull);
      writeUntilFull();
    });
    const client = await harness.client({ maxResponseBytes: 100_000 });
    expect(await failure(server, {}, client)).toMatchObject(tooLarge);
  });

  it('exceeds maxResponseBytes after decompression', async () => {
    const compressed = gzipSync(Buffer.alloc(1_000_000));
    const server = await serve((_request, response) =>
      response.setHeader('Content-Encoding', 'gzip').end(compressed),
    );
    const client = await harness.client({ maxResponseBytes: 10_000 });
    expect(await failure(server, {}, client)).toMatchObject(tooLarge);
  });

  it('is not a response of exactly maxResponseBytes', async () => {
    const server = await serve((_request, response) => response.end('x'.repeat(1000)));
    const client = await harness.client({ maxResponseBytes: 1000 });
    expect((await client.get(server.url)).body).toHaveLength(1000);
  });

  it.each(['gzip', 'br', 'deflate', 'zstd-of-tomorrow'])(
    'is not encoded as %s although it claims to be',
    async (encoding) => {
      const server = await serve((_request, response) =>
        response.setHeader('Content-Encoding', encoding).end('x'),
      );
      const error = await failure(server);
      expect(error).toMatchObject({ name: 'PixErroTransporteException', resultUnknown: true });
      expect(error.title).toBe('Response undecodable');
    },
  );
});

describe('an aborted request', () => {
  it('has a known outcome before it is sent', async () => {
    const server = await serve(() => undefined);
    const reason = new Error('changed my mind');
    const error = await failure(server, { signal: AbortSignal.abort(reason) });
    expect(error).toMatchObject({ name: 'PixErroTransporteException', resultUnknown: false });
    expect(error.cause).toBe(reason);
    expect(server.connections).toBe(0);
  });

  it('has an unknown outcome after it is sent', async () => {
    const controller = new AbortController();
    const server = await serve(() => controller.abort(new Error('enough')));
    const error = await failure(server, { signal: controller.signal });
    expect(error).toMatchObject({ name: 'PixErroTransporteException', resultUnknown: true });
    expect(error.cause).toMatchObject({ message: 'enough' });
  });

  it('has a known outcome while it connects', async () => {
    const controller = new AbortController();
    const server = await harness.serve(startTcp(() => controller.abort()));
    const error = await failure(server, { signal: controller.signal });
    expect(error).toMatchObject({ name: 'PixErroTransporteException', resultUnknown: false });
  });

  it('has a known outcome in the queue, and its connection stays usable', async () => {
    let calls = 0;
    let answer!: () => void;
    const server = await serve((_request, response) => {
      calls += 1;
      answer = () => response.end('done');
      if (calls > 1) answer();
    });
    const client = await harness.client({ maxSockets: 1 });
    const first = client.get(server.url);
    const controller = new AbortController();
    const second = failure(server, { signal: controller.signal }, client);
    const third = client.get(server.url);
    controller.abort();
    expect(await second).toMatchObject({ resultUnknown: false });
    while (calls === 0) await new Promise(setImmediate);
    answer();
    expect((await first).body).toBe('done');
    expect((await third).body).toBe('done');
    expect(calls).toBe(2);
    expect(server.connections).toBe(1);
  });

  it('removes its listener from the signal', async () => {
    const server = await serve((_request, response) => response.end());
    const client = await harness.client();
    const listeners = new Set<unknown>();
    const signal = {
      aborted: false,
      addEventListener: (_type: string, listener: unknown) => listeners.add(listener),
      removeEventListener: (_type: string, listener: unknown) => listeners.delete(listener),
    };
    await client.get(server.url, { signal });
    expect(listeners.size).toBe(0);
  });
});

describe('a transport error', () => {
  it('names the operation, the provider and the host, but no path, query or header', async () => {
    const server = await serveRaw('', 'destroy');
    const error = await failure(server, {
      url: `${server.url}/cob/segredo?cpf=segredo`,
      headers: { Authorization: 'Bearer segredo' },
      operation: 'PUT /cob/{txid}',
      provider: 'sicoob',
    });
    expect(error).toMatchObject({ operation: 'PUT /cob/{txid}', provider: 'sicoob' });
    expect(error.detail).toContain(server.host);
    expect(JSON.stringify([error, error.stack])).not.toContain('segredo');
  });
});
