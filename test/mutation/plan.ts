import { seededRandom } from '../contract/support/random.js';
import { touches, type Changes } from './changed.js';
import { equivalents, separateEquivalents } from './equivalent.js';
import { readLine } from './files.js';
import type { AreaMutants } from './mutants/list-mutants.js';
import type { Mutant } from './mutants/mutant.js';
import type { Options } from './options.js';
import type { ResultStore } from './store.js';

/** What is evaluated when no mutant is on a changed line: so many areas, which the seed picks, and mutants of each. */
const FALLBACK_AREAS = 2;
const FALLBACK_SAMPLE = 20;

export interface PlannedArea extends AreaMutants {
  /** The mutants to evaluate, in random order. */
  chosen: Mutant[];
  /** Number of mutants that are not equivalent. */
  distinct: number;
  equivalent: number;
}

export interface Plan {
  /** Areas with at least one chosen mutant. */
  areas: PlannedArea[];
  /** Reason for which a sample is evaluated instead of the changed lines. */
  note?: string;
}

type Choice = Pick<Options, 'file' | 'sample' | 'seed' | 'survivors' | 'limit' | 'changed'>;

/**
 * Chooses the mutants to evaluate. `changes`: the result of `readChanges`. `earlier`: the results whose survivors can be
 * chosen.
 */
export function planRun(
  sources: readonly AreaMutants[],
  choice: Choice,
  changes: Changes | undefined,
  earlier: Pick<ResultStore, 'find'>,
): Plan {
  const isSurvivor = (mutant: Mutant) => {
    const status = earlier.find(mutant)?.status;
    return status !== undefined && status !== 'killed' && status !== 'timeout';
  };
  const plan = (sample: number | undefined, lines?: Changes['lines'], from = sources) =>
    from
      .map((source) =>
        planArea(source, { ...choice, ...(sample !== undefined && { sample }) }, (mutant) => {
          if (lines !== undefined && !touches(lines, mutant)) return false;
          return choice.survivors === undefined || isSurvivor(mutant);
        }),
      )
      .filter(({ chosen }) => chosen.length > 0);
  if (choice.changed === undefined) return { areas: plan(choice.sample) };
  const onChangedLines = changes === undefined ? [] : plan(choice.sample, changes.lines);
  if (onChangedLines.length > 0) return { areas: onChangedLines };
  const areas = plan(FALLBACK_SAMPLE, undefined, pickAreas(sources, choice.seed));
  return { areas, note: explain(areas, choice.seed, changes) };
}

function pickAreas(sources: readonly AreaMutants[], seed: number): AreaMutants[] {
  const first = seed % sources.length;
  return [...sources.slice(first), ...sources.slice(0, first)].slice(0, FALLBACK_AREAS);
}

function planArea(
  { area, mutants }: AreaMutants,
  { file = '', sample = Infinity, limit, seed }: Choice,
  fits: (mutant: Mutant) => boolean,
): PlannedArea {
  const own = equivalents.filter((entry) => mutants.some((mutant) => mutant.file === entry.file));
  const { toEvaluate, equivalent } = separateEquivalents(mutants, own, readLine);
  const candidates = toEvaluate.filter((mutant) => mutant.file.includes(file) && fits(mutant));
  const chosen = shuffle(candidates, seed).slice(0, Math.min(sample, limit));
  return { area, mutants, chosen, distinct: toEvaluate.length, equivalent: equivalent.length };
}

function explain(areas: readonly PlannedArea[], seed: number, changes: Changes | undefined) {
  const cause =
    changes === undefined
      ? 'no merge base with origin/main'
      : `no mutant on a line changed since ${changes.base}`;
  const count = areas.reduce((sum, { chosen }) => sum + chosen.length, 0);
  return `--changed: ${cause}; evaluating a sample of ${count} mutants with seed ${seed}`;
}

function shuffle(mutants: readonly Mutant[], seed: number): Mutant[] {
  const random = seededRandom(seed);
  const keyed = mutants.map((mutant) => ({ mutant, order: random() }));
  return keyed.sort((a, b) => a.order - b.order).map(({ mutant }) => mutant);
}
