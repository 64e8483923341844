import { ConfigurableModuleBuilder, type Provider } from '@nestjs/common';
import { ConcealedOptions } from './concealed-options.js';
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
      providers: [...(definition.providers ?? []).map(conceal), ...accountProviders(name)],
      exports: [...(definition.exports ?? []), ...accountExports(name)],
    }),
  )
  .build();

/** Replaces the options in a provider by a form that contains no secret when it is printed. */
function conceal(provider: Provider): Provider {
  return typeof provider === 'object' && 'useValue' in provider
    ? { ...provider, useValue: new ConcealedOptions(provider.useValue as PixModuleOptions) }
    : provider;
}
