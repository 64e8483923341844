import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { BANK, type Bank } from '../bank/bank.module.js';

/** Path of the registered address. The bank appends `/pix`. */
export const WEBHOOK_PATH = '/webhooks/pix';

/** Milliseconds that notifications in progress have at shutdown. */
const DRAIN_TIMEOUT = 2_000;

/**
 * An HTTPS listener that requires the bank's client certificate. It passes requests for the webhook to the application and
 * answers all others with 404.
 */
@Injectable()
export class WebhookListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger('WebhookListener');
  #server: Server | undefined;

  constructor(
    @Inject(BANK) private readonly bank: Bank,
    private readonly host: HttpAdapterHost,
  ) {}

  /** Address of the webhook at this listener, or `undefined` without a listener, as behind a proxy. */
  get url(): string | undefined {
    const address = this.#server?.address() as AddressInfo | null | undefined;
    return address ? `https://127.0.0.1:${address.port}${WEBHOOK_PATH}` : undefined;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { listener } = this.bank.webhook;
    if (!listener) return;
    const { host, port, cert, key, ca } = listener;
    // Express is such a function.
    const application = this.host.httpAdapter.getInstance<RequestListener>();
    const server = createServer(
      { cert, key, ca, requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.2' },
      onlyWebhook(application),
    );
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
    this.#server = server;
    this.#logger.log(`Webhook listener on port ${(server.address() as AddressInfo).port}`);
  }

  /** Waits for notifications in progress. The bank repeats a notification that is interrupted. */
  async beforeApplicationShutdown(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT);
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeIdleConnections();
    });
    clearTimeout(timer);
  }
}

function onlyWebhook(application: RequestListener): RequestListener {
  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (path === WEBHOOK_PATH || path.startsWith(`${WEBHOOK_PATH}/`)) {
      application(request, response);
    } else {
      response.writeHead(404).end();
    }
  };
}
