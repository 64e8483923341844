import type { SimulatorControl } from '../control/simulator-control.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import type { RequestList, SimulatorInfo } from './answers.js';
import type { ControlRoute } from './control-route.js';
import { parseLimit } from './limit.js';

/** Routes for the simulator itself: description, statistics, latest requests, revocation of tokens, and reset. */
export function systemRoutes(
  control: SimulatorControl,
  { requests }: SimulatorState,
  info: () => SimulatorInfo,
): ControlRoute[] {
  return [
    { method: 'GET', path: '/', action: info },
    { method: 'GET', path: '/stats', action: () => control.stats },
    {
      method: 'GET',
      path: '/requests',
      action: ({ query }): RequestList => ({
        requests: requests.newest(parseLimit(query)),
        total: requests.total,
      }),
    },
    {
      method: 'POST',
      path: '/tokens/revoke',
      action: () => {
        control.revokeTokens();
      },
    },
    {
      method: 'POST',
      path: '/reset',
      action: () => {
        control.reset();
      },
    },
  ];
}
