import { seededRandom } from '../contract/support/random.js';
import { touches, type ChangedLines } from './changed.js';
import { collectCoverage, OutOfTimeError, type Coverage } from './coverage.js';
import { equivalents, sortOut } from './equivalent.js';
import { listSpecs, readText } from './files.js';
import type { Collected } from './harness/protocol.js';
import { Judge, type Judgement } from './judge.js';
import type { AreaMutants } from './mutants/list-mutants.js';
import type { Mutant } from './mutants/mutant.js';
import type { Options } from './options.js';
import type { AreaResult } from './report.js';
import type { ResultStore } from './store.js';

export interface AreaRun {
  options: Options;
  changed?: ChangedLines;
  earlier: ResultStore;
  store: ResultStore;
  /** When no other mutant is started, as `Date.now()` counts. */
  deadline: number;
  log: (text: string) => void;
}

/** Judges the mutants of an area that the options ask for. */
export async function runArea(source: AreaMutants, run: AreaRun): Promise<AreaResult> {
  const { area, mutants } = source;
  const own = equivalents.filter(({ file }) => mutants.some((mutant) => mutant.file === file));
  const { toJudge, equivalent } = sortOut(mutants, own, readLine);
  const chosen = choose(toJudge, run);
  const result = (judgements: Judgement[]): AreaResult => ({
    area,
    judgements,
    left: toJudge.length - judgements.length,
    equivalent: equivalent.length,
  });
  const known = run.options.resume ? chosen.flatMap((mutant) => recall(mutant, run.store)) : [];
  const open = chosen.filter((mutant) => !known.some((one) => one.mutant === mutant));
  if (open.length === 0) return result(known);

  const coverage = await collect(source, run);
  if (coverage === undefined) return result(known);
  const judged = await judgeAll(new Set(open), coverage, source, run);
  return result([...known, ...judged].sort((a, b) => a.mutant.id - b.mutant.id));
}

/** Undefined when no time is left to judge anything. */
async function collect({ area }: AreaMutants, run: AreaRun): Promise<Coverage | undefined> {
  const onFile = ({ file, tests }: Collected) => {
    for (const { name, failure } of tests) {
      if (failure !== undefined)
        run.log(`${file}: "${name}" judges nothing: ${failure.split('\n')[0]!}`);
    }
  };
  const { workers } = run.options;
  try {
    return await collectCoverage(listSpecs(area), { workers, onFile, deadline: run.deadline });
  } catch (error) {
    if (!(error instanceof OutOfTimeError)) throw error;
    run.log(`${area.name}: no time is left after the run without a mutant`);
    return undefined;
  }
}

async function judgeAll(
  open: ReadonlySet<Mutant>,
  coverage: Coverage,
  { area, mutants }: AreaMutants,
  run: AreaRun,
): Promise<Judgement[]> {
  const judgements: Judgement[] = [];
  const queue = [...open];
  const work = async () => {
    const judge = new Judge(coverage, mutants);
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (Date.now() > run.deadline) break;
      const judgement = await judge.judge(next);
      judgements.push(judgement);
      run.store.add(judgement);
      if (judgements.length % 50 === 0) {
        run.log(`${area.name}: ${judgements.length} of ${open.size}`);
        run.store.save();
      }
    }
    judge.stop();
  };
  await Promise.all(Array.from({ length: run.options.workers }, work));
  return judgements;
}

function choose(mutants: readonly Mutant[], { options, changed, earlier }: AreaRun): Mutant[] {
  const { file, sample, seed, survivors, limit } = options;
  let chosen = mutants.filter(
    (mutant) =>
      mutant.file.includes(file ?? '') &&
      (changed === undefined || touches(changed, mutant)) &&
      (survivors === undefined || isSurvivor(earlier.find(mutant)?.status)),
  );
  const most = Math.min(sample ?? Infinity, limit);
  if (chosen.length > most) chosen = shuffle(chosen, seed).slice(0, most);
  return chosen;
}

function isSurvivor(status: string | undefined): boolean {
  return status !== undefined && status !== 'killed' && status !== 'timeout';
}

function recall(mutant: Mutant, store: ResultStore): Judgement[] {
  const stored = store.find(mutant);
  if (stored === undefined) return [];
  return [{ mutant, status: stored.status, ...(stored.by && { by: stored.by }) }];
}

function shuffle(mutants: readonly Mutant[], seed: number): Mutant[] {
  const random = seededRandom(seed);
  const keyed = mutants.map((mutant) => ({ mutant, order: random() }));
  return keyed.sort((a, b) => a.order - b.order).map(({ mutant }) => mutant);
}

function readLine(mutant: Mutant): string {
  return readText(mutant.file).split('\n')[mutant.line - 1] ?? '';
}
