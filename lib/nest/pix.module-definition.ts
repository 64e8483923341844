import { ConfigurableModuleBuilder } from '@nestjs/common';
import { ConcealedOptions } from '../options/index.js';
import type { PixModuleExtras } from './module-arguments.js';
import { PIX_MODULE_OPTIONS } from './pix.constants.js';
import type { PixModuleOptions } from './pix.options.js';
import { accountExports, accountProviders } from './pix.providers.js';

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
      providers: [
        ...(definition.providers ?? []).map((provider) => ConcealedOptions.conceal(provider)),
        ...accountProviders(name),
      ],
      exports: [...(definition.exports ?? []), ...accountExports(name)],
    }),
  )
  .build();
