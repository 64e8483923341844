import type { SimulatorControl } from '../control/simulator-control.js';
import { checkRule } from '../faults/check-rule.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { FaultList } from './answers.js';
import { defineRoute, type ControlRoute } from './control-route.js';

/** Routes for fault rules. */
export function faultsRoutes({ faults }: SimulatorControl): ControlRoute[] {
  return [
    { method: 'GET', path: '/faults', action: (): FaultList => ({ faults: faults.list() }) },
    {
      method: 'POST',
      path: '/faults',
      status: 201,
      action: async ({ body }) => faults.add(checkRule(await body())),
    },
    {
      method: 'DELETE',
      path: '/faults',
      action: () => {
        faults.clear();
      },
    },
    defineRoute({
      method: 'DELETE',
      path: '/faults/{id}',
      action: ({ params }) => {
        if (!faults.remove(Number(params.id))) throw new SimulatorProblem('NaoEncontrado');
      },
    }),
  ];
}
