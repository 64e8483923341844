import { Module } from '@nestjs/common';
import type { DynamicModule, OnApplicationShutdown } from '@nestjs/common';
import { PixSimulator } from '../composition/pix-simulator.js';
import type { PixSimulatorOptions } from '../settings/simulator.options.js';
import { ConfigurableModuleClass, SIMULATOR_OPTIONS } from './pix-simulator.module-definition.js';
import type { OPTIONS_TYPE } from './pix-simulator.module-definition.js';

/**
 * The simulated provider inside a Nest application: it listens from the application's start to its shutdown, and
 * {@link PixSimulator} can be injected.
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

  /** With what the options leave out as `PixSimulator.start` has it; without any, all of it. */
  static override forRoot(options: typeof OPTIONS_TYPE = {}): DynamicModule {
    return super.forRoot(options);
  }

  /** After the modules that call it have ended. */
  onApplicationShutdown(): Promise<void> {
    return this.simulator.close();
  }
}
