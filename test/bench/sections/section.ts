import type { Group } from '../results.js';

/** A column of a table, after the ratio. */
export interface Column {
  readonly name: string;
  /** Digits after the decimal point. */
  readonly digits: number;
}

/** A part of the benchmarks: `npm run bench -- <id>`. */
export interface BenchSection {
  readonly id: string;
  readonly title: string;
  /** What is measured, as Markdown. */
  readonly text: string;
  readonly columns: readonly Column[];
  /** How often each variant is measured. */
  readonly rounds: number;
  run(rounds: number): Promise<readonly Group[]>;
}
