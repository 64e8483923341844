// The module of a ledger: its options, its providers, and its start and end.

import {
  ConfigurableModuleBuilder,
  Inject,
  Logger,
  Module,
  type ConfigurableModuleAsyncOptions,
  type DynamicModule,
  type FactoryProvider,
  type InjectionToken,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryModule, ModuleRef } from '@nestjs/core';
import { ConfigurationError } from '../errors/index.js';
import { PIX_TELEMETRY, type PixTelemetry } from '../observe/index.js';
import {
  anyFunction,
  checkAsyncModuleOptions,
  checkModuleOptions,
  ConcealedOptions,
  flag,
  integer,
  must,
  nonEmptyText,
  oneOf,
  OptionChecker,
  seconds,
  valueOr,
  defineOptions,
} from '../options/index.js';
import { DEFAULT_RECEIVER } from '../receiver/index.js';
import { locatePixClient, type PixClient } from '../resources/index.js';
import { systemRuntime, within } from '../runtime/index.js';
import { matching } from './arguments.js';
import { LedgerEngine, LedgerListener, type PixListenClient } from './engine.js';
import { Changes, type LedgerCore } from './journal.js';
import { LedgerHandlerExplorer, type LedgerHandler } from './notices.js';
import { createLedgerEvents } from './payments.js';
import { PIX_LEDGERS, PixLedger } from './pix-ledger.js';
import { PostgresLedgerStore } from './store.js';

/** The options of a ledger. */
export interface PixLedgerOptions {
  /** The tables. */
  store: PostgresLedgerStore;
  /**
   * The Pix key of charges whose body has none, also of tenants: omit it if their clients have keys of
   * their own. Default: that of the account (`PIX_CHAVE`).
   */
  chave?: string | undefined;
  /**
   * Supplies the client of a tenant, for `ledger.tenant(name)` and for a receiver whose path has
   * `:tenant`: `(tenant) => factory.get(tenant, …)`.
   */
  client?: ((tenant: string) => PixClient | Promise<PixClient>) | undefined;
  /**
   * What becomes of a payment without a charge in the ledger: a `task`, or it is only recorded
   * (`record`), for an account that other systems use too. Default: `task`.
   */
  unmatched?: 'task' | 'record' | undefined;
  /**
   * Whether the notifications of the receiver are proof of a payment. Set it only with the
   * receiver's option `verifyWithProvider`; otherwise, the ledger reads each payment at the bank.
   * Default: `false`.
   */
  trustEvents?: boolean | undefined;
  /**
   * Whether this process does the work of the ledger in the background. `ready` works anyway.
   * Default: `true`.
   */
  work?: boolean | undefined;
  /** How often this process looks for work, in seconds. Default: 1. */
  poll?: number | undefined;
  /**
   * Opens a connection of its own for LISTEN, such as `new Client(url)` of `pg`, so that processes hear
   * of changes at once instead of at the next poll. It must lead to PostgreSQL itself: PgBouncer in
   * transaction mode delivers no notifications. Tested when the application starts. Default: none.
   */
  listen?: (() => PixListenClient) | undefined;
  /**
   * How much this process does at once: commands of one operation and account, readings of one account,
   * runs of one handler; ten times as much of all. Default: 10.
   */
  concurrency?: number | undefined;
  /**
   * Time limit of a call to the bank, in seconds. A row whose process has died is taken over 5 seconds
   * after twice as long. Default: 15.
   */
  deadline?: number | undefined;
  /**
   * How long after the last instant of payment the bank is asked whether a charge was paid, in
   * seconds, before it counts as expired. Default: 60.
   */
  grace?: number | undefined;
  /** After how many failures of a handler its notice becomes a task. Default: 10. */
  failures?: number | undefined;
}

const table = defineOptions<PixLedgerOptions>()({
  store: must('a PostgresLedgerStore', (value) => value instanceof PostgresLedgerStore),
  chave: nonEmptyText,
  client: anyFunction,
  unmatched: { rule: oneOf(['task', 'record']), default: 'task' },
  trustEvents: { rule: flag, default: false },
  work: { rule: flag, default: true },
  poll: { rule: seconds({ positive: true }), default: 1 },
  listen: anyFunction,
  concurrency: { rule: integer({ min: 1, max: 1000 }), default: 10 },
  deadline: { rule: seconds({ positive: true }), default: 15 },
  grace: { rule: seconds(), default: 60 },
  failures: { rule: integer({ min: 1, max: 1000 }), default: 10 },
});

/** @throws ConfigurationError that lists all problems */
function readLedgerOptions(options: PixLedgerOptions) {
  const checker = new OptionChecker('PixLedgerModule');
  checker.shape(options, table.rule);
  const { store } = options as Partial<PixLedgerOptions>;
  checker.require(store !== undefined, 'store is required');
  checker.throwIfAny();
  return { ...options, ...table.resolve(options) };
}

/** The arguments of `forRoot` and `forRootAsync` in addition to the options. */
export interface PixLedgerExtras {
  /** Makes the ledger available in every module. Default: `false`. */
  isGlobal?: boolean | undefined;
  /** The `name` of the account's `PixModule`. Inject its ledger with `@InjectPixLedger(name)`. */
  name?: string | undefined;
  /**
   * The `name` of the webhook receiver that the ledger listens to; `false` for none. Default: that of
   * the account.
   */
  receiver?: string | false | undefined;
}

// The accounts of tenants begin with the name of the ledger and `/`.
const ledgerName = matching('a text without /', /^[^/]+$/);
const EXTRAS = { isGlobal: flag, name: ledgerName, receiver: valueOr([false], nonEmptyText) };

/** Returns the injection token of an account's ledger; without a name, the class itself. */
export function getPixLedgerToken(name?: string): InjectionToken<PixLedger> {
  return name === undefined ? PixLedger : `PixLedger:${name}`;
}

/** Injects the {@link PixLedger} of an account. */
export function InjectPixLedger(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getPixLedgerToken(name));
}

/** The parts of one ledger, and their life with the application. */
class LedgerRunner implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  readonly core: LedgerCore;
  readonly engine: LedgerEngine;
  readonly ledger: PixLedger;
  readonly #stopping = new AbortController();
  readonly #explorer: LedgerHandlerExplorer;
  readonly #works: boolean;
  /** Whether it calls the bank, and not only for tenants. */
  readonly #needsAccount: boolean;
  readonly #listener: LedgerListener | undefined;
  #handlers: readonly LedgerHandler[] = [];
  #endWatch: (() => void) | undefined;

  constructor(
    options: PixLedgerOptions,
    name: string | undefined,
    modules: ModuleRef,
    explorer: LedgerHandlerExplorer,
    telemetry: PixTelemetry | undefined,
  ) {
    const { store, chave, client, listen, ...settings } = readLedgerOptions(options);
    const account = name ?? 'default';
    this.#explorer = explorer;
    this.#works = settings.work;
    this.#needsAccount = settings.work && client === undefined;
    this.core = {
      store,
      account,
      chave,
      telemetry,
      runtime: systemRuntime,
      deadline: settings.deadline * 1000,
      // Longer than the reading and the call of an attempt.
      lease: settings.deadline * 2000 + 5000,
      poll: settings.poll * 1000,
      concurrency: settings.concurrency,
      grace: settings.grace * 1000,
      mostFailures: settings.failures,
      ignoresUnmatched: settings.unmatched === 'record',
      trustsEvents: settings.trustEvents,
      changes: new Changes(),
      differences: new Map(),
      stopping: this.#stopping.signal,
      logger: new Logger('PixLedger'),
      handlers: (event) => {
        if (this.#handlers.length === 0) return undefined;
        return this.#handlers.filter((each) => each.event === event).map(({ id }) => id);
      },
      client: async (wanted) => {
        if (wanted === account) return locatePixClient(modules, name);
        if (!client)
          throw new ConfigurationError('PixLedgerModule: tenants require the option client.');
        const opening = Promise.resolve(client(wanted.slice(account.length + 1)));
        return within(systemRuntime, this.core.deadline, 'The client of a tenant', opening);
      },
    };
    this.#listener = listen && new LedgerListener(this.core, listen);
    this.engine = new LedgerEngine(this.core, () => this.#handlers);
    this.ledger = new PixLedger(this.core, this.engine);
  }

  /** @throws ConfigurationError if the account has no module, or the connection for LISTEN delivers nothing */
  async onModuleInit(): Promise<void> {
    if (this.#needsAccount) await this.core.client(this.core.account);
    this.#handlers = this.#explorer.explore(this.core.account);
    await this.#listener?.start();
  }

  onApplicationBootstrap(): void {
    const { account, telemetry, differences } = this.core;
    this.#endWatch = telemetry?.watchLedger?.(account, async () => ({
      ...(await this.ledger.status()),
      differences,
    }));
    if (this.#works) this.engine.start();
  }

  /** In the first hook that Nest calls: the clients that commands use close later. */
  async onModuleDestroy(): Promise<void> {
    this.#endWatch?.();
    this.#stopping.abort();
    await this.engine.stop();
    await this.#listener?.stop();
  }
}

const OPTIONS = Symbol('PixLedgerOptions');

const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<PixLedgerOptions>({
  optionsInjectionToken: OPTIONS,
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createPixLedgerOptions')
  .setExtras<PixLedgerExtras>(
    { isGlobal: false, name: undefined, receiver: undefined },
    (definition, extras) => {
      const { isGlobal = false, name, receiver = name ?? DEFAULT_RECEIVER } = extras;
      const ledger: FactoryProvider = {
        provide: getPixLedgerToken(name),
        inject: [LedgerRunner],
        useFactory: (runner: LedgerRunner) => runner.ledger,
      };
      const events =
        receiver === false ? [] : [createLedgerEvents(LedgerRunner, name ?? 'default', receiver)];
      return {
        ...definition,
        global: isGlobal,
        providers: [
          ...(definition.providers ?? []).map((each) => ConcealedOptions.conceal(each)),
          LedgerHandlerExplorer,
          {
            provide: LedgerRunner,
            inject: [
              OPTIONS,
              ModuleRef,
              LedgerHandlerExplorer,
              { token: PIX_TELEMETRY, optional: true },
            ],
            useFactory: (
              options: PixLedgerOptions | ConcealedOptions<PixLedgerOptions>,
              modules: ModuleRef,
              explorer: LedgerHandlerExplorer,
              telemetry?: PixTelemetry,
            ) =>
              new LedgerRunner(
                ConcealedOptions.reveal(options),
                name,
                modules,
                explorer,
                telemetry,
              ),
          },
          ...events,
          ledger,
          { provide: PIX_LEDGERS, useExisting: ledger.provide },
        ],
        exports: [...(definition.exports ?? []), ledger.provide],
      };
    },
  )
  .build();

/**
 * Keeps the charges of an account in the application's own PostgreSQL. Provides {@link PixLedger}, and
 * calls the methods decorated with `@OnPixCharge()` and `@OnPixTask()`. Requires the `PixModule` of the
 * account, and, to learn of payments at once, its `PixWebhookReceiverModule`.
 *
 * @example
 * PixLedgerModule.forRootAsync({
 *   inject: [Pool],
 *   useFactory: async (pool: Pool) => {
 *     const store = new PostgresLedgerStore(pool);
 *     await store.migrate();
 *     return { store, chave: 'pix@loja.com.br' };
 *   },
 * })
 */
@Module({ imports: [DiscoveryModule] })
export class PixLedgerModule extends ConfigurableModuleClass {
  /** @throws ConfigurationError if the argument is not an object, or `isGlobal` or `name` is invalid */
  static override forRoot(options: PixLedgerOptions & PixLedgerExtras): DynamicModule {
    checkModuleOptions('PixLedgerModule.forRoot', options, EXTRAS);
    return super.forRoot(options);
  }

  /** @throws ConfigurationError if there is no source of the options, or an argument is invalid */
  static override forRootAsync(
    options: ConfigurableModuleAsyncOptions<PixLedgerOptions, 'createPixLedgerOptions'> &
      PixLedgerExtras,
  ): DynamicModule {
    checkAsyncModuleOptions('PixLedgerModule.forRootAsync', options, EXTRAS);
    return super.forRootAsync(options);
  }
}
