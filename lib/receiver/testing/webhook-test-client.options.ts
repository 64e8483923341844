/** How `WebhookTestClient` plays the provider. */
export interface WebhookTestClientOptions {
  /** The address as it is registered, query included: `https://127.0.0.1:3000/webhooks/pix?hmac=…`. */
  url: string;
  /** The provider's client certificate for mutual TLS, PEM. Default: none, as a stranger calls. */
  certificate?: { cert: string; key: string } | undefined;
  /** Whom to trust as the receiver, PEM. Default: the authorities that node knows. */
  ca?: string | readonly string[] | undefined;
  /**
   * Plays the proxy that TLS ends at: sends the certificate in this header, percent-encoded, as nginx' does with
   * `$ssl_client_escaped_cert`.
   */
  certificateHeader?: string | undefined;
  /**
   * Where `/pix`, `/rec` or `/cobr` is appended: to the path; to the whole address, behind its query, as a provider does
   * that takes it for text; or nowhere. Default: `path`.
   */
  suffix?: 'path' | 'query' | 'none' | undefined;
  /** The specification's object (`{ "pix": […] }`) or the bare array that some providers send. Default: `object`. */
  shape?: 'object' | 'array' | undefined;
  /** More headers. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** What the receiver answered. */
export interface WebhookTestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}
