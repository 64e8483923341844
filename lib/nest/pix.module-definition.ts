import { ConfigurableModuleBuilder } from '@nestjs/common';
import { PIX_MODULE_OPTIONS } from './pix.constants.js';
import type { PixModuleOptions } from './pix.options.js';
import { accountExports, accountProviders } from './pix.providers.js';

/** The arguments of `forRoot` and `forRootAsync` in addition to the account's options. */
export interface PixModuleExtras {
  /** Makes the exports of the module available in every module. Default: `false`. */
  isGlobal?: boolean | undefined;
  /** Name of an additional account; its client is injected with `@InjectPixClient(name)`. */
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
