import type { SimulatorControl } from '../control/simulator-control.js';
import type { SimulatorInfo } from './answers.js';
import type { ControlRoute } from './control-route.js';

/** Routes for the simulator itself: description, statistics, revocation of tokens, and reset. */
export function systemRoutes(control: SimulatorControl, info: () => SimulatorInfo): ControlRoute[] {
  return [
    { method: 'GET', path: '/', action: info },
    { method: 'GET', path: '/stats', action: () => control.stats },
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
