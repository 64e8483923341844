import { addDays, toStartOfDay } from '../../../kernel/calendar/civil-date.js';
import type { ScenarioStep } from '../scenario.js';

/** The clock moves to the start of a day after the due date of the latest due-date charge. */
export function advancePastDue(days: number): ScenarioStep {
  return {
    text: `O relógio avança até ${days} dias após o vencimento`,
    perform: async (run) => {
      const { calendario } = await run.call('cobv.get', { params: { txid: run.last('cobv') } });
      await run.advanceTo(toStartOfDay(addDays(calendario.dataDeVencimento, days)));
    },
  };
}
