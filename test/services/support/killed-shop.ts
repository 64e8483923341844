import { randomBytes } from 'node:crypto';
import type { PixSimulator } from 'nestjs-pix-devkit';
import { Client } from 'pg';
import { ShopProcess } from '../../../sample-app/test/browser/shop-process.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../../../sample-app/test/support/bank-environment.js';
import { logIn } from '../../../sample-app/test/support/log-in.js';
import {
  openSimulatedBank,
  type SimulatedBank,
} from '../../../sample-app/test/support/simulated-bank.js';
import { waitUntil } from './wait-until.js';

/** Any PostgreSQL whose user may create databases. */
const SERVER = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** The shop as a process with a bank, Pix Automático and a PostgreSQL database of its own, which can be killed and started again. */
export class KilledShop {
  readonly #name = `loja_ipe_${randomBytes(6).toString('hex')}`;
  readonly #server = new Client({ connectionString: SERVER });
  readonly #url = new URL(`/${this.#name}`, SERVER);
  readonly database = new Client({ connectionString: this.#url.href });
  #process: ShopProcess | undefined;

  private constructor(private readonly opened: SimulatedBank) {}

  static async open(): Promise<KilledShop> {
    const shop = new KilledShop(await openSimulatedBank());
    await shop.#server.connect();
    await shop.#server.query(`CREATE DATABASE ${shop.#name}`);
    await shop.database.connect();
    await shop.start();
    return shop;
  }

  get bank(): PixSimulator {
    return this.opened.simulator;
  }

  get url(): string {
    if (!this.#process) throw new Error('The shop does not run');
    return this.#process.url;
  }

  logIn(): Promise<string> {
    return logIn(this.url, { email: ADMIN_EMAIL, senha: ADMIN_PASSWORD });
  }

  async start(): Promise<void> {
    const variables = Object.entries(this.opened.environment.variables);
    this.#process = await ShopProcess.start(
      {
        ...(Object.fromEntries(variables.filter(([, value]) => value)) as Record<string, string>),
        DATABASE_URL: this.#url.href,
        PIX_PROVIDER: 'inter',
        PIX_CONTA_CORRENTE: '12345678',
        PIX_FEATURES: 'pix-automatico',
        PIX_RECEBEDOR_CONTA: '12345678',
        PIX_RECEBEDOR_AGENCIA: '0001',
        PIX_TIMEOUT: '60',
        REQUESTS_PER_MINUTE: '1000000',
      },
      ['--import', './test/support/register-typescript.js', 'sample-app/src/main.ts'],
    );
  }

  async kill(): Promise<void> {
    await this.#process?.stop('SIGKILL');
    this.#process = undefined;
  }

  /** Kills the shop while the bank does not answer an operation, and starts it again. */
  async killDuring(
    operation: string,
    when: 'before' | 'after',
    act: () => Promise<unknown>,
  ): Promise<void> {
    const { faults } = this.bank.control;
    const { id } = faults.add({ on: operation, kind: 'hang', when, count: 'always' });
    // The response of the shop is lost with its process.
    const acted = act().catch(() => undefined);
    await waitUntil(() => faults.list().some((fault) => fault.id === id && fault.struck > 0));
    await this.kill();
    await acted;
    faults.remove(id);
    await this.start();
  }

  async close(): Promise<void> {
    await this.kill();
    await this.opened.close();
    await this.database.end();
    await this.#server.query(`DROP DATABASE ${this.#name} WITH (FORCE)`);
    await this.#server.end();
  }
}
