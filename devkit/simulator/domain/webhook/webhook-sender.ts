import { request as requestHttp } from 'node:http';
import { Agent, request as requestHttps } from 'node:https';
import { createSecureContext, rootCertificates } from 'node:tls';
import { systemRuntime, type PixRuntime } from 'nestjs-pix/internal';
import type { PemCertificate } from '../../kernel/certificates/certificate-authority.js';

export interface WebhookSenderOptions {
  /** Client certificate of the provider. */
  readonly certificate: PemCertificate;
  /** Trusted authorities (PEM), in addition to Node's root certificates. */
  readonly ca: readonly string[];
  /** Time limit of an attempt in milliseconds, including the connection. */
  readonly timeout: number;
  readonly runtime?: PixRuntime;
}

/** Sends the requests of deliveries. */
export interface WebhookSender {
  /**
   * Sends one request. Resolves to the status of the response. Rejects if the connection fails or
   * the time limit passes.
   *
   * @param options `certificate: false` presents no client certificate. Default: `true`
   */
  send(url: URL, body: string, options?: { certificate?: boolean }): Promise<number>;
  close(): void;
}

/**
 * Sends over mutual TLS. It does not follow redirects, and reads only the status of the response.
 */
export class MutualTlsSender implements WebhookSender {
  #agent: Agent | undefined;
  #anonymous: Agent | undefined;

  constructor(private readonly options: WebhookSenderOptions) {}

  send(url: URL, body: string, { certificate = true } = {}): Promise<number> {
    return new Promise((resolve, reject) => {
      const secure = url.protocol === 'https:';
      const request = (secure ? requestHttps : requestHttp)(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'nestjs-pix-simulator',
        },
        ...(secure && { agent: this.#agentFor(certificate) }),
      });
      const onLimit = () => {
        request.destroy(Object.assign(new Error('The receiver did not answer in time.'), TIMEOUT));
      };
      const { timeout, runtime = systemRuntime } = this.options;
      const cancelLimit = runtime.after(timeout, onLimit, { background: true });
      request.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject);
      request.on('close', cancelLimit);
      request.end(body);
    });
  }

  close(): void {
    this.#agent?.destroy();
    this.#anonymous?.destroy();
  }

  #agentFor(certificate: boolean): Agent {
    const { ca } = this.options;
    if (certificate) return (this.#agent ??= newAgent(ca, this.options.certificate));
    return (this.#anonymous ??= newAgent(ca));
  }
}

const TIMEOUT = { code: 'TIMEOUT' };

/**
 * Creates an agent with one TLS context for all connections. Called lazily: reading the root
 * certificates is slow.
 */
function newAgent(ca: readonly string[], certificate?: PemCertificate): Agent {
  return new Agent({
    secureContext: createSecureContext({
      ...certificate,
      ca: [...rootCertificates, ...ca],
      minVersion: 'TLSv1.2',
    }),
    keepAlive: true,
    maxSockets: 16,
  });
}
