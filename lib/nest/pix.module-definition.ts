import { ConfigurableModuleBuilder } from '@nestjs/common';
import { PIX_MODULE_OPTIONS } from './pix.constants.js';
import type { PixModuleOptions } from './pix.options.js';
import { accountExports, accountProviders } from './pix.providers.js';

/** What `forRoot` and `forRootAsync` take beside the options of the account. */
export interface PixModuleExtras {
  /** Makes what the module exports visible in every module. Default `false`. */
  isGlobal?: boolean | undefined;
  /** Name of a further account; its client is injected with `@InjectPixClient(name)`. */
  name?: string | undefined;
}

export const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<PixModuleOptions>({
  optionsInjectionToken: PIX_MODULE_OPTIONS,
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createPixOptions')
  .setExtras<PixModuleExtras>(
    { isGlobal: false, name: undefined },
    (definition, { isGlobal = false, name }) => ({
      ...definition,
      global: isGlobal,
      providers: [...(definition.providers ?? []), ...accountProviders(name)],
      exports: [...(definition.exports ?? []), ...accountExports(name)],
    }),
  )
  .build();
