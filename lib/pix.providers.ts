import type { FactoryProvider, InjectionToken } from '@nestjs/common';
import { TokenService } from './auth/index.js';
import { createPixClient } from './create-pix-client.js';
import { getPixClientToken } from './inject-pix-client.decorator.js';
import { PixPayloadService } from './payload/index.js';
import { PIX_MODULE_OPTIONS } from './pix.constants.js';
import type { PixModuleOptions } from './pix.options.js';
import { PixClient, pixServices } from './resources/index.js';

/** What the account without a name offers for injection beside its client. */
const SERVICES: readonly FactoryProvider[] = [
  { provide: TokenService, inject: [PixClient], useFactory: (client: PixClient) => client.tokens },
  {
    provide: PixPayloadService,
    inject: [PIX_MODULE_OPTIONS],
    useFactory: ({ payload }: PixModuleOptions) => new PixPayloadService(payload),
  },
  ...pixServices.map(({ service, key }) => ({
    provide: service,
    inject: [PixClient],
    useFactory: (client: PixClient) => client[key],
  })),
];

/** The providers of one account: its client and, for the one without a name, its services by class. */
export function pixProviders(name?: string): FactoryProvider[] {
  const client: FactoryProvider = {
    provide: getPixClientToken(name),
    inject: [PIX_MODULE_OPTIONS],
    useFactory: (options: PixModuleOptions) => createPixClient(options),
  };
  return name === undefined ? [client, ...SERVICES] : [client];
}

/** What other modules may inject. */
export function pixExports(name?: string): InjectionToken[] {
  return pixProviders(name).map(({ provide }) => provide);
}
