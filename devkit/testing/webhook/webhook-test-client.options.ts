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
