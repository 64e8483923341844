import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { pixScopes, type PixModuleOptions } from '../../lib/index.js';
import {
  TestAuthority,
  type TestCertificate,
  type TestCertificateOptions,
} from './certificates.js';
import { echoRecord } from './echo-record.js';

/** One request that the scripted provider received. */
export interface Received {
  method: string;
  /** Path and query as sent. */
  url: string;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  body: string;
}

export interface ScriptedResponse {
  status?: number;
  headers?: Record<string, string>;
  /** Text is sent unchanged, an object as JSON with its content type. */
  body?: unknown;
}

/** A response, or a function that returns one or writes, hangs or closes the connection itself. */
export type Script =
  | ScriptedResponse
  | ((
      received: Received,
      response: ServerResponse,
      request: IncomingMessage,
    ) => ScriptedResponse | undefined | Promise<ScriptedResponse | undefined>);

/** The default scopes of the provider. */
export const scriptedScopes = pixScopes;

/** The certificates of the providers of a spec: issuing them takes longer than most tests. */
let identity: ReturnType<typeof createIdentity> | undefined;

async function createIdentity() {
  const authority = await TestAuthority.create('Scripted provider CA');
  const [server, client] = [await authority.issueServer(), await authority.issueClient()];
  return { authority, server, client };
}

/** A provider with mutual TLS whose responses a test scripts. It records the requests. */
export class ScriptedProvider {
  readonly requests: Received[] = [];
  readonly tokenRequests: Received[] = [];
  connections = 0;
  token: Script = { body: { access_token: 'token-1', token_type: 'Bearer', expires_in: 3600 } };
  api: Script = echoRecord;
  readonly #sockets = new Set<Socket>();

  private constructor(
    readonly origin: string,
    readonly ca: string,
    readonly client: TestCertificate,
    private readonly authority: TestAuthority,
    private readonly shutdown: () => Promise<void>,
  ) {}

  static async start({ mutualTls = true } = {}): Promise<ScriptedProvider> {
    const { authority, server: own, client } = await (identity ??= createIdentity());
    const server = createServer({
      cert: own.cert,
      key: own.key,
      ca: authority.cert,
      requestCert: mutualTls,
      rejectUnauthorized: mutualTls,
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const provider = new ScriptedProvider(
      `https://127.0.0.1:${port}`,
      authority.cert,
      client,
      authority,
      () =>
        new Promise((resolve) => {
          for (const socket of provider.#sockets) socket.destroy();
          server.close(() => resolve());
        }),
    );
    server.on('secureConnection', (socket) => {
      provider.connections += 1;
      provider.#sockets.add(socket);
      socket.on('close', () => provider.#sockets.delete(socket));
    });
    server.on('request', (request, response) => void provider.#answer(request, response));
    return provider;
  }

  /** Returns options for `PixModule.forRoot` or `createPixClient` with this provider. */
  options(more: Partial<PixModuleOptions> = {}): PixModuleOptions {
    return {
      provider: {
        name: 'scripted',
        code: '999',
        production: { baseUrl: `${this.origin}/pix/v2`, tokenUrl: `${this.origin}/oauth/token` },
        scopes: scriptedScopes,
        readLag: 0,
      },
      clientId: 'client-1',
      clientSecret: 'secret-1',
      certificate: this.client,
      ca: this.ca,
      log: false,
      ...more,
    };
  }

  /** Issues another client certificate that this provider accepts. */
  issueClient(options: TestCertificateOptions): Promise<TestCertificate> {
    return this.authority.issueClient(options);
  }

  /** Resolves when all clients are disconnected. */
  async disconnected(): Promise<void> {
    while (this.#sockets.size > 0) {
      const [socket] = this.#sockets;
      if (socket) await once(socket, 'close');
    }
  }

  close(): Promise<void> {
    return this.shutdown();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const received: Received = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      body,
    };
    const isToken = received.url.includes('/oauth/');
    (isToken ? this.tokenRequests : this.requests).push(received);
    const script = isToken ? this.token : this.api;
    const answer =
      typeof script === 'function' ? await script(received, response, request) : script;
    if (!answer) return;
    const isText = typeof answer.body === 'string' || answer.body === undefined;
    response.writeHead(answer.status ?? 200, {
      ...(!isText && { 'content-type': 'application/json' }),
      ...answer.headers,
    });
    response.end(isText ? answer.body : JSON.stringify(answer.body));
  }
}
