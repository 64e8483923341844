import type { ScenarioId } from '../control/scenarios/scenario-id.js';
import type { SimulatorControl } from '../control/simulator-control.js';
import type { ScenarioList } from './answers.js';
import { defineRoute, type ControlRoute } from './control-route.js';

/** Routes for scenarios: list and run. */
export function scenariosRoutes({ scenarios }: SimulatorControl): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/scenarios',
      action: (): ScenarioList => ({ scenarios: scenarios.list() }),
    },
    defineRoute({
      method: 'POST',
      path: '/scenarios/{subject}/{name}',
      status: 201,
      // `run` refuses an unknown id.
      action: ({ params: { subject, name } }) => scenarios.run(`${subject}/${name}` as ScenarioId),
    }),
  ];
}
