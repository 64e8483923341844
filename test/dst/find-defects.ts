import { defects } from './defects.js';
import { runInWorkers } from './workers.js';

export interface FindDefectsOptions {
  /** Maximum number of seeds for each defect. */
  readonly seeds: number;
  readonly workers: number;
  /** Search only for this defect. */
  readonly name?: string;
}

/** Number of seeds in the first batch, after which the search stops if one found the defect. */
const FIRST = 500;

/**
 * Restores each known defect and runs seeds until one finds it.
 *
 * @returns whether every defect was found
 */
export async function findDefects(
  { seeds, workers, name }: FindDefectsOptions,
  print: (line: string) => void,
): Promise<boolean> {
  let missed = 0;
  for (const defect of defects) {
    if (name !== undefined && defect.name !== name) continue;
    const began = performance.now();
    const found = await findDefect(defect, seeds, workers);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    if (found === undefined) {
      missed += 1;
      print(`MISSED  ${defect.name} within ${seeds} seeds (${seconds} s): ${defect.what}`);
    } else {
      print(`found   ${defect.name} at seed ${found.seed} (${seconds} s): ${found.violation}`);
    }
  }
  print(missed === 0 ? 'every defect was found' : `${missed} defects were not found`);
  return missed === 0;
}

async function findDefect(
  patch: { file: string; find: string; replace: string },
  seeds: number,
  workers: number,
): Promise<{ seed: number; violation: string } | undefined> {
  for (let from = 1, size = FIRST; from <= seeds; from += size, size *= 4) {
    const count = Math.min(size, seeds - from + 1);
    const { failures } = await runInWorkers({
      from,
      seeds: count,
      workers,
      patch,
      stopAtFailure: true,
    });
    const [first] = failures.sort((one, other) => one.seed - other.seed);
    if (first !== undefined) return { seed: first.seed, violation: first.violations[0] ?? '' };
  }
  return undefined;
}
