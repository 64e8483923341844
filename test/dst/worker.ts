import { Logger } from '@nestjs/common';
import { planOf } from './plan.js';
import { simulate } from './simulate.js';
import { addTo, emptySummary, type Summary } from './summary.js';
import { installVirtualGlobals, platformUses } from './virtual-globals.js';

/** Seeds that a worker is asked to run: from the first on, so many. */
export interface Task {
  readonly from: number;
  readonly count: number;
}

/** Runs seeds in this process, one after the other. */
export async function runSeeds({ from, count }: Task): Promise<Summary> {
  const summary = emptySummary();
  for (let seed = from; seed < from + count; seed += 1) {
    addTo(summary, await simulate(planOf(seed)));
  }
  summary.platformUses = Object.fromEntries(platformUses());
  return summary;
}

/** Prepares this process for runs. */
export function prepareProcess(): void {
  Logger.overrideLogger(false);
  // Runs make many errors, and nobody reads where they were made.
  Error.stackTraceLimit = 0;
  installVirtualGlobals();
}

if (process.send !== undefined) {
  prepareProcess();
  process.on('message', (task: Task) => {
    void runSeeds(task).then((summary) => process.send?.(summary));
  });
  process.send('ready');
}
