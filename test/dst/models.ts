import { Logger } from '@nestjs/common';
import { defects, type Defect } from './defects.js';
import { ledgerDefects } from './ledger/defects.js';
import type { Result } from './simulate.js';
import { installVirtualGlobals } from './virtual-globals.js';

/** What the command simulates. */
interface Model {
  readonly defects: readonly Defect[];
  /** Loads it into this process, and returns what runs a seed. */
  load(): Promise<(seed: number) => Promise<Result>>;
}

export type ModelName = keyof typeof models;

export const models = {
  /** The client, the receiver, the reconciler and a shop. */
  client: {
    defects,
    load: async () => {
      const { buildPlan } = await import('./plan.js');
      const { simulate } = await import('./simulate.js');
      prepareProcess();
      installVirtualGlobals();
      return (seed) => simulate(buildPlan(seed));
    },
  },
  /** The ledger with its SQL. */
  ledger: {
    defects: ledgerDefects,
    load: async () => {
      prepareProcess();
      return (await import('./ledger/simulate.js')).simulateLedger;
    },
  },
} as const satisfies Record<string, Model>;

function prepareProcess(): void {
  Logger.overrideLogger(false);
  // Runs create many errors, and their stack traces are not needed.
  Error.stackTraceLimit = 0;
}
