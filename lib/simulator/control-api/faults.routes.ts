import type { SimulatorControl } from '../control/simulator-control.js';
import type { FaultRule } from '../faults/fault.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { FaultList } from './answers.js';
import type { ControlRoute } from './control-route.js';

/** Routes for fault rules. */
export function faultsRoutes({ faults }: SimulatorControl): ControlRoute[] {
  return [
    { method: 'GET', path: '/faults', action: (): FaultList => ({ faults: faults.list() }) },
    {
      method: 'POST',
      path: '/faults',
      status: 201,
      // `add` validates the rule.
      action: async ({ body }) => faults.add((await body()) as unknown as FaultRule),
    },
    {
      method: 'DELETE',
      path: '/faults',
      action: () => {
        faults.clear();
      },
    },
    {
      method: 'DELETE',
      path: '/faults/{id}',
      action: ({ params }) => {
        if (!faults.remove(Number(params.id))) throw new SimulatorProblem('NaoEncontrado');
      },
    },
  ];
}
