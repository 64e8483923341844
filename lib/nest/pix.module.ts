import { Module, type DynamicModule } from '@nestjs/common';
import { toPlainOptions } from '../options/index.js';
import { pixOptionsFromEnv } from './environment/index.js';
import {
  assertForRoot,
  assertForRootAsync,
  assertForRootFromEnv,
  buildPrefix,
  type PixModuleAsyncOptions,
  type PixModuleEnvOptions,
  type PixModuleExtras,
} from './module-arguments.js';
import { ConfigurableModuleClass } from './pix.module-definition.js';
import type { PixModuleOptions } from './pix.options.js';

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
    assertForRoot(options);
    return super.forRoot(toPlainOptions(options));
  }

  /**
   * Configures an account with options from a factory, a class or a provider.
   *
   * @throws ConfigurationError if there is no source of the options, or an argument is unknown or invalid
   */
  static override forRootAsync(options: PixModuleAsyncOptions): DynamicModule {
    assertForRootAsync(options);
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
    assertForRootFromEnv(options);
    const { name, isGlobal, prefix = buildPrefix(name) } = options;
    const useFactory = () => pixOptionsFromEnv(process.env, { prefix });
    return super.forRootAsync({ name, isGlobal, useFactory });
  }
}
