import { request as requestHttp } from 'node:http';
import { Agent, request as requestHttps } from 'node:https';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { PemCertificate } from '../certificates/certificate-authority.js';

export interface WebhookSenderOptions {
  /** The provider's own client certificate. */
  readonly certificate: PemCertificate;
  /** Authorities trusted besides the machine's. */
  readonly ca: readonly string[];
  /** Time limit of an attempt, connection included, in milliseconds. */
  readonly timeout: number;
}

/** Sends one event once: over mutual TLS, following no redirect, reading no more of the answer than its status. */
export class WebhookSender {
  private agent: Agent | undefined;
  private anonymous: Agent | undefined;

  constructor(private readonly options: WebhookSenderOptions) {}

  /**
   * The status of the answer. Rejects when there is none in time.
   *
   * @param certificate `false` presents none, to see whether the receiver minds
   */
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
        ...(secure && { agent: this.agentFor(certificate) }),
      });
      const limit = setTimeout(() => {
        request.destroy(Object.assign(new Error('The receiver did not answer in time.'), TIMEOUT));
      }, this.options.timeout);
      limit.unref();
      request.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject);
      request.on('close', () => {
        clearTimeout(limit);
      });
      request.end(body);
    });
  }

  close(): void {
    this.agent?.destroy();
    this.anonymous?.destroy();
  }

  private agentFor(certificate: boolean): Agent {
    const { ca } = this.options;
    if (certificate) return (this.agent ??= newAgent(ca, this.options.certificate));
    return (this.anonymous ??= newAgent(ca));
  }
}

const TIMEOUT = { code: 'TIMEOUT' };

/** Made at the first delivery, with one context for all connections: reading the root certificates takes its time. */
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
