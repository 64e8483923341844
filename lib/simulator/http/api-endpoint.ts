import type { IncomingMessage } from 'node:http';
import { operationName } from '../../contract/operation.js';
import type { PixOperation } from '../../contract/operation.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { StatsCounter } from '../stats.js';
import type { Call, Handler, Handlers } from './call.js';
import type { Endpoint } from './dispatcher.js';
import type { Reply } from './reply.js';
import { Router } from './router.js';
import type { Stage } from './stages.js';

interface Target {
  readonly operation: PixOperation;
  readonly name: string;
  readonly handler: Handler;
}

/** The Pix API: one route for each operation of the contract, and the same stages for each call. */
export class ApiEndpoint implements Endpoint {
  private readonly router = new Router<Target>();

  constructor(
    operations: readonly PixOperation[],
    handlers: Handlers,
    private readonly stages: readonly Stage[],
    private readonly stats: StatsCounter,
  ) {
    for (const operation of operations) {
      this.router.add(operation.method, operation.path, {
        operation,
        name: operationName(operation),
        handler: handlers[operation.id] ?? notSimulated,
      });
    }
  }

  async handle(request: IncomingMessage, path: string, query: string): Promise<Reply> {
    this.stats.request();
    const { target, params } = this.route(request.method ?? 'GET', path);
    this.stats.operation(target.name);
    const call: Call = {
      request,
      operation: target.operation,
      handler: target.handler,
      params,
      query: new URLSearchParams(query),
    };
    for (const stage of this.stages) {
      const reply = await stage(call);
      if (reply !== undefined) return reply;
    }
    throw new Error(`No stage answered ${target.name}.`);
  }

  private route(method: string, path: string) {
    const result = this.router.find(method, path);
    if (result.kind === 'match') return result.match;
    if (result.kind === 'none') throw new SimulatorProblem('NaoEncontrado');
    throw new SimulatorProblem('MetodoNaoPermitido', {
      headers: { allow: result.allow.join(', ') },
    });
  }
}

const notSimulated: Handler = () => {
  throw new SimulatorProblem('OperacaoNaoSimulada');
};
