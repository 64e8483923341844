import type { ScenarioHead, ScenarioRun } from './scenario-run.js';

/** One step of a scenario. */
export interface ScenarioStep {
  /** What happens, in Portuguese: `O pagador paga a cobrança`. */
  readonly text: string;
  readonly perform: (run: ScenarioRun) => unknown;
}

/** A sequence of actions of payers, receiver and bank that an application should be able to handle. */
export interface Scenario extends ScenarioHead {
  readonly steps: readonly ScenarioStep[];
}

/** A scenario without its id. */
export type ScenarioRow = Omit<Scenario, 'id'>;
