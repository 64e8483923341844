import type { FactoryProvider, InjectionToken, Provider } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import { PIX_MODULE_OPTIONS } from './pix.constants.js';
import { ReplaceableModule } from './replaceable-module.js';

type NestModule = NonNullable<ReturnType<ModulesContainer['get']>>;

/** What a test has put in the place of `PixModule`: the instance of a provider, if there is one. */
export type FindReplacement = (token: InjectionToken) => object | undefined;

/**
 * Determines whether `@nestjs/testing` has replaced a provider of an account, or `PixModule` as a whole:
 * both change the modules before the first instance is created. Never with `NODE_ENV=production`.
 *
 * @param own a provider that no other module has
 * @param providers of the account
 * @returns `undefined` if nothing is replaced
 */
export function detectReplacement(
  modules: ModulesContainer,
  own: FactoryProvider,
  providers: readonly Provider[],
): FindReplacement | undefined {
  if (process.env.NODE_ENV === 'production') return undefined;
  const all = [...modules.values()];
  const index = all.findIndex(
    (each) => each.providers.get(own.provide)?.metatype === own.useFactory,
  );
  const account = all[index];
  if (account && !isModuleReplaced(account, all))
    return hasReplacedProvider(account, providers) ? () => undefined : undefined;
  // Nest inserts a module before those that it imports.
  return account ? (token) => findExported(all.slice(index + 1), token) : () => undefined;
}

/** Whether `overrideModule` has put another module in the place of the class `PixModule`. */
function isModuleReplaced({ metatype }: NestModule, modules: readonly NestModule[]): boolean {
  const place = modules.find((each) => each.metatype === ReplaceableModule);
  const isClass = (each: NestModule) =>
    (each.metatype === metatype || metatype.prototype instanceof each.metatype) &&
    !each.providers.has(PIX_MODULE_OPTIONS);
  return place !== undefined && ![...place.imports].some(isClass);
}

function hasReplacedProvider(account: NestModule, providers: readonly Provider[]): boolean {
  return providers.some((provider) => {
    const [token, source] = readSource(provider);
    return account.providers.get(token)?.metatype !== source;
  });
}

function findExported(modules: readonly NestModule[], token: InjectionToken): object | undefined {
  const found = modules.find(
    ({ providers, exports }) => providers.has(token) && exports.has(token),
  );
  return found?.providers.get(token)?.instance as object | undefined;
}

function readSource(provider: Provider): [token: FactoryProvider['provide'], source: unknown] {
  if (typeof provider === 'function') return [provider, provider];
  return [provider.provide, 'useFactory' in provider ? provider.useFactory : undefined];
}
