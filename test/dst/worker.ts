import { models, type ModelName } from './models.js';
import { addTo, emptySummary, type Summary } from './summary.js';
import { platformUses } from './virtual-globals.js';

/** The seeds that a worker must run: `count` of them, beginning with `from`. */
export interface Task {
  readonly from: number;
  readonly count: number;
}

const simulate = await models[process.argv[2] as ModelName].load();

/** Runs seeds in this process, one after the other. */
async function runSeeds({ from, count }: Task): Promise<Summary> {
  const summary = emptySummary();
  for (let seed = from; seed < from + count; seed += 1) addTo(summary, await simulate(seed));
  summary.platformUses = Object.fromEntries(platformUses());
  return summary;
}

process.on('message', (task: Task) => {
  void runSeeds(task).then((summary) => process.send?.(summary));
});
process.send?.('ready');
