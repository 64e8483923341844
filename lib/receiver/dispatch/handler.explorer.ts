import 'reflect-metadata';
import { Injectable, type InjectionToken, Logger } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService, MetadataScanner } from '@nestjs/core';
import { ConfigurationError } from '../../errors/index.js';
import { choose, flag, listOf, oneOf } from '../../options/index.js';
import {
  type HandlerEnhancers,
  HandlerPipeline,
  type PipelineTarget,
  awaitResult,
} from './handler-pipeline.js';
import { type EventHandler, type EventHandlerMetadata, getHandlerMetadata } from './handlers.js';

type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];
type Methods = Record<string, PipelineTarget['method']>;

/** A handler without what runs around it. */
type FoundHandler = Omit<EventHandler, 'run'> & { readonly target: PipelineTarget };

/** The object that declares the methods of a provider, and the one that they are called on. */
interface HandlerTarget {
  readonly singleton: boolean;
  /** The prototype, if the provider is not a singleton. */
  readonly instance: object;
  readonly prototype: object;
}

/** Finds the decorated methods of all providers and controllers of the application. */
@Injectable()
export class EventHandlerExplorer {
  readonly #logger = new Logger('PixWebhookReceiver');

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly application: ApplicationConfig,
  ) {}

  /**
   * @param globals the kinds of enhancers of which the application's global ones apply to handlers
   * @returns the handlers in the order in which they run
   * @throws ConfigurationError on a handler whose provider is not a singleton, on two handlers with the
   * same id, or on a guard, interceptor or filter without an instance
   */
  explore(globals: readonly PixEnhancerKind[] = []): EventHandler[] {
    const wrappers = [...this.discovery.getProviders(), ...this.discovery.getControllers()];
    const found: FoundHandler[] = [];
    for (const wrapper of wrappers) {
      for (const handler of this.#readHandlers(wrapper)) {
        if (this.#isNew(handler, found)) found.push(handler);
      }
    }
    return found
      .sort((a, b) => a.order - b.order)
      .map(({ target, ...handler }) => {
        const own = wrappers.filter(({ instance }) => instance === target.instance);
        return { ...handler, run: this.#enhance(target, own, globals) };
      });
  }

  /** Returns the function that runs a method, inside its enhancers if there are any. */
  #enhance(
    target: PipelineTarget,
    wrappers: readonly Wrapper[],
    globals: readonly PixEnhancerKind[],
  ): EventHandler['run'] {
    const { place, instance, method, call } = target;
    const type = instance.constructor;
    const enhancers = findEnhancers({ place, type, method, wrappers }, this.application, globals);
    if (Object.values(enhancers).every(({ length }: readonly unknown[]) => length === 0)) {
      return (payload, context) => awaitResult(call(payload, context));
    }
    const pipeline = new HandlerPipeline(target, enhancers);
    return (payload, context) => pipeline.run(payload, context);
  }

  *#readHandlers(wrapper: Wrapper): Generator<FoundHandler> {
    const target = resolveTarget(wrapper);
    if (!target) return;
    const { singleton, instance, prototype } = target;
    for (const name of this.scanner.getAllMethodNames(prototype)) {
      const method = (prototype as Methods)[name];
      if (!method) continue;
      for (const metadata of getHandlerMetadata(method)) {
        const { type, id, order } = metadata;
        const place = `${prototype.constructor.name}.${name}`;
        if (!singleton) throw createScopeError(place);
        const receivers = readReceivers(metadata, place);
        const call: PipelineTarget['call'] = (...args) => (instance as Methods)[name]?.(...args);
        const target = { place, instance, method, call };
        yield { type, id: id ?? place, order: order ?? 0, receivers, instance, target };
      }
    }
  }

  /**
   * Whether the handler was not found before. A provider that is listed under two tokens, or in two
   * modules, would handle each payment twice.
   */
  #isNew(handler: FoundHandler, found: readonly FoundHandler[]): boolean {
    const same = found.find(
      ({ type, id, receivers }) =>
        type === handler.type && id === handler.id && overlap(receivers, handler.receivers),
    );
    if (!same) return true;
    if (String(same.receivers) !== String(handler.receivers)) throw createDuplicateIdError(handler);
    if (same.instance === handler.instance) return false;
    if (same.instance.constructor !== handler.instance.constructor)
      throw createDuplicateIdError(handler);
    this.#logger.warn(
      `${handler.id} belongs to a provider that is listed in several modules; only its first instance handles events. ` +
        'List it in one module and export it.',
    );
    return false;
  }
}

/** @returns `undefined` for a provider that has no methods, such as a value */
function resolveTarget(wrapper: Wrapper): HandlerTarget | undefined {
  const singleton = !wrapper.isTransient && wrapper.isDependencyTreeStatic();
  const instance: unknown = singleton ? wrapper.instance : wrapper.metatype?.prototype;
  if (!isReference(instance)) return undefined;
  const prototype: unknown = singleton ? Object.getPrototypeOf(instance) : instance;
  return isReference(prototype) ? { singleton, instance, prototype } : undefined;
}

function isReference(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * @throws ConfigurationError on a missing name: `undefined` would bind the handler to all receivers
 */
function readReceivers(
  metadata: EventHandlerMetadata,
  place: string,
): readonly string[] | undefined {
  if (!('receiver' in metadata)) return undefined;
  const names: unknown[] = [metadata.receiver].flat();
  if (names.length > 0 && names.every((name) => typeof name === 'string')) return names;
  throw new ConfigurationError(
    `${place}: the decorator's \`receiver\` must be the name of a receiver or a non-empty list of names.`,
  );
}

/**
 * Whether two handlers can receive the same event; a handler without receivers receives the events
 * of all.
 */
function overlap(one: EventHandler['receivers'], other: EventHandler['receivers']): boolean {
  return !one || !other || one.some((name) => other.includes(name));
}

function createScopeError(place: string): ConfigurationError {
  return new ConfigurationError(
    `${place} handles Pix events but its provider is request-scoped or transient, or depends on one that is. ` +
      'Events do not belong to a request: move the handler to a provider with the default scope.',
  );
}

function createDuplicateIdError({ id, type }: FoundHandler): ConfigurationError {
  return new ConfigurationError(
    `Two handlers of ${type} have the id ${id}; set another one with the decorator's \`id\` option.`,
  );
}

/** The guards, interceptors or exception filters of an application. */
export type PixEnhancerKind = 'guards' | 'interceptors' | 'filters';

/** A decorated method, and where its provider is listed. */
interface EnhancedMethod {
  /** `Class.method`. */
  readonly place: string;
  readonly type: object;
  readonly method: object;
  /** The entries of the provider: it may be listed under several tokens. */
  readonly wrappers: readonly Wrapper[];
}

/** A kind of enhancers: its method, and where Nest keeps those of a handler and of the application. */
interface Kind {
  readonly method: string;
  readonly decorator: string;
  /** The key under which the decorator (`@UseGuards()`) stores its arguments. */
  readonly metadata: string;
  readonly global: (config: ApplicationConfig) => readonly unknown[];
  readonly scoped: (config: ApplicationConfig) => readonly unknown[];
}

const kinds: Readonly<Record<PixEnhancerKind, Kind>> = {
  guards: {
    method: 'canActivate',
    decorator: 'UseGuards',
    metadata: '__guards__',
    global: (config) => config.getGlobalGuards(),
    scoped: (config) => config.getGlobalRequestGuards(),
  },
  interceptors: {
    method: 'intercept',
    decorator: 'UseInterceptors',
    metadata: '__interceptors__',
    global: (config) => config.getGlobalInterceptors(),
    scoped: (config) => config.getGlobalRequestInterceptors(),
  },
  filters: {
    method: 'catch',
    decorator: 'UseFilters',
    metadata: '__exceptionFilters__',
    global: (config) => config.getGlobalFilters(),
    scoped: (config) => config.getGlobalRequestFilters(),
  },
};

/** The kinds of enhancers that the option `useGlobalEnhancers` accepts. */
const enhancerKinds = Object.keys(kinds) as readonly PixEnhancerKind[];

/**
 * Finds what runs around a handler.
 *
 * @param globals the kinds of which the application's global ones run as well
 * @throws ConfigurationError if an enhancer has no instance that all events can share
 */
function findEnhancers(
  target: EnhancedMethod,
  config: ApplicationConfig,
  globals: readonly PixEnhancerKind[],
): HandlerEnhancers {
  const find = (name: PixEnhancerKind): readonly unknown[] => {
    const kind = kinds[name];
    const own = [target.type, target.method].flatMap(
      (decorated) => (Reflect.getMetadata(kind.metadata, decorated) as unknown[] | undefined) ?? [],
    );
    return [
      ...(globals.includes(name) ? findGlobal(kind, name, config) : []),
      ...own.map((entry) => resolveInstance(kind, entry, target)),
    ];
  };
  const found = enhancerKinds.map((name) => [name, find(name)]);
  return Object.fromEntries(found) as HandlerEnhancers;
}

function findGlobal(
  kind: Kind,
  name: PixEnhancerKind,
  config: ApplicationConfig,
): readonly unknown[] {
  if (kind.scoped(config).length > 0) {
    throw new ConfigurationError(
      `useGlobalEnhancers: the application has global ${name} that are request-scoped or transient, and events do not belong ` +
        `to a request. Give them the default scope, or leave ${name} out of useGlobalEnhancers.`,
    );
  }
  return kind.global(config);
}

function resolveInstance(
  { method, decorator }: Kind,
  entry: unknown,
  { place, wrappers }: EnhancedMethod,
): unknown {
  const isEnhancer = (value: unknown) =>
    typeof (value as Record<string, unknown> | null | undefined)?.[method] === 'function';
  if (isEnhancer(entry)) return entry;
  const name = typeof entry === 'function' ? entry.name : typeof entry;
  const found = wrappers
    .map(({ host }) => host?.injectables.get(entry as InjectionToken))
    .find((wrapper) => wrapper !== undefined);
  const instance: unknown = found?.isTransient === true ? undefined : found?.instance;
  if (isEnhancer(instance)) return instance;
  throw new ConfigurationError(
    `${place}: Nest has no shared instance of ${name}, which @${decorator}() names. List the class of the handler itself in ` +
      `\`providers\`, give ${name} the default scope, or pass an instance: @${decorator}(new ${name}()).`,
  );
}

/** Checks the type of the option `useGlobalEnhancers`. */
export const globalEnhancersRule = choose(
  Array.isArray,
  listOf('a list of guards, interceptors and filters', oneOf(enhancerKinds)),
  flag,
);

/** Returns the kinds of which global enhancers run around handlers; by default none. */
export function resolveGlobalEnhancers(
  option: boolean | readonly PixEnhancerKind[] = false,
): readonly PixEnhancerKind[] {
  if (typeof option !== 'boolean') return option;
  return option ? enhancerKinds : [];
}
