import type { PixModuleOptions } from 'nestjs-pix';

/** A PostgreSQL server, or PGlite in a directory (`memory://`: in memory). */
export type DatabaseSettings = { readonly url: string } | { readonly directory: string };

export const SHOP_ROLES = ['all', 'web', 'worker', 'migrate'] as const;

/** What the process does: serve pages and the webhook, run handlers of events, both, or only migrate the database. */
export type ShopRole = (typeof SHOP_ROLES)[number];

export const LOG_FORMATS = ['text', 'json'] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

/** From the fewest lines to the most. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'log', 'debug', 'verbose'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** What the processes of one shop share. */
export interface RedisSettings {
  readonly url: string;
  /** Encrypts the access tokens, the queued events and unread payments, 32 bytes in base64 or hexadecimal. Absent in demo mode: tokens are not shared, and Redis is on this machine. */
  readonly tokenKey?: string;
}

export interface WebhookListenerSettings {
  readonly host: string;
  readonly port: number;
  /** Server certificate of the shop, its key, and the authority of the bank's client certificate, as PEM text. */
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
  /** Common name that the bank's client certificate must have. Default: any certificate of `ca`. */
  readonly subject?: string;
}

/** An account of the shop. */
export interface ReceivingAccount {
  readonly conta: string;
  readonly tipoConta: 'CORRENTE' | 'POUPANCA' | 'PAGAMENTO';
  readonly agencia?: string;
}

/** A real bank. Absent in demo mode. */
export interface BankSettings {
  readonly pix: PixModuleOptions;
  /** The shop's Pix key. */
  readonly chave: string;
  /** How the bank sends notifications to the shop, and how the shop authenticates the bank. */
  readonly webhook: {
    /** Address registered at the bank, without the suffix `/pix` that the bank appends. */
    readonly url: string;
    /** Secret that the bank repeats in the query of every notification. */
    readonly secret?: string;
    /** An HTTPS listener of the shop for the bank's mutual TLS; absent behind a proxy. */
    readonly listener?: WebhookListenerSettings;
  };
  /** The account that Pix Automático credits; absent without that product. */
  readonly conta?: ReceivingAccount;
}

export interface ShopSettings {
  readonly host: string;
  readonly port: number;
  readonly database: DatabaseSettings;
  readonly role: ShopRole;
  /** Absent: one process, or several that share only the database. */
  readonly redis?: RedisSettings;
  readonly logFormat: LogFormat;
  /** The least important lines that are logged. */
  readonly logLevel: LogLevel;
  /** Port of the metrics for Prometheus. Absent: no metrics. */
  readonly metricsPort?: number;
  /** Collector of traces. Absent: no traces. */
  readonly otlpEndpoint?: string;
  /** CNPJ of the shop, as invoices show it. Absent: they show none. */
  readonly cnpj?: string;
  /** Lifetime of a charge in seconds. */
  readonly orderExpiration: number;
  /** Limit of requests that may change orders, per kind, client address and minute. */
  readonly requestsPerMinute: number;
  /** Host names of the page in addition to those of this machine. */
  readonly allowedHosts: readonly string[];
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** E-mail address of the administrator of the back office, in lower case. */
  readonly adminEmail: string;
  /** Password of the administrator. */
  readonly adminPassword: string;
  /** Absent: demo mode, with a simulated bank. */
  readonly bank?: BankSettings;
}
