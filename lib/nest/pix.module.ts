// The module of an account: its providers, its names, and the conflicts of two modules.

import type { HttpService } from '@nestjs/axios';
import {
  Inject,
  type InjectionToken,
  Scope,
  type FactoryProvider,
  type Provider,
  ConfigurableModuleBuilder,
  Module,
  type ConfigurableModuleAsyncOptions,
  type DynamicModule,
} from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { TokenService } from '../auth/index.js';
import type { PixCaller } from '../client/index.js';
import { ConfigurationError } from '../errors/index.js';
import { PIX_TELEMETRY, type PixTelemetry } from '../observe/index.js';
import {
  ConcealedOptions,
  checkAsyncModuleOptions,
  checkModuleOptions,
  flag,
  nonEmptyText,
  objectOf,
  checkOptions,
  toPlainOptions,
} from '../options/index.js';
import { PixPayloadService } from '../payload/index.js';
import { getPixRecebidosToken, type PixRecebidosSource } from '../receiver/index.js';
import { getPixClientToken, PixClient, pixServices } from '../resources/index.js';
import { systemRuntime } from '../runtime/index.js';
import { requireHttp } from '../transport/index.js';
import {
  createNamedClient,
  DEFAULT_ACCOUNT,
  withTelemetry,
  resolveSimulator,
} from './create-pix-client.js';
import { PixClientFactory } from './pix-client.factory.js';
import {
  pixOptionsFromEnv,
  prefixRule,
  type PixEnvOptions,
  DEFAULT_PREFIX,
} from './pix-options-from-env.js';
import type { PixModuleOptions } from './pix.options.js';

/**
 * Injects the `PixClient` of an account.
 *
 * @example
 * constructor(@InjectPixClient('filial') private readonly filial: PixClient) {}
 */
export function InjectPixClient(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getPixClientToken(name));
}

/**
 * Returns the injection token of an account's HTTP client.
 *
 * @param name the `name` of `PixModule.forRoot`
 */
export function getPixHttpToken(name?: string): InjectionToken<HttpService> {
  return name === undefined ? 'PixHttp' : `PixHttp:${name}`;
}

/**
 * Injects the `HttpService` of an account, the same as `client.http`, for example to add
 * interceptors.
 *
 * @example
 * constructor(@InjectPixHttp() http: HttpService) {
 *   http.axiosRef.interceptors.request.use((config) => {
 *     config.headers.set('X-Request-Id', randomUUID());
 *     return config;
 *   });
 * }
 */
export function InjectPixHttp(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getPixHttpToken(name));
}

/** Injection token of the module's options. */
const PIX_MODULE_OPTIONS = Symbol('PIX_MODULE_OPTIONS');

type Options = ConcealedOptions<PixModuleOptions> | (() => Promise<PixModuleOptions>);

/** Lets the account report what the factory of its options throws: a test that replaces a provider needs no valid account. */
function deferOptions(provider: Provider): Provider {
  if (!('useFactory' in provider) || provider.provide !== PIX_MODULE_OPTIONS)
    return ConcealedOptions.conceal(provider);
  const useFactory = (...given: unknown[]) => {
    const options = (async () => (await provider.useFactory(...given)) as PixModuleOptions)();
    options.catch(() => undefined);
    return () => options;
  };
  return { ...provider, useFactory };
}

const readOptions = async (options: Options) =>
  typeof options === 'function' ? options() : ConcealedOptions.reveal(options);

/** The services that the account without a name provides in addition to its client. */
const SERVICES: readonly FactoryProvider[] = [
  { provide: TokenService, inject: [PixClient], useFactory: (client: PixClient) => client.tokens },
  ...pixServices.map(({ service, key }) => ({
    provide: service,
    inject: [PixClient],
    useFactory: (client: PixClient) => client[key],
  })),
];

/** Injection token of the account of a module: its client, before a test replaces it. */
const PIX_ACCOUNT = Symbol('PIX_ACCOUNT');

type Providers = NonNullable<ReturnType<ModulesContainer['get']>>['providers'];
type Own = FactoryProvider | typeof PixClientFactory;

/** Whether `overrideProvider` of `@nestjs/testing` has replaced a provider of the account. */
function isReplaced(modules: ModulesContainer, account: Own, others: readonly Own[]): boolean {
  const has = ({ providers }: { providers: Providers }, own: Own) =>
    typeof own === 'function'
      ? providers.get(own)?.metatype === own
      : providers.get(own.provide)?.metatype === own.useFactory;
  const module = [...modules.values()].find((each) => has(each, account));
  return module !== undefined && !others.every((own) => has(module, own));
}

/** What identifies the account of each name, for each application. */
const accounts = new WeakMap<ModulesContainer, Map<string, string>>();

function isOnlyAccount(modules: ModulesContainer, name: string, account: string): boolean {
  const own = accounts.get(modules) ?? new Map<string, string>();
  accounts.set(modules, own.set(name, own.get(name) ?? account));
  return own.get(name) === account;
}

/**
 * Returns the providers of one account: its client and, for the one without a name, its services by
 * class.
 *
 * The account is opened when the application starts. If a test has replaced one of the providers, the application
 * starts also without a valid account (docs/decisions.md D129).
 */
function accountProviders(name?: string): Provider[] {
  const label = name ?? DEFAULT_ACCOUNT;
  const account: FactoryProvider = {
    provide: PIX_ACCOUNT,
    inject: [PIX_MODULE_OPTIONS, ModulesContainer, { token: PIX_TELEMETRY, optional: true }],
    useFactory: async (
      options: Options,
      modules: ModulesContainer,
      telemetry: PixTelemetry | undefined,
    ) => {
      const open = async () => {
        const settings = await readOptions(options);
        const client = await createNamedClient(withTelemetry(settings, telemetry), label);
        const id = `${client.tokens.account} ${settings.contaCorrente ?? ''}`;
        if (isOnlyAccount(modules, label, id)) return client;
        await client.close();
        throw new ConfigurationError(
          `PixModule: two accounts have the name ${label} and different credentials. Give each its own name, ` +
            "next to its other options: forRoot({ name: 'filial', … }).",
        );
      };
      if (!isReplaced(modules, account, own)) return open();
      return open().catch((error: unknown) => createUnopened(error as Error));
    },
  };
  const client: FactoryProvider = {
    provide: getPixClientToken(name),
    inject: [PIX_ACCOUNT],
    useFactory: (opened: PixClient) => opened,
  };
  const payloads: FactoryProvider = {
    provide: PixPayloadService,
    // The client comes first, because it validates the options.
    inject: [PIX_MODULE_OPTIONS, ModulesContainer, PixClient],
    useFactory: async (options: Options, modules: ModulesContainer, opened: PixClient) => {
      const resolved = readOptions(options).then(resolveSimulator);
      const { payload } = await (isReplaced(modules, account, own)
        ? resolved.catch(() => ({ payload: undefined }))
        : resolved);
      return new PixPayloadService(payload, () => opened.lazyHttp.loaded);
    },
  };
  const http: FactoryProvider = {
    provide: getPixHttpToken(name),
    // Nest creates a transient provider only where it is injected, so that only then Axios is loaded.
    scope: Scope.TRANSIENT,
    inject: [getPixClientToken(name)],
    useFactory: (account: PixClient) => account.lazyHttp.load(),
  };
  // The webhook receiver with the same name reads received Pix from here by default.
  const source: FactoryProvider = {
    provide: getPixRecebidosToken(name),
    inject: [getPixClientToken(name)],
    useFactory: ({ recebidos }: PixClient): PixRecebidosSource => recebidos,
  };
  const named = [client, http, source];
  const own: Own[] =
    name === undefined ? [...named, payloads, ...SERVICES, PixClientFactory] : named;
  return [account, ...own];
}

/** Returns the injection tokens that the module exports. */
function accountExports(name?: string): InjectionToken[] {
  return accountProviders(name)
    .map((provider) => (typeof provider === 'function' ? provider : provider.provide))
    .filter((token) => token !== PIX_ACCOUNT);
}

/** The arguments of `forRoot` and `forRootAsync` in addition to the account's options. */
export interface PixModuleExtras {
  /** Makes the exports of the module available in every module. Default: `false`. */
  isGlobal?: boolean | undefined;
  /** Name of an additional account; its client is injected with `@InjectPixClient(name)`. */
  name?: string | undefined;
}

/** The arguments of `PixModule.forRootAsync`. */
export type PixModuleAsyncOptions = ConfigurableModuleAsyncOptions<
  PixModuleOptions,
  'createPixOptions'
> &
  PixModuleExtras;

/** The arguments of `PixModule.forRootFromEnv`. */
export type PixModuleEnvOptions = PixEnvOptions & PixModuleExtras;

const EXTRAS = { isGlobal: flag, name: nonEmptyText };

const envRule = objectOf<PixModuleEnvOptions>({ ...EXTRAS, prefix: prefixRule });

const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<PixModuleOptions>({
  optionsInjectionToken: PIX_MODULE_OPTIONS,
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createPixOptions')
  .setExtras<PixModuleExtras>(
    { isGlobal: false, name: undefined },
    (definition, { isGlobal = false, name }) => ({
      ...definition,
      global: isGlobal,
      providers: [...(definition.providers ?? []).map(deferOptions), ...accountProviders(name)],
      exports: [...(definition.exports ?? []), ...accountExports(name)],
    }),
  )
  .build();

/**
 * The client of the Pix API as a Nest module. Provides `PixCobService` and the services of the
 * other resource families, `TokenService` and {@link PixClient}. Options are validated and
 * certificates loaded when the application starts; connections are closed when it shuts down.
 *
 * @example
 * PixModule.forRootAsync({
 *   inject: [ConfigService],
 *   useFactory: (config: ConfigService) => ({
 *     provider: 'sicoob',
 *     clientId: config.getOrThrow('PIX_CLIENT_ID'),
 *     certificate: { pfx: config.getOrThrow('PIX_PFX'), passphrase: config.get('PIX_PASSPHRASE') },
 *   }),
 * })
 */
@Module({})
export class PixModule extends ConfigurableModuleClass {
  /**
   * Configures an account. The printed form of the result contains no option.
   *
   * @throws ConfigurationError if the options are missing, or `isGlobal` or `name` is invalid
   */
  static override forRoot(options: PixModuleOptions & PixModuleExtras): DynamicModule {
    checkModuleOptions('PixModule.forRoot', options, EXTRAS);
    return super.forRoot(toPlainOptions(options));
  }

  /**
   * Configures an account with options from a factory, a class or a provider.
   *
   * @throws ConfigurationError if there is no source of the options, or an argument is unknown or invalid
   */
  static override forRootAsync(options: PixModuleAsyncOptions): DynamicModule {
    checkAsyncModuleOptions('PixModule.forRootAsync', options, EXTRAS);
    return super.forRootAsync(options);
  }

  /**
   * Configures an account with the environment variables that docs/configuration.md lists:
   * `PIX_PROVIDER`, `PIX_CLIENT_ID`, `PIX_CERT` and others. They are read from `process.env` when
   * the application starts, after `ConfigModule` has loaded its `.env` file.
   *
   * @param options with a `name`, the names of the variables contain it: `PIX_FILIAL_CLIENT_ID` for
   * `filial`. `prefix` replaces that beginning
   * @throws ConfigurationError if an argument is unknown or invalid; when the application starts,
   * one that lists all missing and invalid variables
   *
   * @example
   * imports: [ConfigModule.forRoot(), PixModule.forRootFromEnv()]
   */
  static forRootFromEnv(options: PixModuleEnvOptions = {}): DynamicModule {
    checkOptions('PixModule.forRootFromEnv', options, envRule);
    const { name, isGlobal, prefix = buildPrefix(name) } = options;
    const useFactory = () => pixOptionsFromEnv(process.env, { prefix });
    return super.forRootAsync({ name, isGlobal, useFactory });
  }
}

/** Returns the prefix of the variables of a named account: `PIX_FILIAL_` for `filial`. */
function buildPrefix(name: string | undefined): string {
  if (name === undefined) return DEFAULT_PREFIX;
  const word = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return `${DEFAULT_PREFIX}${word.replace(/[^A-Z\d]+/g, '_')}_`;
}

/**
 * Creates the client of an account that cannot be opened, in a test that replaces one of its providers: the calls of
 * the others fail with the reason.
 */
function createUnopened(reason: Error): PixClient {
  const fail = () => Promise.reject(reason);
  const [nothing, idle] = [() => undefined, () => Promise.resolve()];
  const caller = {
    call: fail,
    tokens: { getToken: fail, close: nothing },
    provider: {},
    runtime: systemRuntime,
    inFlight: 0,
    normalize: (_operation: unknown, body: unknown) => body,
    assertOffered: nothing,
    ...{ drain: idle, idle, close: nothing },
    toJSON: () => ({ provider: 'not opened' }),
  };
  let loaded: HttpService | undefined;
  const http: PixClient['lazyHttp'] = {
    get service() {
      return requireHttp(loaded);
    },
    get loaded() {
      return loaded;
    },
    load: async () => {
      const { HttpService } = await import('@nestjs/axios');
      const { default: axios } = await import('axios');
      return (loaded ??= new HttpService(axios.create({ adapter: fail })));
    },
  };
  const trust = { certificate: undefined, problem: undefined, reload: fail };
  const connections = { http, trust, destroy: nothing, retire: nothing };
  return new PixClient(caller as unknown as PixCaller, connections);
}
