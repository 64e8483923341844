import { parseInstant } from '../../values/instant.js';
import { isOnCalendar } from '../kernel/clock.js';
import type { SimulatorClock } from '../kernel/clock.js';
import type { StateCommitter } from '../kernel/state-committer.js';
import type { SimulatorControl } from '../control/simulator-control.js';
import type { ControlRoute } from './control-route.js';
import { Fields } from './fields.js';

/** The simulator's clock: read it, set it, move it on, make it run faster, give it back to the machine. */
export function clockRoutes({ clock }: SimulatorControl, state: StateCommitter): ControlRoute[] {
  return [
    { method: 'GET', path: '/clock', action: () => toClock(clock) },
    {
      method: 'PUT',
      path: '/clock',
      action: async ({ body }) => {
        const fields = new Fields(await body());
        const [now, rate] = [fields.text('now'), fields.number('rate')];
        const instant = parseInstant(now);
        if (now !== undefined && !isOnCalendar(instant)) {
          fields.refuse('now', 'deve ser um instante RFC 3339, do ano 1915 ao 9999');
        }
        if (rate !== undefined && rate < 0) fields.refuse('rate', 'deve ser zero ou mais');
        fields.check();
        state.commit(() => {
          if (rate !== undefined) clock.setRate(rate);
          if (now !== undefined) clock.set(new Date(instant));
        });
        return toClock(clock);
      },
    },
    {
      method: 'POST',
      path: '/clock/advance',
      action: async ({ body }) => {
        const fields = new Fields(await body());
        const seconds = fields.number('seconds');
        if (seconds === undefined || seconds < 0) fields.refuse('seconds', 'deve ser zero ou mais');
        else if (!isOnCalendar(clock.now() + seconds * 1_000)) {
          fields.refuse('seconds', 'passa do ano 9999');
        }
        fields.check();
        state.commit(() => clock.advance(seconds ?? 0));
        return toClock(clock);
      },
    },
    {
      method: 'DELETE',
      path: '/clock',
      action: () => {
        state.commit(() => clock.reset());
      },
    },
  ];
}

/** The clock as it is told: its instant, and how many of its seconds pass in one of the machine's. */
export function toClock(clock: SimulatorClock): { now: string; rate: number } {
  return { now: clock.iso(), rate: clock.rate };
}
