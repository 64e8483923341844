/** A request of the parent process to a worker. */
export type Request =
  { kind: 'collect'; file: string } | { kind: 'evaluate'; mutant: number; selection: Selection[] };

/** Tests of one spec file, in their order. */
export interface Selection {
  file: string;
  tests: SelectedTest[];
}

interface SelectedTest {
  index: number;
  /** Duration without a mutant, in milliseconds. */
  ms: number;
}

export type MutantResult = 'killed' | 'survived' | 'timeout' | 'unsound';

export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'started'; limit: number }
  | { kind: 'collected'; result: Collected }
  | { kind: 'evaluated'; result: MutantResult; reached: boolean; by?: string };

/** The mutants that a spec file executes. */
export interface Collected {
  file: string;
  /** Mutants executed while modules were loaded. */
  loaded: number[];
  tests: CollectedTest[];
  /** Duration of its `beforeAll` and `afterAll` hooks, in milliseconds. */
  setup: number;
  /** Reason for which the file cannot be loaded. */
  failure?: string;
}

export interface CollectedTest {
  index: number;
  name: string;
  ms: number;
  hits: number[];
  /** Reason for which the test fails without a mutant. Such a test is not used. */
  failure?: string;
}
