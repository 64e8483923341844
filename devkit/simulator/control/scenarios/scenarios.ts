import { SimulatorProblem } from '../../families/problems.js';
import { resolveDefaultKey } from '../api-caller.js';
import { scenarios, type Scenario, type ScenarioId } from './rows.js';
import { ScenarioRun, type ScenarioBank, type ScenarioEnd, type ScenarioRecord } from './run.js';

/** A scenario in the list. */
export interface ScenarioSummary {
  id: ScenarioId;
  /** In Portuguese. */
  title: string;
  /** What the application should do, in Portuguese. */
  description: string;
  /** Operations of the Pix API that it calls, by id, and `webhook` if the receiver must have registered one. */
  needs: string[];
  /** Texts of the steps, in Portuguese. */
  steps: string[];
  /** Why it cannot run now, in Portuguese. Absent if it can. */
  unavailable?: string;
}

/** A step that was performed. */
export interface ScenarioEvent {
  /** RFC 3339, by the simulator's clock. */
  at: string;
  /** In Portuguese. */
  text: string;
}

/** What a scenario did. */
export interface ScenarioResult extends ScenarioEnd {
  id: ScenarioId;
  title: string;
  /** The steps in their order. */
  events: ScenarioEvent[];
  /** The records that the scenario created, oldest first. Deliveries may still be pending: see `control.idle`. */
  records: ScenarioRecord[];
}

/** Complete sequences of actions of payers, receiver and bank, to test how an application handles them. */
export class Scenarios {
  /** @internal */
  constructor(private readonly bank: ScenarioBank) {}

  /** Lists the scenarios. */
  list(): ScenarioSummary[] {
    return scenarios.map((scenario) => {
      const { id, title, description, needs, steps } = scenario;
      const unavailable = this.#findObstacle(scenario);
      return {
        id,
        title,
        description,
        needs: [...needs],
        steps: steps.map(({ text }) => text),
        ...(unavailable !== undefined && { unavailable }),
      };
    });
  }

  /**
   * Runs a scenario. It creates its own records; it may advance the clock and add fault rules. Deliveries are in flight
   * when it resolves: `control.idle` waits for them.
   *
   * @example
   * const { records } = await control.scenarios.run('cob/paid-twice');
   *
   * @throws SimulatorProblem `NaoEncontrado` with the ids of all scenarios if there is no scenario with this id;
   *   `RequisicaoInvalida` if the simulated provider does not offer an operation of the scenario, or there is no
   *   webhook for it; the error of a step, whose earlier steps keep their effect
   */
  async run(id: ScenarioId): Promise<ScenarioResult> {
    const scenario = scenarios.find((one) => one.id === id);
    if (scenario === undefined) {
      const ids = scenarios.map((one) => one.id).join(', ');
      throw new SimulatorProblem(
        'NaoEncontrado',
        `Não há um cenário com este id. Os cenários são: ${ids}.`,
      );
    }
    const obstacle = this.#findObstacle(scenario);
    if (obstacle !== undefined) throw new SimulatorProblem('RequisicaoInvalida', obstacle);
    return performScenario(scenario, this.bank);
  }

  #findObstacle({ needs }: Scenario): string | undefined {
    const { api, state } = this.bank;
    for (const need of needs) {
      if (need === 'webhook') {
        if (state.webhooks.get(resolveDefaultKey(state)) === undefined) {
          return 'Cadastre um webhook de Pix: o cenário trata da sua notificação.';
        }
      } else {
        const { name, offered } = api.describe(need);
        if (!offered) return `O banco simulado não oferece ${name}, de que o cenário precisa.`;
      }
    }
    return undefined;
  }
}

/** Performs all steps of a scenario. Rejects with the error of a step; earlier steps keep their effect. */
async function performScenario(scenario: Scenario, bank: ScenarioBank): Promise<ScenarioResult> {
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
