import type { ScenarioEvent, ScenarioRecord, ScenarioResult } from './scenario-result.js';
import { ScenarioRun, type ScenarioBank } from './scenario-run.js';
import type { Scenario } from './scenario.js';

/** Performs all steps of a scenario. Rejects with the error of a step; earlier steps keep their effect. */
export async function performScenario(
  scenario: Scenario,
  bank: ScenarioBank,
): Promise<ScenarioResult> {
  const { id, title, steps } = scenario;
  const { clock, deliveries } = bank.state;
  const known = new Set(deliveries.list().map((delivery) => delivery.id));
  const run = new ScenarioRun(scenario, bank);
  const events: ScenarioEvent[] = [];
  for (const { text, perform } of steps) {
    await perform(run);
    events.push({ at: clock.iso(), text });
  }
  const added: ScenarioRecord[] = deliveries
    .list()
    .filter((delivery) => !known.has(delivery.id))
    .map((delivery) => ({ kind: 'delivery', id: String(delivery.id), status: delivery.state }));
  return {
    id,
    title,
    events,
    records: [...(await run.readRecords()), ...added],
    ...run.conclude(),
  };
}
