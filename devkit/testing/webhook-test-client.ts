import { X509Certificate } from 'node:crypto';
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import type { CobRNotification, Pix, PixNotificationKind, RecNotification } from 'nestjs-pix';
import { notificationFields } from 'nestjs-pix/internal';

/** The options of `WebhookTestClient`, which acts as the provider. */
export interface WebhookTestClientOptions {
  /** The registered address, including the query: `https://127.0.0.1:3000/webhooks/pix?hmac=…`. */
  url: string;
  /**
   * The provider's client certificate for mutual TLS, PEM. Default: none, like an unauthenticated
   * caller.
   */
  certificate?: { cert: string; key: string } | undefined;
  /**
   * The authorities to trust for the receiver's certificate, PEM. Default: the authorities of
   * Node.js.
   */
  ca?: string | readonly string[] | undefined;
  /**
   * Acts as a proxy that ends TLS: sends the certificate in this header, percent-encoded, like
   * nginx with `$ssl_client_escaped_cert`.
   */
  certificateHeader?: string | undefined;
  /**
   * Where `/pix`, `/rec` or `/cobr` is appended: to the path; to the whole address after its query,
   * like a provider that treats it as text; or not at all. Default: `path`.
   */
  suffix?: 'path' | 'query' | 'none' | undefined;
  /**
   * The specification's object (`{ "pix": […] }`) or the bare array that some providers send.
   * Default: `object`.
   */
  shape?: 'object' | 'array' | undefined;
  /** Additional headers. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** The receiver's response. */
export interface WebhookTestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/**
 * Delivers notifications like a provider, over real sockets, to the receiver of an application
 * under test.
 *
 * @example
 * ```ts
 * const bank = await CertificateAuthority.create('Banco');
 * const provider = new WebhookTestClient({
 *   url: `https://127.0.0.1:${port}/webhooks/pix`,
 *   certificate: await bank.issueClient({ commonName: 'webhook.banco' }),
 *   ca: bank.certificate,
 * });
 * const { status } = await provider.pix(buildPix({ txid, valor: '37.00' })); // 200
 * provider.close();
 * ```
 */
export class WebhookTestClient {
  readonly #options: WebhookTestClientOptions;
  readonly #agent: HttpAgent;

  constructor(options: WebhookTestClientOptions) {
    const { url, certificate, ca, certificateHeader } = options;
    this.#options = options;
    // With a proxy, the TLS handshake is the proxy's.
    const own = certificateHeader === undefined ? certificate : undefined;
    this.#agent = url.startsWith('https:')
      ? new HttpsAgent({ keepAlive: true, ...own, ...(ca !== undefined && { ca: [ca].flat() }) })
      : new HttpAgent({ keepAlive: true });
  }

  /** Delivers received Pix, with their refunds. */
  pix(...items: Pix[]): Promise<WebhookTestAnswer> {
    return this.send('pix', items);
  }

  /** Delivers recurrences. */
  recorrencias(...items: RecNotification[]): Promise<WebhookTestAnswer> {
    return this.send('rec', items);
  }

  /** Delivers recurring charges. */
  cobrancasRecorrentes(...items: CobRNotification[]): Promise<WebhookTestAnswer> {
    return this.send('cobr', items);
  }

  /** Sends the empty test notification that providers send at registration. */
  register(): Promise<WebhookTestAnswer> {
    return this.post(this.#options.url, '');
  }

  /** Delivers items of a kind in the configured shape, valid or not. */
  send(kind: PixNotificationKind, items: readonly unknown[]): Promise<WebhookTestAnswer> {
    const body = this.#options.shape === 'array' ? items : { [notificationFields[kind]]: items };
    return this.post(this.#buildAddress(kind), JSON.stringify(body));
  }

  /** Posts a body unchanged. */
  async post(url: string, body: string): Promise<WebhookTestAnswer> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = url.startsWith('https:') ? requestHttps : requestHttp;
      request(url, { method: 'POST', agent: this.#agent, headers: this.#headers() }, resolve)
        .on('error', reject)
        .end(body);
    });
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: await text(response),
    };
  }

  /** Closes kept-alive connections. */
  close(): void {
    this.#agent.destroy();
  }

  #buildAddress(kind: PixNotificationKind): string {
    const { url, suffix = 'path' } = this.#options;
    if (suffix === 'none') return url;
    if (suffix === 'query') return `${url}/${kind}`;
    const address = new URL(url);
    address.pathname = `${address.pathname.replace(/\/$/, '')}/${kind}`;
    return address.href;
  }

  #headers(): Record<string, string> {
    const { certificate, certificateHeader, headers } = this.#options;
    const passedOn =
      certificateHeader !== undefined && certificate
        ? {
            [certificateHeader]: encodeURIComponent(
              new X509Certificate(certificate.cert).toString(),
            ),
          }
        : {};
    return { 'content-type': 'application/json', ...passedOn, ...headers };
  }
}
