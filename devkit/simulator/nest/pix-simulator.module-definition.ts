import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { PixSimulatorOptions } from '../settings/simulator.options.js';

/** Options of `forRoot` and `forRootAsync` in addition to those of the simulator. */
export interface PixSimulatorModuleExtras {
  /** Whether every module can inject `PixSimulator`. Default: `true`. */
  isGlobal?: boolean | undefined;
}

export const {
  ConfigurableModuleClass,
  MODULE_OPTIONS_TOKEN: SIMULATOR_OPTIONS,
  OPTIONS_TYPE,
  ASYNC_OPTIONS_TYPE,
} = new ConfigurableModuleBuilder<PixSimulatorOptions>({ moduleName: 'PixSimulator' })
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createSimulatorOptions')
  .setExtras<PixSimulatorModuleExtras>({ isGlobal: true }, (definition, { isGlobal = true }) => ({
    ...definition,
    global: isGlobal,
  }))
  .build();
