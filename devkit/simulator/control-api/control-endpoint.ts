import type { SimulatorControl } from '../control/control.js';
import type { SimulatorState } from '../domain/state.js';
import { SimulatorProblem } from '../families/problems.js';
import { Router, type Endpoint } from '../http/dispatcher.js';
import {
  emptyReply,
  jsonReply,
  readJsonObject,
  type ApiRequest,
  type Reply,
} from '../http/messages.js';
import { deliveriesRoutes } from './deliveries.routes.js';
import { chargesRoutes, paymentsRoutes } from './payments.routes.js';
import { recurrencesRoutes } from './recurrences.routes.js';
import { route, type ControlRoute } from './route.js';
import {
  clockRoutes,
  faultsRoutes,
  scenariosRoutes,
  systemRoutes,
  type SimulatorInfo,
} from './system.routes.js';

/**
 * `control` over HTTP, below `/simulator`, for other processes and languages and for the console.
 * It requires no token.
 */
export class ControlEndpoint implements Endpoint {
  readonly #router = new Router<ControlRoute>();

  constructor(routes: readonly ControlRoute[]) {
    for (const target of routes) this.#router.add(target.method, target.path, target);
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
    return isReply(value) ? value : jsonReply(target.status, value, NO_STORE);
  }
}

/** Responses must not be cached: the state changes at any time. */
const NO_STORE = { 'cache-control': 'no-store' };

function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && 'status' in value && 'headers' in value;
}

/**
 * Lists all routes of the control API.
 *
 * @param openEvents returns the stream of changes for `GET /events`
 */
export function controlRoutes(
  control: SimulatorControl,
  state: SimulatorState,
  info: () => SimulatorInfo,
  openEvents: () => Reply,
): ControlRoute[] {
  return [
    ...systemRoutes(control, state, info),
    ...chargesRoutes(control, state),
    ...paymentsRoutes(control, state),
    ...recurrencesRoutes(control, state),
    ...deliveriesRoutes(control, state),
    ...clockRoutes(control, state),
    ...faultsRoutes(control),
    ...scenariosRoutes(control),
    route('GET /events', openEvents),
  ];
}
