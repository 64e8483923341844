import {
  ConfigurableModuleBuilder,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import {
  checkAsyncModuleOptions,
  checkModuleOptions,
  flag,
  toPlainOptions,
} from 'nestjs-pix/internal';
import { PixSimulator } from '../composition/pix-simulator.js';
import type { PixSimulatorOptions } from '../settings/options.js';

/** Options of `forRoot` and `forRootAsync` in addition to those of the simulator. */
export interface PixSimulatorModuleExtras {
  /** Whether every module can inject `PixSimulator`. Default: `true`. */
  isGlobal?: boolean | undefined;
}

const definition = new ConfigurableModuleBuilder<PixSimulatorOptions>({
  moduleName: 'PixSimulator',
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createSimulatorOptions')
  .setExtras<PixSimulatorModuleExtras>({ isGlobal: true }, (module, { isGlobal = true }) => ({
    ...module,
    global: isGlobal,
  }))
  .build();
const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN: SIMULATOR_OPTIONS } = definition;

/** The arguments in addition to the options. */
const EXTRAS = { isGlobal: flag };

/**
 * Runs a simulated provider in a Nest application, from its start to its shutdown. Exports
 * {@link PixSimulator} for injection.
 *
 * @example
 * imports: [
 *   PixSimulatorModule.forRoot(),
 *   PixModule.forRootAsync({
 *     inject: [PixSimulator],
 *     useFactory: ({ moduleOptions }: PixSimulator) => moduleOptions,
 *   }),
 * ]
 */
@Module({
  providers: [
    {
      provide: PixSimulator,
      inject: [SIMULATOR_OPTIONS],
      useFactory: (options: PixSimulatorOptions) => PixSimulator.start(options),
    },
  ],
  exports: [PixSimulator],
})
export class PixSimulatorModule extends ConfigurableModuleClass implements OnApplicationShutdown {
  constructor(private readonly simulator: PixSimulator) {
    super();
  }

  /** Configures the module. Omitted options have the defaults of `PixSimulator.start`. */
  static override forRoot(options: typeof definition.OPTIONS_TYPE = {}): DynamicModule {
    checkModuleOptions('PixSimulatorModule.forRoot', options, EXTRAS);
    return super.forRoot(toPlainOptions(options));
  }

  /**
   * @throws ConfigurationError if the argument is not an object, lacks a factory, or has an unknown
   * name
   */
  static override forRootAsync(options: typeof definition.ASYNC_OPTIONS_TYPE): DynamicModule {
    checkAsyncModuleOptions('PixSimulatorModule.forRootAsync', options, EXTRAS);
    return super.forRootAsync(options);
  }

  /** Closes the simulator after the modules that use it have shut down. */
  onApplicationShutdown(): Promise<void> {
    return this.simulator.close();
  }
}
