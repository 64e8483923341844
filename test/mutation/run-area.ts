import { collectCoverage, type Coverage } from './coverage.js';
import { Evaluator, type Evaluation } from './evaluator.js';
import { listSpecs } from './files.js';
import type { Collected } from './harness/protocol.js';
import { filterReaching } from './imports.js';
import type { Mutant } from './mutants/mutant.js';
import type { Options } from './options.js';
import type { PlannedArea } from './plan.js';
import type { AreaResult } from './report.js';
import type { ResultStore } from './store.js';

export interface AreaRun {
  options: Pick<Options, 'resume' | 'workers'>;
  store: ResultStore;
  /** Evaluation time in milliseconds after which no other mutant is started, except the first one. */
  time: number;
  log: (text: string) => void;
  /** Default: `Date.now`. */
  now?: () => number;
  /** Folder of instrumented sources and results. Default: `output` of files.ts. */
  folder?: string;
}

/** Evaluates the chosen mutants of an area. */
export async function runArea(planned: PlannedArea, run: AreaRun): Promise<AreaResult> {
  const { area, chosen, distinct, equivalent } = planned;
  const known = run.options.resume
    ? chosen.flatMap((mutant) => findEvaluations(mutant, run.store))
    : [];
  const open = chosen.filter((mutant) => !known.some((one) => one.mutant === mutant));
  const result = (evaluations: Evaluation[], evaluating: number): AreaResult => ({
    area,
    evaluations,
    chosen: chosen.length,
    left: distinct - evaluations.length,
    equivalent,
    evaluating,
  });
  if (open.length === 0) return result(known, 0);

  const coverage = await collect(planned, run);
  const now = run.now ?? Date.now;
  const start = now();
  const evaluated = await evaluateAll(open, coverage, planned, {
    run,
    isOver: () => now() - start >= run.time,
  });
  const all = [...known, ...evaluated].sort((a, b) => a.mutant.id - b.mutant.id);
  return result(all, now() - start);
}

function collect({ area, chosen }: PlannedArea, run: AreaRun): Promise<Coverage> {
  const onFile = ({ file, tests }: Collected) => {
    for (const { name, failure } of tests) {
      if (failure !== undefined)
        run.log(`${file}: "${name}" is not used: ${failure.split('\n')[0]!}`);
    }
  };
  const specs = filterReaching(listSpecs(area), new Set(chosen.map(({ file }) => file)));
  const { workers } = run.options;
  return collectCoverage(specs, { workers, onFile, ...(run.folder && { folder: run.folder }) });
}

async function evaluateAll(
  open: readonly Mutant[],
  coverage: Coverage,
  { area, mutants }: PlannedArea,
  { run, isOver }: { run: AreaRun; isOver: () => boolean },
): Promise<Evaluation[]> {
  const evaluations: Evaluation[] = [];
  const queue = [...open];
  const work = async () => {
    const evaluator = new Evaluator(coverage, mutants, run.folder);
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      // Even a slow machine evaluates at least one mutant of each area.
      if (evaluations.length > 0 && isOver()) break;
      const evaluation = await evaluator.evaluate(next);
      evaluations.push(evaluation);
      run.store.add(evaluation);
      if (evaluations.length % 50 === 0) {
        run.log(`${area.name}: ${evaluations.length} of ${open.length}`);
        run.store.save();
      }
    }
    evaluator.stop();
  };
  await Promise.all(Array.from({ length: run.options.workers }, work));
  return evaluations;
}

function findEvaluations(mutant: Mutant, store: ResultStore): Evaluation[] {
  const stored = store.find(mutant);
  if (stored === undefined) return [];
  return [{ mutant, status: stored.status, ...(stored.by && { by: stored.by }) }];
}
