import type { CalledOperation } from '../api-caller.js';
import type { ScenarioRun } from './scenario-run.js';

/** Operation of the Pix API that a scenario calls, or `webhook`: a webhook registered for the receiver's key. */
export type ScenarioNeed = CalledOperation | 'webhook';

/** One step of a scenario. */
export interface ScenarioStep {
  /** What happens, in Portuguese: `O pagador paga a cobrança`. */
  readonly text: string;
  readonly perform: (run: ScenarioRun) => unknown;
}

/** A sequence of actions of payers, receiver and bank that an application should be able to handle. */
export interface Scenario {
  /** Subject and name: `cob/paid-twice`. */
  readonly id: string;
  /** In Portuguese. */
  readonly title: string;
  /** What the application should do, in Portuguese. */
  readonly description: string;
  readonly needs: readonly ScenarioNeed[];
  readonly steps: readonly ScenarioStep[];
}
