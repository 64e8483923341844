/** What the parent asks a worker to do. */
export type Request =
  { kind: 'collect'; file: string } | { kind: 'judge'; mutant: number; selection: Selection[] };

/** Tests of one spec file, in their order. */
export interface Selection {
  file: string;
  tests: SelectedTest[];
}

interface SelectedTest {
  index: number;
  /** Milliseconds that it took without a mutant. */
  ms: number;
}

export type Verdict = 'killed' | 'survived' | 'timeout' | 'unsound';

export type Answer =
  | { kind: 'ready' }
  | { kind: 'started'; limit: number }
  | { kind: 'collected'; result: Collected }
  | { kind: 'judged'; verdict: Verdict; reached: boolean; by?: string };

/** Which mutants a spec file executes. */
export interface Collected {
  file: string;
  /** Mutants executed while modules were loaded. */
  loaded: number[];
  tests: CollectedTest[];
  /** Milliseconds of its `beforeAll` and `afterAll` hooks. */
  setup: number;
  /** Why the file cannot be loaded. */
  failure?: string;
}

export interface CollectedTest {
  index: number;
  name: string;
  ms: number;
  hits: number[];
  /** Why the test fails without a mutant in this runner; such a test judges nothing. */
  failure?: string;
}
