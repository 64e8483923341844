import {
  ConfigurableModuleBuilder,
  Inject,
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
import {
  checkAsyncModuleOptions,
  checkModuleOptions,
  ConcealedOptions,
  flag,
  nonEmptyText,
  valueOr,
} from '../options/index.js';
import { DEFAULT_RECEIVER } from '../receiver/index.js';
import { getPixClientToken, type PixClient } from '../resources/index.js';
import { systemRuntime } from '../runtime/index.js';
import type { LedgerCore } from './core.js';
import { LedgerEngine } from './engine.js';
import { createLedgerEvents } from './events.js';
import { LedgerHandlerExplorer, type LedgerHandler } from './handlers.js';
import { readLedgerOptions, type PixLedgerOptions } from './ledger.options.js';
import { PixLedger } from './pix-ledger.js';

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

const EXTRAS = { isGlobal: flag, name: nonEmptyText, receiver: valueOr([false], nonEmptyText) };

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
  readonly #explorer: LedgerHandlerExplorer;
  readonly #works: boolean;
  #handlers: readonly LedgerHandler[] = [];

  constructor(
    options: PixLedgerOptions,
    name: string | undefined,
    modules: ModuleRef,
    explorer: LedgerHandlerExplorer,
  ) {
    const { store, chave, client, ...settings } = readLedgerOptions(options);
    const account = name ?? 'default';
    this.#explorer = explorer;
    this.#works = settings.work;
    this.core = {
      store,
      account,
      chave,
      runtime: systemRuntime,
      deadline: settings.deadline * 1000,
      // Longer than a call that begins late, and than the readings around it.
      lease: settings.deadline * 4000,
      poll: settings.poll * 1000,
      concurrency: settings.concurrency,
      grace: settings.grace * 1000,
      mostFailures: settings.failures,
      ignoresUnmatched: settings.unmatched === 'record',
      trustsEvents: settings.trustEvents,
      handlers: (event) => {
        if (this.#handlers.length === 0) return undefined;
        return this.#handlers.filter((each) => each.event === event).map(({ id }) => id);
      },
      client: async (wanted) => {
        if (wanted === account)
          return modules.get<PixClient>(getPixClientToken(name), { strict: false });
        if (client) return client(wanted.slice(account.length + 1));
        throw new ConfigurationError('PixLedgerModule: tenants require the option client.');
      },
    };
    this.engine = new LedgerEngine(this.core, () => this.#handlers);
  }

  onModuleInit(): void {
    this.#handlers = this.#explorer.explore(this.core.account);
  }

  onApplicationBootstrap(): void {
    if (this.#works) this.engine.start();
  }

  /** In the first hook that Nest calls: the clients that commands use close later. */
  onModuleDestroy(): Promise<void> {
    return this.engine.stop();
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
      const core = Symbol('PixLedgerCore');
      const ledger: FactoryProvider = {
        provide: getPixLedgerToken(name),
        inject: [LedgerRunner],
        useFactory: (runner: LedgerRunner) => new PixLedger(runner.core, runner.engine),
      };
      const events =
        receiver === false ? [] : [createLedgerEvents(core, name ?? 'default', receiver)];
      return {
        ...definition,
        global: isGlobal,
        providers: [
          ...(definition.providers ?? []).map((each) => ConcealedOptions.conceal(each)),
          LedgerHandlerExplorer,
          {
            provide: LedgerRunner,
            inject: [OPTIONS, ModuleRef, LedgerHandlerExplorer],
            useFactory: (
              options: PixLedgerOptions | ConcealedOptions<PixLedgerOptions>,
              modules: ModuleRef,
              explorer: LedgerHandlerExplorer,
            ) => new LedgerRunner(ConcealedOptions.reveal(options), name, modules, explorer),
          },
          {
            provide: core,
            inject: [LedgerRunner],
            useFactory: (runner: LedgerRunner) => runner.core,
          },
          ...events,
          ledger,
        ],
        exports: [...(definition.exports ?? []), ledger.provide],
      };
    },
  )
  .build();

/**
 * Keeps the charges of an account in the application's own PostgreSQL. Provides {@link PixLedger}, and
 * calls the methods decorated with `@OnPixCharge()` and `@OnPixTask()`. Requires the `PixModule` of the
 * account, and, to hear of payments at once, its `PixWebhookReceiverModule`.
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
