import 'reflect-metadata';
import {
  Logger,
  type CanActivate,
  type ExceptionFilter,
  ForbiddenException,
  type NestInterceptor,
} from '@nestjs/common';
import { GuardsConsumer } from '@nestjs/core/guards/guards-consumer.js';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { InterceptorsConsumer } from '@nestjs/core/interceptors/interceptors-consumer.js';
import { isObservable, lastValueFrom } from 'rxjs';
import { toErrorText, toLogLine } from '../../errors/index.js';
import { type EventHandler, PIX_WEBHOOK } from './handlers.js';

/** What runs around a handler: global ones first, then those of its class, then its own. */
export interface HandlerEnhancers {
  readonly guards: readonly CanActivate[];
  readonly interceptors: readonly NestInterceptor[];
  readonly filters: readonly ExceptionFilter[];
}

type Arguments = Parameters<EventHandler['run']>;
type Method = (...args: unknown[]) => unknown;

/** The method of a handler. */
export interface PipelineTarget {
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
export class HandlerPipeline {
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
export function awaitResult(result: unknown): unknown {
  return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
}

function catches(filter: ExceptionFilter, error: unknown): boolean {
  const caught = (Reflect.getMetadata(CAUGHT, filter.constructor) ?? []) as (new () => unknown)[];
  return caught.length === 0 || caught.some((type) => error instanceof type);
}
