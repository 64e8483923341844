import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PixSimulator } from '../../../devkit/simulator/public.js';
import type { PixProviderName } from '../../../lib/index.js';

/** A folder with the files of an account at a simulated bank. */
export class AccountFiles {
  #count = 0;

  private constructor(
    readonly folder: string,
    readonly bank: PixSimulator,
    readonly provider: PixProviderName,
  ) {}

  static async create(
    bank: PixSimulator,
    provider: PixProviderName = 'sicredi',
  ): Promise<AccountFiles> {
    const files = new AccountFiles(await mkdtemp(join(tmpdir(), 'pix-account-')), bank, provider);
    const { certificate, ca } = bank.moduleOptions;
    await files.write('client.pem', certificate.cert);
    await files.write('client.key', certificate.key);
    await files.write('ca.pem', ca);
    return files;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  async write(name: string, content: string | Buffer): Promise<string> {
    const path = this.path(name);
    await writeFile(path, content);
    return path;
  }

  /** Writes a file with variables: a working account with these changes. An empty value removes a variable. */
  writeEnv(changes: Readonly<Record<string, string>> = {}): Promise<string> {
    const { url, tokenUrl, moduleOptions } = this.bank;
    const variables = {
      PIX_PROVIDER: this.provider,
      PIX_ENVIRONMENT: 'sandbox',
      PIX_BASE_URL: url,
      PIX_TOKEN_URL: tokenUrl,
      PIX_CLIENT_ID: moduleOptions.clientId,
      PIX_CLIENT_SECRET: moduleOptions.clientSecret ?? '',
      PIX_CERT: this.path('client.pem'),
      PIX_KEY: this.path('client.key'),
      PIX_CA: this.path('ca.pem'),
      ...changes,
    };
    this.#count += 1;
    const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'\n`);
    return this.write(`account-${this.#count}.env`, lines.join(''));
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}
