import type { SimulatorControl } from '../control/simulator-control.js';
import { checkRule } from '../faults/check-rule.js';
import type { HostileBank } from '../hostile/hostile-bank.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import { violation } from '../problems/violation.js';
import type { FaultList, HostileList } from './answers.js';
import { defineRoute, type ControlRoute } from './control-route.js';

/** Routes for fault rules and hostile behaviors. */
export function faultsRoutes({ faults, hostile }: SimulatorControl): ControlRoute[] {
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
    { method: 'GET', path: '/hostile', action: () => toHostileList(hostile) },
    {
      method: 'PUT',
      path: '/hostile',
      action: async ({ body }) => {
        const behaviors = (await body()).hostile;
        if (!Array.isArray(behaviors)) {
          const violacoes = [violation('hostile', 'deve ser uma lista')];
          throw new SimulatorProblem('RequisicaoInvalida', { violacoes });
        }
        hostile.set(behaviors);
        return toHostileList(hostile);
      },
    },
  ];
}

function toHostileList(hostile: HostileBank): HostileList {
  return { hostile: hostile.list() };
}
