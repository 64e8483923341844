import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { PixSimulatorOptions } from '../settings/simulator.options.js';

/** What `forRoot` and `forRootAsync` take beside the simulator's options. */
export interface PixSimulatorModuleExtras {
  /** Whether every module may inject `PixSimulator`. Default `true`: an application simulates one bank. */
  isGlobal?: boolean | undefined;
}

export const {
  ConfigurableModuleClass,
  MODULE_OPTIONS_TOKEN: SIMULATOR_OPTIONS,
  OPTIONS_TYPE,
} = new ConfigurableModuleBuilder<PixSimulatorOptions>({ moduleName: 'PixSimulator' })
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createSimulatorOptions')
  .setExtras<PixSimulatorModuleExtras>({ isGlobal: true }, (definition, { isGlobal = true }) => ({
    ...definition,
    global: isGlobal,
  }))
  .build();
