import { operationName, type PixOperation } from 'nestjs-pix/spec';
import type { ApiRequest } from '../http/api-request.js';
import type { Endpoint } from '../http/dispatcher.js';
import { problemReply, type Reply } from '../http/reply.js';
import { Router } from '../http/router.js';
import type { StatsCounter } from '../kernel/stats.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import { buildProviderPath, parseQuery } from '../profiles/paths.js';
import type { SimulatorQuirks } from '../profiles/quirks.js';
import type { ResponseFaults } from './fault-injection/response-faults.js';
import type { Call, Handler, Handlers } from './pipeline/call.js';
import type { Stage } from './pipeline/stages.js';
import { resolveMethod, resolvePath } from './provider/client-habits.js';
import { resolveSuccess, toProviderError, toProviderReply } from './provider/provider-reply.js';

export interface ApiEndpointOptions {
  readonly operations: readonly PixOperation[];
  readonly handlers: Handlers;
  readonly stages: readonly Stage[];
  readonly stats: StatsCounter;
  readonly faults: ResponseFaults;
  readonly quirks: SimulatorQuirks;
}

interface RoutedOperation {
  readonly operation: PixOperation;
  readonly name: string;
  readonly handler: Handler;
  /** Names of the operation in fault rules. */
  readonly targets: readonly string[];
}

/** The Pix API: one route for each operation of the contract. Every call passes through the same stages. */
export class ApiEndpoint implements Endpoint {
  readonly #router = new Router<RoutedOperation>();

  constructor(private readonly options: ApiEndpointOptions) {
    const { operations, handlers, quirks } = options;
    for (const operation of operations) {
      const name = operationName(operation);
      const handler = handlers[operation.id];
      if (handler === undefined) throw new Error(`${operation.id} has no handler.`);
      this.#router.add(operation.method, buildProviderPath(quirks, operation), {
        operation,
        name,
        handler,
        targets: [name, operation.id, operation.family, 'api'],
      });
    }
  }

  async handle(request: ApiRequest, path: string, query: string): Promise<Reply> {
    const { stats, faults, quirks } = this.options;
    stats.request();
    const { target, params } = this.#route(
      resolveMethod(quirks, request),
      resolvePath(quirks, path),
    );
    const { operation, name, handler, targets } = target;
    stats.operation(name);
    const call: Call = {
      request,
      operation,
      handler,
      params,
      query: parseQuery(quirks, operation, query),
    };
    if (faults.isEmpty) return this.#respond(call);
    return faults.apply(request, {
      subject: { targets, params },
      success: resolveSuccess(quirks, operation),
      convertProblem: (reply) => toProviderError(quirks, operation, reply),
      handle: () => this.#respond(call),
    });
  }

  /** Runs the stages and converts the reply to the provider's format. */
  async #respond(call: Call): Promise<Reply> {
    const { quirks } = this.options;
    try {
      return toProviderReply(quirks, call.operation, await this.#run(call));
    } catch (error) {
      if (!(error instanceof SimulatorProblem)) throw error;
      return toProviderReply(quirks, call.operation, problemReply(error));
    }
  }

  async #run(call: Call): Promise<Reply> {
    for (const stage of this.options.stages) {
      const reply = await stage(call);
      if (reply !== undefined) return reply;
    }
    throw new Error(`No stage replied to ${operationName(call.operation)}.`);
  }

  #route(method: string, path: string) {
    const result = this.#router.find(method, path);
    if (result.kind === 'match') return result.match;
    if (result.kind === 'none') throw new SimulatorProblem('NaoEncontrado');
    throw new SimulatorProblem('MetodoNaoPermitido', {
      headers: { allow: result.allow.join(', ') },
    });
  }
}
