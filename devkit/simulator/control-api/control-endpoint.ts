import type { ApiRequest } from '../http/api-request.js';
import type { Endpoint } from '../http/dispatcher.js';
import { emptyReply, jsonReply, type Reply } from '../http/reply.js';
import { readJsonObject } from '../http/request-body.js';
import { Router } from '../http/router.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { ControlRoute } from './control-route.js';

/**
 * `control` over HTTP, below `/simulator`, for other processes and languages and for the console.
 * It requires no token.
 */
export class ControlEndpoint implements Endpoint {
  readonly #router = new Router<ControlRoute>();

  constructor(routes: readonly ControlRoute[]) {
    for (const route of routes) this.#router.add(route.method, route.path, route);
  }

  async handle(request: ApiRequest, path: string, query: string): Promise<Reply> {
    const result = this.#router.find(request.method ?? 'GET', path);
    if (result.kind === 'none') throw new SimulatorProblem('NaoEncontrado');
    if (result.kind === 'method') {
      throw new SimulatorProblem('MetodoNaoPermitido', {
        headers: { allow: result.allow.join(', ') },
      });
    }
    const { target, params } = result.match;
    const value = await target.action({
      request,
      params,
      query: new URLSearchParams(query),
      body: async () => ({ ...(await readJsonObject(request)) }),
    });
    if (value === undefined) return emptyReply(204);
    return isReply(value) ? value : jsonReply(target.status ?? 200, value, NO_STORE);
  }
}

/** Responses must not be cached: the state changes at any time. */
const NO_STORE = { 'cache-control': 'no-store' };

function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && 'status' in value && 'headers' in value;
}
