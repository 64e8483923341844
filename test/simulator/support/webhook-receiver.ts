import {
  createServer as createHttp,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { PemCertificate, PixSimulator } from '../../../devkit/simulator/index.js';
import type { Json } from './bare-client.js';

export interface Notification {
  url: string;
  body: Json;
  contentType: string | undefined;
  /** Common name of the sender's certificate; `undefined` without TLS. */
  sender: string | undefined;
}

/** How the receiver answers: a status, a redirect, no response, or a reset. */
export type WebhookResponse = number | { redirect: string } | 'silence' | 'reset';

/** A webhook server that requires the provider's certificate. */
export class WebhookReceiver {
  readonly notifications: Notification[] = [];
  /** Responses in order; 200 when used up. */
  readonly script: WebhookResponse[] = [];
  /** Body of the responses. */
  answer = 'ignored';

  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async start(
    simulator: PixSimulator,
    certificate?: PemCertificate,
  ): Promise<WebhookReceiver> {
    const { ca, control } = simulator;
    return this.startWith(ca, certificate ?? (await control.issueServerCertificate()));
  }

  /** @param ca the authority that signed the provider's certificate */
  static startWith(ca: string, { cert, key }: PemCertificate): Promise<WebhookReceiver> {
    return this.listen('https', (handle) =>
      createHttps({ cert, key, ca, requestCert: true, rejectUnauthorized: true }, handle),
    );
  }

  static startPlain(): Promise<WebhookReceiver> {
    return this.listen('http', createHttp);
  }

  private static async listen(
    protocol: string,
    create: (handle: RequestListener) => Server,
  ): Promise<WebhookReceiver> {
    const holder: { receiver?: WebhookReceiver } = {};
    const server = create((request, response) => {
      void holder.receiver!.record(request).then((answer) => {
        if (answer === 'silence') return;
        if (answer === 'reset') request.socket.destroy();
        else if (typeof answer === 'number')
          response.writeHead(answer).end(holder.receiver!.answer);
        else response.writeHead(302, { location: answer.redirect }).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return (holder.receiver = new WebhookReceiver(`${protocol}://127.0.0.1:${port}`, server));
  }

  private async record(request: IncomingMessage): Promise<WebhookResponse> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    this.notifications.push({
      url: request.url ?? '',
      body: JSON.parse(Buffer.concat(chunks).toString()),
      contentType: request.headers['content-type'],
      sender: commonName(request.socket),
    });
    return this.script.shift() ?? 200;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }
}

function commonName(socket: Socket): string | undefined {
  if (!('getPeerCertificate' in socket)) return undefined;
  return String((socket as TLSSocket).getPeerCertificate().subject.CN);
}
