import type { IncomingMessage } from 'node:http';
import { operationName } from '../../contract/operation.js';
import type { PixOperation } from '../../contract/operation.js';
import type { AnswerFaults } from '../faults/answer-faults.js';
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
  /** The names that faults know it by. */
  readonly targets: readonly string[];
}

/** The Pix API: one route for each operation of the contract, and the same stages for each call. */
export class ApiEndpoint implements Endpoint {
  private readonly router = new Router<Target>();

  constructor(
    operations: readonly PixOperation[],
    handlers: Handlers,
    private readonly stages: readonly Stage[],
    private readonly stats: StatsCounter,
    private readonly faults: AnswerFaults,
  ) {
    for (const operation of operations) {
      const name = operationName(operation);
      this.router.add(operation.method, operation.path, {
        operation,
        name,
        handler: handlers[operation.id] ?? notSimulated,
        targets: [name, operation.id, operation.family, 'api'],
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
    if (this.faults.areNone) return this.run(call);
    const { targets, operation } = target;
    return this.faults.around(request, { targets, params }, operation.success[0] ?? 200, () =>
      this.run(call),
    );
  }

  private async run(call: Call): Promise<Reply> {
    for (const stage of this.stages) {
      const reply = await stage(call);
      if (reply !== undefined) return reply;
    }
    throw new Error(`No stage answered ${operationName(call.operation)}.`);
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
