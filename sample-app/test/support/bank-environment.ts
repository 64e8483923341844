import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../src/settings/read-settings.js';

export const CLIENT_SECRET = 'the-client-secret-0123456789';
export const ADMIN_EMAIL = 'dona@loja.example';
export const ADMIN_PASSWORD = 'the-admin-password';
export const WEBHOOK_SECRET = 'the-webhook-secret-0123456789';

interface BankAccess {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly ca: string;
  readonly clientCertificate: { readonly cert: string; readonly key: string };
  readonly webhookUrl?: string;
  /** For a separate listener of the shop. */
  readonly webhook?: {
    readonly port: number;
    readonly cert: string;
    readonly key: string;
    /** Common name that the bank's certificate must have. */
    readonly subject: string;
  };
}

/** The environment of a shop with a bank, with certificates in files. */
export class BankEnvironment {
  readonly #folder = mkdtempSync(join(tmpdir(), 'loja-ipe-test-'));
  readonly variables: Environment;

  constructor({ baseUrl, tokenUrl, ca, clientCertificate, webhookUrl, webhook }: BankAccess) {
    this.variables = {
      // Basic authentication and the paths of the specification.
      PIX_PROVIDER: 'bb',
      PIX_APP_KEY: 'app-key',
      PIX_CLIENT_ID: 'loja',
      PIX_CLIENT_SECRET: CLIENT_SECRET,
      PIX_CERT: this.#file('client.pem', clientCertificate.cert),
      PIX_KEY: this.#file('client.key', clientCertificate.key),
      PIX_CA: this.#file('ca.pem', ca),
      PIX_BASE_URL: baseUrl,
      PIX_TOKEN_URL: tokenUrl,
      PIX_TIMEOUT: '1',
      ADMIN_EMAIL,
      ADMIN_PASSWORD,
      PIX_CHAVE: 'loja@example.com',
      PIX_WEBHOOK_URL: webhookUrl ?? 'https://loja.example.com/webhooks/pix',
      PIX_WEBHOOK_SECRET: WEBHOOK_SECRET,
      ...(webhook && {
        PIX_WEBHOOK_HOST: '127.0.0.1',
        PIX_WEBHOOK_PORT: String(webhook.port),
        PIX_WEBHOOK_CA: this.#file('ca.pem', ca),
        PIX_WEBHOOK_SUBJECT: webhook.subject,
        PIX_WEBHOOK_CERT: this.#file('webhook.pem', webhook.cert),
        PIX_WEBHOOK_KEY: this.#file('webhook.key', webhook.key),
      }),
    };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }

  #file(name: string, text: string): string {
    const path = join(this.#folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  }
}
