import { findStale, type Defect } from './defects.js';
import { models } from './models.js';
import { runInWorkers, type WorkersOptions } from './workers.js';

/** `seeds` is the maximum for each defect. */
export interface FindDefectsOptions extends Pick<WorkersOptions, 'model' | 'seeds' | 'workers'> {
  /** Search only for this defect, with all workers. */
  readonly name?: string;
}

/**
 * Plants each defect and runs seeds until one finds it. Defects whose text the library does not contain are reported as
 * stale, and count as not found. Those with a test of their own are only searched for by name.
 *
 * @returns whether every defect was found
 */
export async function findDefects(
  { model, seeds, workers, name }: FindDefectsOptions,
  print: (line: string) => void,
): Promise<boolean> {
  const { defects } = models[model];
  const stale = findStale(defects);
  const waiting = defects.filter((defect) => name === undefined || defect.name === name);
  let missed = 0;
  const search = async () => {
    for (let defect = waiting.shift(); defect !== undefined; defect = waiting.shift()) {
      const { file, what, test } = defect;
      if (test !== undefined && name === undefined && !stale.has(defect)) {
        print(`tested  ${defect.name} by ${test}`);
        continue;
      }
      const began = performance.now();
      const found = stale.has(defect)
        ? undefined
        : await findFirst(defect, { model, seeds, workers: name === undefined ? 1 : workers });
      const took = `(${((performance.now() - began) / 1_000).toFixed(1)} s)`;
      if (found !== undefined) {
        print(`found   ${defect.name} at seed ${found.seed} ${took}: ${found.violation}`);
      } else if (stale.has(defect)) {
        print(`STALE   ${defect.name}: ${file} does not contain its text once`);
      } else print(`MISSED  ${defect.name} within ${seeds} seeds ${took}: ${what}`);
      if (found === undefined) missed += 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, search));
  print(missed === 0 ? 'every defect was found' : `${missed} defects were not found`);
  return missed === 0;
}

async function findFirst(
  patch: Defect,
  options: Pick<WorkersOptions, 'model' | 'seeds' | 'workers'>,
): Promise<{ seed: number; violation: string } | undefined> {
  const { failures } = await runInWorkers({ ...options, from: 1, patch, stopAtFailure: true });
  const [first] = failures.sort((one, other) => one.seed - other.seed);
  return first && { seed: first.seed, violation: first.violations[0] ?? '' };
}
