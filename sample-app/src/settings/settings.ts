import type { PixModuleOptions } from 'nestjs-pix';

/** A PostgreSQL server, or PGlite in a directory (`memory://` keeps nothing). */
export type DatabaseSettings = { readonly url: string } | { readonly directory: string };

/** How the bank reaches the shop, and how the shop tells that it is the bank. */
export interface WebhookSettings {
  /** Address registered at the bank, without the suffix `/pix` that the bank appends. */
  readonly url: string;
  /** Secret that the bank repeats in the query of every notification. */
  readonly secret?: string;
  /** An HTTPS listener of our own that ends the bank's mutual TLS; absent behind a proxy. */
  readonly listener?: WebhookListenerSettings;
}

export interface WebhookListenerSettings {
  readonly host: string;
  readonly port: number;
  /** Our server certificate, its key, and the authority of the bank's client certificate: PEM text. */
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
  /** Common name that the bank's client certificate must have. Default: any certificate of `ca`. */
  readonly subject?: string;
}

/** A real bank. Absent in demo mode. */
export interface BankSettings {
  readonly pix: PixModuleOptions;
  /** The shop's Pix key. */
  readonly chave: string;
  readonly webhook: WebhookSettings;
}

export interface ShopSettings {
  readonly host: string;
  readonly port: number;
  readonly database: DatabaseSettings;
  /** Life of a charge in seconds. */
  readonly orderExpiration: number;
  /** Requests of a kind that may change orders, for each client address and minute. */
  readonly requestsPerMinute: number;
  /** Names that the page is reached by, besides those of this machine. */
  readonly allowedHosts: readonly string[];
  /** Addresses of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Absent: demo mode, with a simulated bank. */
  readonly bank?: BankSettings;
}
