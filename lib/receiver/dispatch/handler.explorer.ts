// Finds the decorated handlers of an application, with their enhancers.

import 'reflect-metadata';
import {
  Injectable,
  type InjectionToken,
  Logger,
  type CanActivate,
  type ExceptionFilter,
  ForbiddenException,
  type NestInterceptor,
} from '@nestjs/common';
import { ApplicationConfig, DiscoveryService, MetadataScanner } from '@nestjs/core';
import { GuardsConsumer } from '@nestjs/core/guards/guards-consumer.js';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { InterceptorsConsumer } from '@nestjs/core/interceptors/interceptors-consumer.js';
import { isObservable, lastValueFrom } from 'rxjs';
import { ConfigurationError, toErrorText, toLogLine } from '../../errors/index.js';
import { choose, flag, listOf, oneOf } from '../../options/index.js';
import {
  type EventHandler,
  type EventHandlerMetadata,
  getHandlerMetadata,
  PIX_WEBHOOK,
} from './handlers.js';

type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];
type Methods = Record<string, PipelineTarget['method']>;

/** A handler without what runs around it. */
type FoundHandler = Omit<EventHandler, 'run'> & { readonly target: PipelineTarget };

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
    const found: FoundHandler[] = [];
    for (const target of findMethods(this.discovery, this.scanner, getHandlerMetadata)) {
      const { place, instance, metadata } = target;
      const { type, id = place, order = 0 } = metadata;
      const receivers = readReceivers(metadata, place);
      const handler = { type, id, order, receivers, instance, target };
      if (this.#isNew(handler, found)) found.push(handler);
    }
    const wrappers = listWrappers(this.discovery);
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
    const { call } = target;
    const enhancers = findEnhancers(target, wrappers, this.application, globals);
    if (Object.values(enhancers).every(({ length }: readonly unknown[]) => length === 0)) {
      return (payload, context) => awaitResult(call(payload, context));
    }
    const pipeline = new HandlerPipeline(target, enhancers);
    return (payload, context) => pipeline.run(payload, context);
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

function listWrappers(discovery: DiscoveryService): Wrapper[] {
  return [...discovery.getProviders(), ...discovery.getControllers()];
}

/**
 * Finds the methods of all providers and controllers that have marks, once for each mark.
 *
 * @param read returns the marks of a method
 * @throws ConfigurationError on a method whose provider is not a singleton
 */
export function* findMethods<Metadata>(
  discovery: DiscoveryService,
  scanner: MetadataScanner,
  read: (method: object) => readonly Metadata[],
): Generator<PipelineTarget & { readonly metadata: Metadata }> {
  for (const wrapper of listWrappers(discovery)) {
    const target = resolveTarget(wrapper);
    if (!target) continue;
    const { singleton, instance, prototype } = target;
    for (const name of scanner.getAllMethodNames(prototype)) {
      const method = (prototype as Methods)[name];
      const place = `${prototype.constructor.name}.${name}`;
      const call: PipelineTarget['call'] = (...args) => (instance as Methods)[name]?.(...args);
      if (!method) continue;
      for (const metadata of read(method)) {
        if (!singleton) throw createScopeError(place);
        yield { place, instance, method, call, metadata };
      }
    }
  }
}

/**
 * Returns the object that declares the methods of a provider, and the one that they are called on: the prototype, if the
 * provider is not a singleton. `undefined` for a provider that has no methods, such as a value.
 */
function resolveTarget(wrapper: Wrapper) {
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

/** A kind of enhancers: its method, and where Nest keeps those of a handler and of the application. */
interface Kind {
  readonly method: string;
  /** The name in the methods of Nest (`getGlobalGuards()`) and of the decorator (`@UseGuards()`). */
  readonly name: 'Guards' | 'Interceptors' | 'Filters';
  /** The key under which the decorator stores its arguments. */
  readonly metadata: string;
}

const kinds: Readonly<Record<PixEnhancerKind, Kind>> = {
  guards: { method: 'canActivate', name: 'Guards', metadata: '__guards__' },
  interceptors: { method: 'intercept', name: 'Interceptors', metadata: '__interceptors__' },
  filters: { method: 'catch', name: 'Filters', metadata: '__exceptionFilters__' },
};

/** The kinds of enhancers that the option `useGlobalEnhancers` accepts. */
const enhancerKinds = Object.keys(kinds) as readonly PixEnhancerKind[];

/**
 * Finds what runs around a handler.
 *
 * @param wrappers the entries of its provider: it may be listed under several tokens
 * @param globals the kinds of which the application's global ones run as well
 * @throws ConfigurationError if an enhancer has no instance that all events can share
 */
function findEnhancers(
  { place, instance, method }: PipelineTarget,
  wrappers: readonly Wrapper[],
  config: ApplicationConfig,
  globals: readonly PixEnhancerKind[],
): HandlerEnhancers {
  const find = (name: PixEnhancerKind): readonly unknown[] => {
    const kind = kinds[name];
    const own = [instance.constructor, method].flatMap(
      (decorated) => (Reflect.getMetadata(kind.metadata, decorated) as unknown[] | undefined) ?? [],
    );
    return [
      ...(globals.includes(name) ? findGlobal(kind, config) : []),
      ...own.map((entry) => resolveInstance(kind, entry, place, wrappers)),
    ];
  };
  const found = enhancerKinds.map((name) => [name, find(name)]);
  return Object.fromEntries(found) as HandlerEnhancers;
}

function findGlobal({ name: nestName }: Kind, config: ApplicationConfig): readonly unknown[] {
  if (config[`getGlobalRequest${nestName}`]().length > 0) {
    const name = nestName.toLowerCase();
    throw new ConfigurationError(
      `useGlobalEnhancers: the application has global ${name} that are request-scoped or transient, and events do not belong ` +
        `to a request. Give them the default scope, or leave ${name} out of useGlobalEnhancers.`,
    );
  }
  return config[`getGlobal${nestName}`]();
}

function resolveInstance(
  { method, name: nestName }: Kind,
  entry: unknown,
  place: string,
  wrappers: readonly Wrapper[],
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
    `${place}: Nest has no shared instance of ${name}, which @Use${nestName}() names. List the class of the handler itself in ` +
      `\`providers\`, give ${name} the default scope, or pass an instance: @Use${nestName}(new ${name}()).`,
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

/** What runs around a handler: global ones first, then those of its class, then its own. */
interface HandlerEnhancers {
  readonly guards: readonly CanActivate[];
  readonly interceptors: readonly NestInterceptor[];
  readonly filters: readonly ExceptionFilter[];
}

type Arguments = Parameters<EventHandler['run']>;
type Method = (...args: unknown[]) => unknown;

/** The method of a handler. */
interface PipelineTarget {
  /** `Class.method`. */
  readonly place: string;
  readonly instance: object;
  /** As the class declares it, with the metadata of its decorators. */
  readonly method: Method;
  /** Calls the method of the instance, which a test may have replaced. */
  readonly call: Method;
}

/** Where the class of a filter lists the exceptions that `@Catch()` names. */
const CAUGHT = '__filterCatchExceptions__';

/**
 * Runs a handler inside its guards, interceptors and exception filters, with the code of Nest for
 * other handlers.
 *
 * It succeeds only if the method itself has succeeded and nothing after it has failed: a guard that
 * refuses, an interceptor that does not run the method or replaces its error by a value, and a filter
 * never complete an event (docs/decisions.md D127).
 */
class HandlerPipeline {
  readonly #logger = new Logger('PixWebhookReceiver');
  readonly #guards = new GuardsConsumer();
  readonly #interceptors = new InterceptorsConsumer();

  constructor(
    private readonly target: PipelineTarget,
    private readonly enhancers: HandlerEnhancers,
  ) {}

  /** @throws Error of the method, or of what runs around it */
  async run(...args: Arguments): Promise<void> {
    try {
      await this.#activate(args);
      await this.#intercept(args);
    } catch (error) {
      await this.#report(error, args);
      throw error;
    }
  }

  async #activate(args: Arguments): Promise<void> {
    const { instance, method, place } = this.target;
    for (const guard of this.enhancers.guards) {
      if (await this.#guards.tryActivate([guard], args, instance, method, PIX_WEBHOOK)) continue;
      throw new ForbiddenException(`${guard.constructor.name} refused ${place}`);
    }
  }

  async #intercept(args: Arguments): Promise<void> {
    const { instance, method, call, place } = this.target;
    const interceptors = [...this.enhancers.interceptors];
    // The state of the latest run of the method: an interceptor may repeat it.
    let state: 'not-run' | 'running' | 'succeeded' | { readonly error: unknown } = 'not-run';
    const next = async () => {
      state = 'running';
      try {
        const result = await awaitResult(call(...args));
        state = 'succeeded';
        return result;
      } catch (error) {
        state = { error };
        throw error;
      }
    };
    const getState = () => state;
    await awaitResult(
      await this.#interceptors.intercept(interceptors, args, instance, method, next, PIX_WEBHOOK),
    );
    const end = getState();
    if (end === 'succeeded') return;
    if (typeof end === 'object') throw end.error;
    throw new Error(
      end === 'running'
        ? `an interceptor of ${place} did not wait for the method`
        : `an interceptor of ${place} did not run the method`,
    );
  }

  /** Passes an exception to the filter for it; what the filter returns or throws changes nothing. */
  async #report(error: unknown, args: Arguments): Promise<void> {
    const filter = this.enhancers.filters.findLast((each) => catches(each, error));
    if (!filter) return;
    const { instance, method, place } = this.target;
    const host = new ExecutionContextHost(
      [...args],
      instance.constructor as ConstructorParameters<typeof ExecutionContextHost>[1] & object,
      method,
    );
    host.setType(PIX_WEBHOOK);
    try {
      await awaitResult(filter.catch(error, host));
    } catch (other) {
      if (other === error) return;
      const name = filter.constructor.name;
      this.#logger.error(toLogLine(`${name} failed on ${place}: ${toErrorText(other)}`));
    }
  }
}

/** Waits for what a method of Nest may return: a value, a promise or an observable. */
function awaitResult(result: unknown): unknown {
  return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
}

function catches(filter: ExceptionFilter, error: unknown): boolean {
  const caught = (Reflect.getMetadata(CAUGHT, filter.constructor) ?? []) as (new () => unknown)[];
  return caught.length === 0 || caught.some((type) => error instanceof type);
}
