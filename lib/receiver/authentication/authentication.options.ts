import type { X509Certificate } from 'node:crypto';
import { types } from 'node:util';
import { isObject } from '../../errors/index.js';
import {
  anyFunction,
  choose,
  flag,
  listOf,
  must,
  objectOf,
  oneOf,
  type OptionRule,
  seconds,
  text,
  valueOr,
  defineOptions,
} from '../../options/index.js';
import { type PixRecebidosSource, recebidosRule } from '../provider/reconciliation.js';

/**
 * One or more certificates: the path of a PEM or DER file, PEM text, base64 of PEM or DER, or the
 * content as a Buffer.
 */
export type PixCertificateSource = string | Buffer | readonly (string | Buffer)[];

/**
 * How the receiver verifies that a request comes from the provider. A request must satisfy every
 * configured part. A part that is set to `undefined` (for example by a missing environment
 * variable) prevents the application from starting.
 */
export interface PixWebhookAuthentication {
  /** The provider's client certificate. */
  mtls?: PixWebhookMtls;
  /**
   * The secret in the query of the registered address (`https://…/webhooks/pix?hmac=…`), as text or
   * with the name of its parameter, or in Basic credentials: at least 16 random characters. Give
   * several while you rotate the secret. The comparison takes constant time. Keep queries out of
   * access logs and traces.
   */
  secret?: string | readonly string[] | PixWebhookSecret;
  /**
   * The IP addresses of the provider, IPv4 or IPv6, as single addresses or in CIDR notation
   * (`34.193.116.226`, `34.193.116.0/24`).
   */
  allowedIps?: readonly string[];
  /**
   * The addresses of your own proxies, in the same form. The receiver trusts forwarded headers only
   * from these addresses: `X-Forwarded-For` for {@link allowedIps}, and the header of {@link
   * PixWebhookMtls}. Networks of every address are refused with either, and one below /8 (IPv6: /16) is a
   * warning. Default: none.
   */
  trustedProxies?: readonly string[] | undefined;
  /**
   * Resolves the authentication of a tenant at each request that satisfies the parts above. Use it
   * for tenants in a database, or for secrets that change without a restart. Return `undefined` or
   * `null` if the tenant does not exist; the receiver then answers 403, as for a wrong secret. If
   * the function rejects, returns an invalid value or takes longer than {@link resolveTimeout}, the
   * receiver answers 503 and the provider repeats the notification.
   *
   * Unauthenticated callers can trigger calls with made-up tenants. Concurrent requests for the
   * same tenant share one call, and at most 64 calls run at once; further requests are answered
   * 503. Certificates are parsed once for each content.
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
  /** The time limit of {@link resolve}, in seconds. Default: 5. */
  resolveTimeout?: number | undefined;
}

/** The argument of {@link PixWebhookAuthentication.resolve}. */
export interface PixWebhookTenantRequest {
  /** The name of the receiver. */
  readonly receiver: string;
  /**
   * The URL segment at the position of `:tenant` in the path: 1 to 64 letters, digits, `.`, `_`,
   * `~` or `-`, chosen by the caller. Empty if the path has no `:tenant`.
   */
  readonly tenant: string;
  /** Aborts when the time limit has passed. */
  readonly signal: AbortSignal;
}

/**
 * How the receiver authenticates the callers of a tenant. At least one of {@link secret}, {@link
 * mtls} and {@link allowedIps} is required. A request must satisfy all parts given here and all
 * parts that the receiver configures for every tenant. `ca` of {@link mtls} must contain the
 * certificates; a file name is not allowed.
 */
export interface PixWebhookTenant extends Pick<
  PixWebhookAuthentication,
  'secret' | 'mtls' | 'allowedIps'
> {
  /**
   * The canonical name of the tenant, which handlers receive as `context.tenant`. It is part of the
   * keys of its events. Set it if several URLs address the same tenant, for example if a database
   * ignores case. Default: the name in the URL.
   */
  tenant?: string | undefined;
  /**
   * Where the tenant's received Pix are read back. Required with `verifyWithProvider` and
   * `:tenant`.
   */
  recebidos?: PixRecebidosSource | undefined;
}

export interface PixWebhookSecret {
  value: string | readonly string[];
  /** Name of the query parameter. Default: `hmac`. */
  parameter?: string | undefined;
  /**
   * Where the provider sends the secret: in the query of the registered address, or as the password
   * of Basic credentials (`https://pix:<secret>@…`; any user), which access logs and traces do not
   * contain. Use `basic` only if the provider accepts an address with credentials. Default: `query`.
   */
  in?: 'query' | 'basic' | undefined;
}

/** Mutual TLS: the receiver verifies the client certificate, or trusts the result of a proxy. */
export type PixWebhookMtls = PixWebhookClientCertificate | PixWebhookProxyVerdict;

/**
 * The receiver verifies the client certificate: signed by `ca` (through up to 8 intermediates that
 * the provider sends), within its validity period, valid for client authentication, and with the
 * required subject. Other authorities that the server trusts are not accepted. An intermediate with
 * name constraints is refused; to accept its certificates, configure the intermediate itself as
 * `ca`.
 *
 * Without {@link header}, the receiver reads the certificate of the TLS connection. The server must
 * then request one: `httpsOptions: { requestCert: true, rejectUnauthorized: false, … }`. Other
 * routes remain open to callers without a certificate.
 */
export interface PixWebhookClientCertificate {
  /**
   * The root or intermediate authorities that sign the provider's client certificates, or the
   * client certificates themselves. Their keys are P-256, P-384, P-521, Ed25519 or RSA of at most 4096 bits. An
   * authority is no caller: its own certificate is refused, unless it is listed here and its key may sign more than
   * certificates (`digitalSignature`, or no key usage).
   */
  ca: PixCertificateSource;
  /**
   * The complete revocation lists of the authorities in {@link ca}, in the same forms as `ca`. A
   * revoked certificate is refused, and so is one whose authority has no current list: with
   * intermediates, `ca` contains them too, and `crl` the lists of those that sign. Each list must be
   * signed by a certificate of `ca`. A list that is expired or has another issuer prevents the
   * application from starting. Changed files are read again within ten seconds; if one cannot be
   * used, the previous lists remain and an error is logged. Default: revocation is not checked.
   */
  crl?: PixCertificateSource;
  /**
   * The required subject: the exact common name, a pattern for the subject as Node.js prints it
   * (`C=BR\nO=Banco\nCN=webhook.banco`), or a predicate. Set it if the authority also signs
   * certificates for others; otherwise every holder of a certificate from this authority is
   * accepted. Default: any subject that `ca` signed.
   */
  subject?: string | RegExp | ((certificate: X509Certificate) => boolean);
  /**
   * The header in which a trusted proxy forwards the client certificate, if TLS ends at the proxy:
   * percent-encoded PEM (nginx `$ssl_client_escaped_cert`, AWS `X-Amzn-Mtls-Clientcert`), base64
   * DER (HAProxy, Caddy, Traefik), RFC 9440 `Client-Cert`, or Envoy's `X-Forwarded-Client-Cert`.
   * The proxy must verify that the caller has the certificate's private key, and must overwrite the
   * header if a caller sends it. Requires `trustedProxies`.
   */
  header?: string | undefined;
  /**
   * Set to `true` if TLS ends at your own server in this process, which passes requests to Nest.
   * Suppresses the warning that Nest's server does not request a certificate. Default: false.
   */
  ownServer?: boolean | undefined;
}

/**
 * The proxy verifies the certificate and reports the result in a header. Requires `trustedProxies`.
 */
export interface PixWebhookProxyVerdict {
  /**
   * The header that the proxy sets (`X-SSL-Client-Verify`). The proxy must overwrite it if a caller
   * sends it.
   */
  header: string;
  /** The header's value for a valid certificate (`SUCCESS`). */
  value: string;
}

/** The query parameter that contains the secret of every caller, if there is one, or may contain those of tenants. */
export function findSecretParameter(options: PixWebhookAuthentication): string | undefined {
  const { secret, resolve } = options;
  if (secret === undefined || typeof secret === 'string' || !('value' in secret)) {
    return (secret ?? resolve) && DEFAULT_PARAMETER;
  }
  const { in: place = 'query', parameter = DEFAULT_PARAMETER } = secret;
  return place === 'query' ? parameter : undefined;
}

const DEFAULT_PARAMETER = 'hmac';

/** Leaves `null` to the check that reports parts without a value. */
const orNull = (rule: OptionRule): OptionRule => valueOr([null], rule);

const isText = (value: unknown) => typeof value === 'string';

const secrets = must(
  'one or more non-empty strings',
  (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
);

const secret = choose(
  isObject,
  objectOf<PixWebhookSecret>({
    value: orNull(secrets),
    parameter: text,
    in: oneOf(['query', 'basic']),
  }),
  secrets,
);

const isCertificate = (value: unknown) => isText(value) || value instanceof Uint8Array;

const certificates = must(
  'text, a Buffer or a list of them',
  (value) => isCertificate(value) || (Array.isArray(value) && value.every(isCertificate)),
);

const subject = must(
  'text, a RegExp or a function',
  (value) => isText(value) || types.isRegExp(value) || typeof value === 'function',
);

const mtls = {
  ca: orNull(certificates),
  crl: orNull(certificates),
  subject: orNull(subject),
  header: text,
  ownServer: flag,
  value: text,
};

const addresses = listOf('a list of addresses', text);

/** The parts of the authentication that a receiver and a tenant have in common. */
const parts = {
  mtls: orNull(objectOf<PixWebhookMtls>(mtls, 'an object such as { ca: … }')),
  secret: orNull(secret),
  allowedIps: orNull(addresses),
};

export const authenticationTable = defineOptions<PixWebhookAuthentication>()({
  ...parts,
  trustedProxies: { rule: addresses, default: [] },
  resolve: anyFunction,
  resolveTimeout: { rule: seconds({ positive: true, max: 60 }), default: 5 },
});

/** The rule of what `authentication.resolve` returns. */
export const tenantRule = objectOf<PixWebhookTenant>({
  ...parts,
  tenant: text,
  recebidos: recebidosRule,
});
