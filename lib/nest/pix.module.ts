import {
  ConfigurableModuleBuilder,
  Module,
  type ConfigurableModuleAsyncOptions,
  type DynamicModule,
} from '@nestjs/common';
import {
  checkAsyncModuleOptions,
  checkModuleOptions,
  ConcealedOptions,
  flag,
  nonEmptyText,
  objectOf,
  OptionChecker,
  toPlainOptions,
} from '../options/index.js';
import {
  pixOptionsFromEnv,
  prefixRule,
  type PixEnvOptions,
} from './environment/pix-options-from-env.js';
import { DEFAULT_PREFIX } from './environment/pix-variables.js';
import type { PixModuleOptions } from './pix.options.js';
import { accountExports, accountProviders, PIX_MODULE_OPTIONS } from './pix.providers.js';

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
      providers: [
        ...(definition.providers ?? []).map((provider) => ConcealedOptions.conceal(provider)),
        ...accountProviders(name),
      ],
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
    const checker = new OptionChecker('PixModule.forRootFromEnv');
    checker.shape(options, envRule);
    checker.throwIfAny();
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
