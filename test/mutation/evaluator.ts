import type { Coverage } from './coverage.js';
import { output } from './files.js';
import type { Selection, MutantResult } from './harness/protocol.js';
import type { Mutant } from './mutants/mutant.js';
import { StuckError, WorkerProcess } from './worker-process.js';

export type Status = 'killed' | 'survived' | 'timeout' | 'no coverage' | 'unsound';

export interface Evaluation {
  mutant: Mutant;
  status: Status;
  /** The deciding test. */
  by?: string;
}

/** Evaluates mutants one after another in a process that keeps its modules loaded. */
export class Evaluator {
  readonly #coverage: Coverage;
  readonly #mutants: readonly Mutant[];
  readonly #folder: string;
  readonly #worker: WorkerProcess;

  /** `mutants`: all mutants of the area. `folder`: folder of the instrumented sources. */
  constructor(coverage: Coverage, mutants: readonly Mutant[], folder = output) {
    this.#folder = folder;
    this.#worker = new WorkerProcess(folder);
    this.#coverage = coverage;
    this.#mutants = mutants;
  }

  async evaluate(mutant: Mutant): Promise<Evaluation> {
    const selection = select(this.#coverage, new Set([mutant.id]));
    const atLoad = this.#coverage.loaded.has(mutant.id);
    if (selection.length === 0 && !atLoad) return { mutant, status: 'no coverage' };
    if (selection.length > 0) {
      let answer = await ask(this.#worker, mutant.id, selection);
      if (answer.result === 'timeout' || answer.result === 'unsound') {
        // Repeat in a new process: the machine may have been busy.
        this.#worker.stop();
        answer = await ask(this.#worker, mutant.id, selection);
        if (answer.result === 'timeout') this.#worker.stop();
      }
      // Tests that cannot run twice in one process run in a new process.
      if (answer.result === 'unsound') return this.#evaluateFromStart(mutant, selection);
      // The code ran once per process, before the mutant was active: a new process must evaluate it.
      const isUndecided = answer.result === 'survived' && (atLoad || !answer.reached);
      if (!isUndecided) return evaluation(mutant, answer);
    }
    return this.#evaluateFromStart(mutant, this.#selectRelated(mutant));
  }

  stop(): void {
    this.#worker.stop();
  }

  async #evaluateFromStart(mutant: Mutant, selection: Selection[]): Promise<Evaluation> {
    const worker = new WorkerProcess(this.#folder, mutant.id);
    const answer = await ask(worker, mutant.id, selection);
    worker.stop();
    return evaluation(mutant, answer);
  }

  /** Returns the tests that execute a mutant of the same file, or all tests if there are none. */
  #selectRelated({ file }: Mutant): Selection[] {
    const ids = this.#mutants.filter((mutant) => mutant.file === file).map(({ id }) => id);
    const related = select(this.#coverage, new Set(ids));
    return related.length > 0 ? related : select(this.#coverage, undefined);
  }
}

interface MutantResults {
  result: MutantResult;
  reached: boolean;
  by?: string;
}

async function ask(
  worker: WorkerProcess,
  mutant: number,
  selection: Selection[],
): Promise<MutantResults> {
  try {
    return await worker.ask({ kind: 'evaluate', mutant, selection }, 'evaluated');
  } catch (error) {
    if (!(error instanceof StuckError)) throw error;
    return { result: 'timeout', reached: true, by: error.message };
  }
}

function evaluation(mutant: Mutant, { result, by }: MutantResults): Evaluation {
  return { mutant, status: result, ...(by !== undefined && { by }) };
}

/** Longest duration of a quick test, in milliseconds. */
const QUICK = 250;

/** Returns the sound tests that execute one of the mutants: quick ones first, and files with a low cost first. */
function select(coverage: Coverage, ids: ReadonlySet<number> | undefined): Selection[] {
  const quick = selectAmong(coverage, ids, (ms) => ms <= QUICK);
  return [...quick, ...selectAmong(coverage, ids, (ms) => ms > QUICK)];
}

function selectAmong(
  coverage: Coverage,
  ids: ReadonlySet<number> | undefined,
  fits: (ms: number) => boolean,
): Selection[] {
  const parts = coverage.files.flatMap(({ file, tests, setup }) => {
    const chosen = tests.filter(
      ({ failure, hits, ms }) =>
        failure === undefined && fits(ms) && (!ids || hits.some((id) => ids.has(id))),
    );
    if (chosen.length === 0) return [];
    const cost = setup + chosen.reduce((sum, { ms }) => sum + ms, 0);
    return [{ cost, part: { file, tests: chosen.map(({ index, ms }) => ({ index, ms })) } }];
  });
  return parts.sort((a, b) => a.cost - b.cost).map(({ part }) => part);
}
