import 'reflect-metadata';
import type { CanActivate, ExceptionFilter, InjectionToken, NestInterceptor } from '@nestjs/common';
import type { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import { ConfigurationError } from '../../errors/index.js';

/** The guards, interceptors or exception filters of an application. */
export type PixEnhancerKind = 'guards' | 'interceptors' | 'filters';

/** What runs around a handler: global ones first, then those of its class, then its own. */
export interface HandlerEnhancers {
  readonly guards: readonly CanActivate[];
  readonly interceptors: readonly NestInterceptor[];
  readonly filters: readonly ExceptionFilter[];
}

/** A decorated method, and where its provider is listed. */
export interface EnhancedMethod {
  /** `Class.method`. */
  readonly place: string;
  readonly type: object;
  readonly method: object;
  /** The entries of the provider: it may be listed under several tokens. */
  readonly wrappers: readonly Wrapper[];
}

type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];

interface Kind<Enhancer> {
  /** The key under which the decorator of Nest (`@UseGuards()`) stores its arguments. */
  readonly metadata: string;
  readonly method: keyof Enhancer & string;
  readonly decorator: string;
  readonly global: (config: ApplicationConfig) => readonly Enhancer[];
  readonly scoped: (config: ApplicationConfig) => readonly unknown[];
}

const guards: Kind<CanActivate> = {
  metadata: '__guards__',
  method: 'canActivate',
  decorator: 'UseGuards',
  global: (config) => config.getGlobalGuards(),
  scoped: (config) => config.getGlobalRequestGuards(),
};

const interceptors: Kind<NestInterceptor> = {
  metadata: '__interceptors__',
  method: 'intercept',
  decorator: 'UseInterceptors',
  global: (config) => config.getGlobalInterceptors(),
  scoped: (config) => config.getGlobalRequestInterceptors(),
};

const filters: Kind<ExceptionFilter> = {
  metadata: '__exceptionFilters__',
  method: 'catch',
  decorator: 'UseFilters',
  global: (config) => config.getGlobalFilters(),
  scoped: (config) => config.getGlobalRequestFilters(),
};

/** The kinds of enhancers that the option `useGlobalEnhancers` accepts. */
export const enhancerKinds: readonly PixEnhancerKind[] = ['guards', 'interceptors', 'filters'];

/**
 * Finds what runs around a handler.
 *
 * @param globals the kinds of which the application's global ones run as well
 * @throws ConfigurationError if an enhancer has no instance that all events can share
 */
export function findEnhancers(
  target: EnhancedMethod,
  config: ApplicationConfig,
  globals: readonly PixEnhancerKind[],
): HandlerEnhancers {
  const find = <Enhancer>(kind: Kind<Enhancer>, name: PixEnhancerKind): readonly Enhancer[] => [
    ...(globals.includes(name) ? findGlobal(kind, name, config) : []),
    ...findOwn(kind, target),
  ];
  return {
    guards: find(guards, 'guards'),
    interceptors: find(interceptors, 'interceptors'),
    filters: find(filters, 'filters'),
  };
}

function findGlobal<Enhancer>(
  kind: Kind<Enhancer>,
  name: PixEnhancerKind,
  config: ApplicationConfig,
): readonly Enhancer[] {
  if (kind.scoped(config).length > 0) {
    throw new ConfigurationError(
      `useGlobalEnhancers: the application has global ${name} that are request-scoped or transient, and events do not belong ` +
        `to a request. Give them the default scope, or leave ${name} out of useGlobalEnhancers.`,
    );
  }
  return kind.global(config);
}

function findOwn<Enhancer>(kind: Kind<Enhancer>, target: EnhancedMethod): Enhancer[] {
  const listed: unknown[] = [target.type, target.method].flatMap(
    (decorated) => (Reflect.getMetadata(kind.metadata, decorated) as unknown[] | undefined) ?? [],
  );
  return listed.map((entry) => resolveInstance(kind, entry, target));
}

function resolveInstance<Enhancer>(
  kind: Kind<Enhancer>,
  entry: unknown,
  { place, wrappers }: EnhancedMethod,
): Enhancer {
  if (hasMethod(kind, entry)) return entry;
  const name = typeof entry === 'function' ? entry.name : typeof entry;
  const found = wrappers
    .map(({ host }) => host?.injectables.get(entry as InjectionToken))
    .find((wrapper) => wrapper !== undefined);
  const instance: unknown = found?.isTransient === true ? undefined : found?.instance;
  if (hasMethod(kind, instance)) return instance;
  throw new ConfigurationError(
    `${place}: Nest has no shared instance of ${name}, which @${kind.decorator}() names. List the class of the handler itself in ` +
      `\`providers\`, give ${name} the default scope, or pass an instance: @${kind.decorator}(new ${name}()).`,
  );
}

function hasMethod<Enhancer>(kind: Kind<Enhancer>, value: unknown): value is Enhancer {
  const { [kind.method]: method } = (value ?? {}) as Record<string, unknown>;
  return typeof method === 'function';
}
