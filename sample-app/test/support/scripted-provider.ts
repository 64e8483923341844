import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { CertificateAuthority, type PemCertificate } from 'nestjs-pix-devkit';

/** A received call. The body of a read is the latest one that was sent for its txid. */
export interface Call {
  readonly method: string;
  readonly txid: string;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** A scripted response: a status and body, no response, or a closed connection. */
export type ScriptedReply = 'hang' | 'hang-up' | Reply | ((call: Call) => Reply);

/** Responses by method, one per call, the last one repeated. */
export type Script = Readonly<Record<string, readonly [ScriptedReply, ...ScriptedReply[]]>>;

/** A provider that issues tokens and answers calls on charges by script. */
export class ScriptedProvider {
  readonly calls: Call[] = [];
  #resumed: Promise<void> = Promise.resolve();
  #resume: () => void = () => undefined;
  readonly #sent = new Map<string, Call['body']>();
  readonly #script = new Map<string, readonly ScriptedReply[]>();

  private constructor(
    private readonly server: Server,
    readonly ca: string,
    readonly clientCertificate: PemCertificate,
  ) {
    server.on('request', (request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<ScriptedProvider> {
    const authority = await CertificateAuthority.create();
    const ca = authority.certificate;
    const certificate = await authority.issueServer();
    const server = createServer({ ...certificate, ca, requestCert: true });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new ScriptedProvider(server, ca, await authority.issueClient());
  }

  get origin(): string {
    return `https://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The calls about the charge that was created last. */
  get lastCharge(): readonly Call[] {
    const created = this.calls.findLast(({ method }) => method === 'PUT');
    return this.calls.filter(({ txid }) => txid === created?.txid);
  }

  setScript(script: Script): void {
    this.calls.length = 0;
    this.#script.clear();
    for (const [method, answers] of Object.entries(script)) this.#script.set(method, answers);
  }

  /** Answers no call on a charge until {@link resume}. */
  pause(): void {
    this.#resumed = new Promise((resolve) => (this.#resume = resolve));
  }

  resume(): void {
    this.#resume();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await once(this.server.close(), 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '' } = request;
    if (url.startsWith('/token')) send(response, GRANTED);
    else if (url.includes('/webhook/')) send(response, { status: 200 });
    else if (url.startsWith('/pix?')) send(response, NOTHING_RECEIVED);
    else await this.#follow(request, response);
  }

  async #follow(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const txid = new URL(url, this.origin).pathname.split('/').at(-1) ?? '';
    if (method !== 'GET') this.#sent.set(txid, (await json(request)) as Call['body']);
    const call = { method, txid, body: this.#sent.get(txid) ?? {} };
    this.calls.push(call);
    await this.#resumed;
    const answer = this.#next(method);
    if (answer === 'hang-up') request.socket.destroy();
    else if (answer !== 'hang')
      send(response, typeof answer === 'function' ? answer(call) : answer);
  }

  #next(method: string): ScriptedReply {
    const [answer, ...others] = this.#script.get(method) ?? [];
    if (!answer) return { status: 404, body: {} };
    if (others.length > 0) this.#script.set(method, others);
    return answer;
  }
}

const GRANTED: Reply = {
  status: 200,
  body: { access_token: 'the-access-token', token_type: 'Bearer', expires_in: 3600 },
};

/** The list that the shop's reconciler reads. */
const NOTHING_RECEIVED: Reply = {
  status: 200,
  body: {
    parametros: {
      inicio: '2026-03-10T00:00:00Z',
      fim: '2026-03-11T00:00:00Z',
      paginacao: {
        paginaAtual: 0,
        itensPorPagina: 100,
        quantidadeDePaginas: 1,
        quantidadeTotalDeItens: 0,
      },
    },
    pix: [],
  },
};

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
