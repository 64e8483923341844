import type { FactoryProvider, InjectionToken, Provider } from '@nestjs/common';
import { TokenService } from '../auth/index.js';
import { ConcealedOptions } from '../errors/index.js';
import { PixPayloadService } from '../payload/index.js';
import { getPixRecebidosToken, type PixRecebidosSource } from '../receiver/index.js';
import { PixClient, pixServices } from '../resources/index.js';
import { createPixClient } from './create-pix-client.js';
import { getPixClientToken } from './inject-pix-client.decorator.js';
import { PixClientFactory } from './pix-client.factory.js';
import { PIX_MODULE_OPTIONS } from './pix.constants.js';
import type { PixModuleOptions } from './pix.options.js';
import { resolveSimulator } from './simulator-options.js';

/** The services that the account without a name provides in addition to its client. */
const SERVICES: readonly FactoryProvider[] = [
  { provide: TokenService, inject: [PixClient], useFactory: (client: PixClient) => client.tokens },
  {
    provide: PixPayloadService,
    // The client comes first, because it validates the options.
    inject: [PIX_MODULE_OPTIONS, PixClient],
    useFactory: async (options: PixModuleOptions | ConcealedOptions<PixModuleOptions>) => {
      const { payload } = await resolveSimulator(ConcealedOptions.reveal(options));
      return new PixPayloadService(payload);
    },
  },
  ...pixServices.map(({ service, key }) => ({
    provide: service,
    inject: [PixClient],
    useFactory: (client: PixClient) => client[key],
  })),
];

/**
 * Returns the providers of one account: its client and, for the one without a name, its services by
 * class.
 */
export function accountProviders(name?: string): Provider[] {
  const client: FactoryProvider = {
    provide: getPixClientToken(name),
    inject: [PIX_MODULE_OPTIONS],
    useFactory: (options: PixModuleOptions | ConcealedOptions<PixModuleOptions>) =>
      createPixClient(ConcealedOptions.reveal(options)),
  };
  // The webhook receiver with the same name reads received Pix from here by default.
  const source: FactoryProvider = {
    provide: getPixRecebidosToken(name),
    inject: [getPixClientToken(name)],
    useFactory: ({ recebidos }: PixClient): PixRecebidosSource => recebidos,
  };
  return name === undefined ? [client, source, ...SERVICES, PixClientFactory] : [client, source];
}

/** Returns the injection tokens that the module exports. */
export function accountExports(name?: string): InjectionToken[] {
  return accountProviders(name).map((provider) =>
    typeof provider === 'function' ? provider : provider.provide,
  );
}
