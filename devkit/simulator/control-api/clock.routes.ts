import { parseInstant } from 'nestjs-pix/spec';
import type { SimulatorControl } from '../control/simulator-control.js';
import { isOnCalendar, type SimulatorClock } from '../kernel/clock.js';
import type { StateCommitter } from '../kernel/state-committer.js';
import type { ClockStatus } from './answers.js';
import type { ControlRoute } from './control-route.js';
import { BodyFields } from './fields.js';

/** Routes for the clock: read, set, advance, change the rate, and reset to the machine's time. */
export function clockRoutes({ clock }: SimulatorControl, state: StateCommitter): ControlRoute[] {
  return [
    { method: 'GET', path: '/clock', action: () => toClock(clock) },
    {
      method: 'PUT',
      path: '/clock',
      action: async ({ body }) => {
        const fields = new BodyFields(await body());
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
        const fields = new BodyFields(await body());
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

/** Converts the clock to its response: its instant, and its seconds per second of the machine's clock. */
export function toClock(clock: SimulatorClock): ClockStatus {
  return { now: clock.iso(), rate: clock.rate };
}
