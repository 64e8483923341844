import type { X509Certificate } from 'node:crypto';
import type { PixRecebidosSource } from '../provider/pix-recebidos-source.js';

/** A certificate or several: path of a PEM or DER file, PEM text, base64 of PEM or DER, or the content as a Buffer. */
export type PixCertificateSource = string | Buffer | readonly (string | Buffer)[];

/**
 * How the provider shows that it is the provider. Every part that is given must be satisfied; one that is given as
 * `undefined`, as an environment variable that was not set, keeps the application from starting.
 */
export interface PixWebhookAuthentication {
  /** The provider's client certificate. */
  mtls?: PixWebhookMtls;
  /**
   * A secret in the query of the registered address (`https://…/webhooks/pix?hmac=…`), alone or with its parameter's
   * name: at least 16 random characters. Several are accepted side by side while one replaces the other. It is compared
   * in constant time. Keep queries out of access logs.
   */
  secret?: string | readonly string[] | PixWebhookSecret;
  /** The addresses that the provider calls from: IPv4 or IPv6, alone or as CIDR (`34.193.116.226`, `10.0.0.0/8`). */
  allowedIps?: readonly string[];
  /**
   * The addresses of your own proxies, in the same form. Only what comes from them is believed: `X-Forwarded-For` for
   * {@link allowedIps}, the header of {@link PixWebhookMtls}. Default: none.
   */
  trustedProxies?: readonly string[] | undefined;
  /**
   * Looks up, for each request that passes the parts above, what else its caller must satisfy: for tenants in a database,
   * or for secrets that change without a restart. `undefined` or `null` when there is no such tenant, whose answer is the
   * 403 of a wrong secret. A rejection, an answer that is wrong, or none within {@link resolveTimeout} is answered 503, so
   * that the provider repeats.
   *
   * Strangers cause calls, each with another tenant. Requests that ask for one tenant at a time share a call, and at most
   * 64 calls run at once; more requests are answered 503. Certificates of authorities are parsed once for each content.
   *
   * @example
   * ```ts
   * PixWebhookReceiverModule.forRootAsync({
   *   inject: [Tenants],
   *   useFactory: (tenants: Tenants) => ({
   *     path: '/webhooks/pix/:tenant',
   *     authentication: {
   *       resolve: async ({ tenant }) => {
   *         const found = await tenants.find(tenant);
   *         return found && { secret: found.webhookSecret };
   *       },
   *     },
   *   }),
   * });
   * ```
   */
  resolve?: (
    request: PixWebhookTenantRequest,
  ) => PixWebhookTenant | null | undefined | Promise<PixWebhookTenant | null | undefined>;
  /** How long {@link resolve} may take, in seconds. Default: 5. */
  resolveTimeout?: number | undefined;
}

/** What {@link PixWebhookAuthentication.resolve} is asked. */
export interface PixWebhookTenantRequest {
  /** The name of the receiver. */
  readonly receiver: string;
  /**
   * The segment of the URL that stands for `:tenant` in the path: 1 to 64 letters, digits, `.`, `_`, `~` or `-`,
   * chosen by the caller. Empty when the path has no `:tenant`.
   */
  readonly tenant: string;
  /** Aborts when the time is over and nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/**
 * How the callers of a tenant are told. At least one of {@link secret}, {@link mtls} and {@link allowedIps} is needed, and
 * each that is given must be satisfied, as well as the parts that the receiver has for all tenants.
 */
export interface PixWebhookTenant {
  /** As {@link PixWebhookAuthentication.secret}. */
  secret?: string | readonly string[] | PixWebhookSecret;
  /** As {@link PixWebhookAuthentication.mtls}. `ca` is the certificates themselves and not the name of a file. */
  mtls?: PixWebhookMtls;
  /** As {@link PixWebhookAuthentication.allowedIps}. */
  allowedIps?: readonly string[];
  /**
   * The name under which handlers hear of the tenant (`context.tenant`). It is part of the keys of its events. Give it
   * where several URLs lead to one tenant, as they do with a database that ignores case. Default: as the URL has it.
   */
  tenant?: string | undefined;
  /** Where the tenant's received Pix are read back; needed with `verifyWithProvider` and `:tenant`. */
  recebidos?: PixRecebidosSource | undefined;
}

export interface PixWebhookSecret {
  value: string | readonly string[];
  /** Name of the query parameter. Default: `hmac`. */
  parameter?: string | undefined;
}

/** Mutual TLS that ends here or at a proxy which passes the certificate on, or at one that passes its verdict on. */
export type PixWebhookMtls = PixWebhookClientCertificate | PixWebhookProxyVerdict;

/**
 * The certificate is checked here: signed by `ca` (through up to 8 intermediates that the provider sends), in date, fit
 * for client authentication, and with the subject that is asked for. Other authorities that the server trusts do not
 * count. An intermediate with name constraints is refused: give that intermediate itself as `ca`.
 *
 * Without {@link header} it is the certificate of the connection, so the server must ask for one:
 * `httpsOptions: { requestCert: true, rejectUnauthorized: false, … }` (other routes stay open to callers without one).
 */
export interface PixWebhookClientCertificate {
  /** The authorities, intermediate or root, that sign the provider's client certificates; or these themselves. */
  ca: PixCertificateSource;
  /**
   * Whom the certificate must name: the exact common name, a pattern on the subject as node prints it
   * (`C=BR\nO=Banco\nCN=webhook.banco`), or a test of one's own. Pin it when the authority signs for others too: without
   * it whoever has a certificate of this authority gets in. Default: anybody that `ca` signed.
   */
  subject?: string | RegExp | ((certificate: X509Certificate) => boolean);
  /**
   * The header in which a trusted proxy passes the client certificate on, where TLS ends there: percent-encoded PEM
   * (nginx `$ssl_client_escaped_cert`, AWS `X-Amzn-Mtls-Clientcert`), base64 DER (HAProxy, Caddy, Traefik), RFC 9440
   * `Client-Cert`, or Envoy's `X-Forwarded-Client-Cert`. The proxy must demand the certificate's key of its caller and
   * replace the header when a caller sends it. Needs `trustedProxies`.
   */
  header?: string | undefined;
  /**
   * TLS ends at a server of your own in this process that hands requests to Nest's, so that Nest's server asking for no
   * certificate is no cause for a warning. Default: false.
   */
  ownServer?: boolean | undefined;
}

/** The proxy checks the certificate and says so in a header. Needs `trustedProxies`. */
export interface PixWebhookProxyVerdict {
  /** The header that the proxy sets, replacing a caller's own (`X-SSL-Client-Verify`). */
  header: string;
  /** What it says when the certificate is good (`SUCCESS`). */
  value: string;
}
