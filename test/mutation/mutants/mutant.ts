/** One change of the source: `replacement` replaces the text from `start` to `end`. */
export interface Mutation {
  kind: string;
  start: number;
  end: number;
  replacement: string;
  /** A statement is removed; an expression is replaced. */
  form: 'expression' | 'statement';
}

export interface Mutant extends Mutation {
  /** Position in the list of all mutants, from 1; 0 means "no mutant". */
  id: number;
  /** Path from the root of the repository. */
  file: string;
  /** Line number, from 1. */
  line: number;
  original: string;
}
