import { Scope, type FactoryProvider, type InjectionToken, type Provider } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { TokenService } from '../auth/index.js';
import { PIX_TELEMETRY, type PixTelemetry } from '../observe/index.js';
import { ConcealedOptions } from '../options/index.js';
import { PixPayloadService } from '../payload/index.js';
import { getPixRecebidosToken, type PixRecebidosSource } from '../receiver/index.js';
import { getPixClientToken, PixClient, pixServices } from '../resources/index.js';
import { createNamedClient, DEFAULT_ACCOUNT, withTelemetry } from './create-pix-client.js';
import { deferClient, deferPayloads } from './deferred-client.js';
import { getPixHttpToken } from './inject.decorators.js';
import { PixClientFactory } from './pix-client.factory.js';
import type { PixModuleOptions } from './pix.options.js';
import { resolveSimulator } from './simulator-options.js';

/** Injection token of the module's options. */
export const PIX_MODULE_OPTIONS = Symbol('PIX_MODULE_OPTIONS');

type Options = PixModuleOptions | ConcealedOptions<PixModuleOptions>;

/** The services that the account without a name provides in addition to its client. */
const SERVICES: readonly FactoryProvider[] = [
  { provide: TokenService, inject: [PixClient], useFactory: (client: PixClient) => client.tokens },
  ...pixServices.map(({ service, key }) => ({
    provide: service,
    inject: [PixClient],
    useFactory: (client: PixClient) => client[key],
  })),
];

async function buildPayloads(options: Options, account: PixClient): Promise<PixPayloadService> {
  const { payload } = await resolveSimulator(ConcealedOptions.reveal(options));
  return new PixPayloadService(payload, () => account.lazyHttp.loaded);
}

/** Injection token of the account of a module: its client, before a test replaces it. */
const PIX_ACCOUNT = Symbol('PIX_ACCOUNT');

type Providers = NonNullable<ReturnType<ModulesContainer['get']>>['providers'];
type Own = FactoryProvider | typeof PixClientFactory;

/** Whether `overrideProvider` of `@nestjs/testing` has replaced a provider of the account. */
function isReplaced(modules: ModulesContainer, account: Own, others: readonly Own[]): boolean {
  const has = ({ providers }: { providers: Providers }, own: Own) =>
    typeof own === 'function'
      ? providers.get(own)?.metatype === own
      : providers.get(own.provide)?.metatype === own.useFactory;
  const module = [...modules.values()].find((each) => has(each, account));
  return module !== undefined && !others.every((own) => has(module, own));
}

/**
 * Returns the providers of one account: its client and, for the one without a name, its services by
 * class.
 *
 * The account is opened when the application starts. If a test has replaced one of the providers, it is
 * opened by the first call of another one (docs/decisions.md D129).
 */
export function accountProviders(name?: string): Provider[] {
  const account: FactoryProvider = {
    provide: PIX_ACCOUNT,
    inject: [PIX_MODULE_OPTIONS, ModulesContainer, { token: PIX_TELEMETRY, optional: true }],
    useFactory: async (
      options: Options,
      modules: ModulesContainer,
      telemetry: PixTelemetry | undefined,
    ) => {
      const settings = ConcealedOptions.reveal(options);
      const open = () =>
        createNamedClient(withTelemetry(settings, telemetry), name ?? DEFAULT_ACCOUNT);
      if (!isReplaced(modules, account, own)) return open();
      const deferred = deferClient(open);
      if (settings.http === true) await deferred.lazyHttp.load();
      return deferred;
    },
  };
  const client: FactoryProvider = {
    provide: getPixClientToken(name),
    inject: [PIX_ACCOUNT],
    useFactory: (opened: PixClient) => opened,
  };
  const payloads: FactoryProvider = {
    provide: PixPayloadService,
    // The client comes first, because it validates the options.
    inject: [PIX_MODULE_OPTIONS, ModulesContainer, PixClient],
    useFactory: (options: Options, modules: ModulesContainer, opened: PixClient) => {
      const build = () => buildPayloads(options, opened);
      return isReplaced(modules, account, own) ? deferPayloads(build) : build();
    },
  };
  const http: FactoryProvider = {
    provide: getPixHttpToken(name),
    // Nest creates a transient provider only where it is injected, so that only then Axios is loaded.
    scope: Scope.TRANSIENT,
    inject: [getPixClientToken(name)],
    useFactory: (account: PixClient) => account.lazyHttp.load(),
  };
  // The webhook receiver with the same name reads received Pix from here by default.
  const source: FactoryProvider = {
    provide: getPixRecebidosToken(name),
    inject: [getPixClientToken(name)],
    useFactory: ({ recebidos }: PixClient): PixRecebidosSource => recebidos,
  };
  const named = [client, http, source];
  const own: Own[] =
    name === undefined ? [...named, payloads, ...SERVICES, PixClientFactory] : named;
  return [account, ...own];
}

/** Returns the injection tokens that the module exports. */
export function accountExports(name?: string): InjectionToken[] {
  return accountProviders(name)
    .map((provider) => (typeof provider === 'function' ? provider : provider.provide))
    .filter((token) => token !== PIX_ACCOUNT);
}
