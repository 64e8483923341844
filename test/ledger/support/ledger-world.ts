import { PGlite } from '@electric-sql/pglite';
import { Logger } from '@nestjs/common';
import { PixSimulator, type PixSimulatorOptions } from '../../../devkit/simulator/index.js';
import { createPixClient, type PixClient } from '../../../lib/index.js';
import { LedgerEngine } from '../../../lib/ledger/engine.js';
import { Changes, type LedgerCore } from '../../../lib/ledger/journal.js';
import type { LedgerHandler } from '../../../lib/ledger/notices.js';
import { PixLedger } from '../../../lib/ledger/pix-ledger.js';
import {
  PostgresLedgerStore,
  type PixCharge,
  type PixChargeOpening,
  type PixLedgerTransaction,
} from '../../../lib/ledger/public.js';
import { systemRuntime } from '../../../lib/runtime/index.js';

/** A handler that a test adds to a process. */
export type TestHandler = Pick<LedgerHandler, 'event' | 'run'> & { readonly id?: string };

/** One process with a ledger: it works only when the test says so. */
export class LedgerProcess {
  readonly handlers: LedgerHandler[] = [];
  readonly engine: LedgerEngine;
  readonly ledger: PixLedger;
  readonly core: LedgerCore;
  readonly #stopping = new AbortController();

  constructor(
    readonly store: PostgresLedgerStore,
    readonly client: PixClient,
    options: Partial<LedgerCore> = {},
  ) {
    this.core = {
      store,
      account: 'default',
      chave: 'pix@loja.com.br',
      runtime: systemRuntime,
      deadline: 10_000,
      lease: 25_000,
      poll: 50,
      concurrency: 10,
      grace: 0,
      mostFailures: 3,
      ignoresUnmatched: false,
      trustsEvents: true,
      changes: new Changes(),
      differences: new Map(),
      stopping: this.#stopping.signal,
      logger: new Logger('PixLedger'),
      client: async () => client,
      handlers: (event) => {
        if (this.handlers.length === 0) return undefined;
        return this.handlers.filter((each) => each.event === event).map(({ id }) => id);
      },
      ...options,
    };
    this.engine = new LedgerEngine(this.core, () => this.handlers);
    this.ledger = new PixLedger(this.core, this.engine);
  }

  /** Ends the background work. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.engine.stop();
  }

  on(event: LedgerHandler['event'], run: LedgerHandler['run'], id = `Orders.${event}`): this {
    this.handlers.push({ id, event, run });
    return this;
  }

  /** Works until nothing is due, also after short pauses. */
  async settle(isSettled: () => Promise<boolean> | boolean, seconds = 20): Promise<void> {
    const until = Date.now() + seconds * 1000;
    for (;;) {
      const taken = await this.engine.runOnce();
      if (taken === 0 && (await isSettled())) return;
      if (Date.now() > until) throw new Error('The ledger has not settled in time.');
      if (taken === 0) await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  /** Works until the charge has this state. */
  async until(id: string, state: PixCharge['state']): Promise<PixCharge> {
    await this.settle(async () => (await this.ledger.get(id))?.state === state);
    return (await this.ledger.get(id))!;
  }
}

/** A bank, a database of PostgreSQL in this process, and a client. */
export class LedgerWorld {
  #count = 0;

  private constructor(
    readonly database: PGlite,
    readonly bank: PixSimulator,
    readonly client: PixClient,
    readonly store: PostgresLedgerStore,
  ) {}

  static async open(options: PixSimulatorOptions = {}): Promise<LedgerWorld> {
    Logger.overrideLogger(false);
    const [database, bank] = await Promise.all([PGlite.create(), PixSimulator.start(options)]);
    const client = await createPixClient({ ...bank.moduleOptions, retry: { budget: 1000 } });
    const store = new PostgresLedgerStore(database);
    await store.migrate();
    return new LedgerWorld(database, bank, client, store);
  }

  /** The same bank, and a database from a backup. */
  static async restore(backup: Blob, { bank, client }: LedgerWorld): Promise<LedgerWorld> {
    const database = await PGlite.create({ loadDataDir: backup });
    return new LedgerWorld(database, bank, client, new PostgresLedgerStore(database));
  }

  process(options: Partial<LedgerCore> = {}): LedgerProcess {
    return new LedgerProcess(this.store, this.client, options);
  }

  newId(): string {
    this.#count += 1;
    return `order-${this.#count}`;
  }

  /** Runs work in a transaction of the application. What it asks for is due at once, also without `ready`. */
  async write<T>(
    process: LedgerProcess,
    work: (ledger: PixLedgerTransaction) => Promise<T>,
    by?: string,
  ): Promise<T> {
    const result = await this.database.transaction<T>((tx) => work(process.ledger.in(tx, { by })));
    await this.database.exec(
      `UPDATE pix_command SET due = now() WHERE attempts = 0 AND due < 'infinity'`,
    );
    return result;
  }

  /** Opens a charge, and waits for the bank. */
  async openCharge(
    process: LedgerProcess,
    given: Partial<{ id: string; valor: string; expiracao: number }> = {},
  ): Promise<PixCharge> {
    const { id = this.newId(), valor = '37.00', expiracao = 3600 } = given;
    await this.write(process, (ledger) => ledger.open(cob(id, valor, expiracao)));
    return process.ledger.ready(id);
  }

  async rows(text: string): Promise<Record<string, unknown>[]> {
    return (await this.database.query<Record<string, unknown>>(text)).rows;
  }

  /** Makes everything due that waits for its pause or for the lease of a process that died. */
  async hurry(): Promise<void> {
    await this.database.exec(`
      UPDATE pix_command SET due = now(), lease_until = NULL WHERE due < 'infinity';
      UPDATE pix_notice SET due = now(), lease_until = NULL WHERE due IS NOT NULL;
      UPDATE pix_charge SET due = now() WHERE due < now() + interval '1 minute';
      UPDATE pix_payment SET due = now() WHERE due IS NOT NULL`);
  }

  async close(): Promise<void> {
    await this.client.close();
    await this.bank.close();
    await this.database.close();
  }
}

/** A recurrence whose dates are after the clock of any test. */
export const rec = (contrato: string) => ({
  vinculo: { contrato, devedor: { cpf: '12345678909', nome: 'Fulano de Tal' } },
  calendario: { dataInicial: '2098-04-01', periodicidade: 'MENSAL' as const },
  valor: { valorRec: '35.00' },
  politicaRetentativa: 'NAO_PERMITE' as const,
});

export function cob(id: string, original = '37.00', expiracao = 3600): PixChargeOpening {
  return { id, cob: { valor: { original }, calendario: { expiracao } } };
}
