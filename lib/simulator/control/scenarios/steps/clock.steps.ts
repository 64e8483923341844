import { addDays, toStartOfDay } from '../../../kernel/calendar/civil-date.js';
import type { ScenarioStep } from '../scenario.js';

/** The clock moves to the start of a later day. */
export function advanceDays(days: number): ScenarioStep {
  return {
    text: `O relógio avança ${days} dias`,
    perform: (run) => run.advanceTo(toStartOfDay(addDays(run.today, days))),
  };
}
