import { setTimeout as wait } from 'node:timers/promises';
import type { TokenService } from '../auth/index.js';
import { findOperation } from '../contract/index.js';
import type { Plain, PixOperation } from '../contract/index.js';
import { isPixError } from '../errors/index.js';
import type { PixHttp } from '../transport/index.js';
import { Exchange } from './exchange.js';
import type { PixCallerConfig } from './pix-caller.config.js';
import { planOf } from './plan.js';
import type { Plan } from './plan.js';
import { prepareCall } from './prepare.js';
import type { PixCallInput, PreparedCall } from './prepare.js';
import { matchesSent } from './read-back.js';
import type { PixRequestOptions } from './request-options.js';
import { delayBefore, nextStep } from './retry.js';
import type { PixRetryOptions } from './retry.js';

/**
 * The one way out: every request of the library to a provider's Pix API passes here. An application injects a service
 * such as `PixCobService`; this is below them.
 */
export class PixCaller {
  readonly #plans = new Map<PixOperation, Plan>();
  readonly #exchange: Exchange;

  constructor(
    readonly config: PixCallerConfig,
    readonly tokens: TokenService,
    http: PixHttp,
  ) {
    this.#exchange = new Exchange(config, tokens, http);
  }

  /**
   * Calls an operation.
   *
   * @throws ValidationError when an identifier, a filter or the body breaks a rule; nothing was sent
   * @throws ValueError for a protected header, a bad account number, or an operation of the other environment
   * @throws NotImplementedError when the provider does not offer the operation
   * @throws PixAPIException for what the provider or the network answered (interface.md, Errors)
   */
  async call<Body, Response, Filter>(
    operation: PixOperation<Body, Response, Filter>,
    input: PixCallInput<Plain<Body>, Plain<Filter>> = {},
    options: PixRequestOptions = {},
  ): Promise<Response> {
    const prepared = prepareCall(this.config, this.#planOf(operation), input, options);
    const retry = options.retry ?? this.config.retry;
    const answer =
      retry === false ? this.#exchange.send(prepared) : this.#sendRepeatedly(prepared, retry);
    return answer as Promise<Response>;
  }

  #planOf(operation: PixOperation): Plan {
    let plan = this.#plans.get(operation);
    if (plan === undefined) {
      const { provider, environment, baseUrl } = this.config;
      plan = planOf(operation, provider, environment, baseUrl);
      this.#plans.set(operation, plan);
    }
    return plan;
  }

  async #sendRepeatedly(call: PreparedCall, retry: PixRetryOptions): Promise<unknown> {
    const { operation } = call.plan;
    const { signal } = call.options;
    const { attempts = 3 } = retry;
    let failure: unknown;
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (nextStep(operation, failure) === 'read-back') {
          const found = await this.#readBack(call, failure);
          if (found !== undefined) return found;
        }
        return await this.#exchange.send(call);
      } catch (error) {
        failure = error;
        const delay = attempt < attempts ? delayBefore(attempt, error, retry) : undefined;
        if (delay === undefined || nextStep(operation, error) === 'give-up') throw error;
        await wait(delay, undefined, signal ? { signal } : {}).catch(() => {
          throw error;
        });
      }
    }
  }

  /**
   * What the provider holds under the identifier of a call whose outcome is unknown; `undefined` when nothing.
   *
   * @throws the failure itself while that can't be found out, or when what is held is something else
   */
  async #readBack({ plan, input, options }: PreparedCall, failure: unknown): Promise<unknown> {
    const operation = findOperation(plan.operation.readBack ?? '');
    if (!operation) throw failure;
    const { params } = input;
    let found: unknown;
    try {
      const read = prepareCall(
        this.config,
        this.#planOf(operation),
        params ? { params } : {},
        options,
      );
      found = await this.#exchange.send(read);
    } catch (error) {
      if (isPixError(error, 'PixRecursoNaoEncontradoException')) return undefined;
      throw failure;
    }
    if (!matchesSent(input.body, found)) throw failure;
    return found;
  }
}
