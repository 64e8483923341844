import { Logger } from '@nestjs/common';
import { buildPlan } from './plan.js';
import { simulate } from './simulate.js';
import { addTo, emptySummary, type Summary } from './summary.js';
import { installVirtualGlobals, platformUses } from './virtual-globals.js';

/** The seeds that a worker must run: `count` of them, beginning with `from`. */
export interface Task {
  readonly from: number;
  readonly count: number;
}

/** Runs seeds in this process, one after the other. */
export async function runSeeds({ from, count }: Task): Promise<Summary> {
  const summary = emptySummary();
  for (let seed = from; seed < from + count; seed += 1) {
    addTo(summary, await simulate(buildPlan(seed)));
  }
  summary.platformUses = Object.fromEntries(platformUses());
  return summary;
}

/** Prepares this process for runs. */
export function prepareProcess(): void {
  Logger.overrideLogger(false);
  // Runs create many errors, and their stack traces are not needed.
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
