import type { SimulatorControl } from '../control/simulator-control.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import type { Reply } from '../http/reply.js';
import type { SimulatorInfo } from './answers.js';
import { chargesRoutes } from './charges.routes.js';
import { clockRoutes } from './clock.routes.js';
import type { ControlRoute } from './control-route.js';
import { deliveriesRoutes } from './deliveries.routes.js';
import { faultsRoutes } from './faults.routes.js';
import { paymentsRoutes } from './payments.routes.js';
import { recurrencesRoutes } from './recurrences.routes.js';
import { scenariosRoutes } from './scenarios.routes.js';
import { systemRoutes } from './system.routes.js';

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
    { method: 'GET', path: '/events', action: openEvents },
  ];
}
