import type { PixOperation } from '../../../lib/contract/index.js';
import type { Document, SpecifiedOperation } from '../support/document.js';
import type { DeclaredTypes } from '../types/declared-types.js';
import type { Wire } from './wire.js';

/** Something that is not as the file has it. Both texts together name it in the list of deviations. */
export interface Finding {
  /** Where the file states what is not so. */
  readonly at: string;
  readonly what: string;
}

/** What came of a check: how many things it looked at, and what was not as the file has it. */
export interface Outcome {
  readonly cases: number;
  readonly findings: readonly Finding[];
}

/** An operation of the file and the one of the contract that has its name. */
export interface Subject {
  readonly file: SpecifiedOperation;
  readonly row: PixOperation;
}

export interface Context {
  readonly document: Document;
  readonly types: DeclaredTypes;
  readonly wire: Wire;
}

/** One column of the table; `undefined` where there is nothing to check. */
export type Check = (
  subject: Subject,
  context: Context,
) => Outcome | undefined | Promise<Outcome | undefined>;

export const NOTHING: Outcome = { cases: 0, findings: [] };

/** The findings of things of which each is looked at once. */
export async function eachCase<T>(
  cases: Iterable<T>,
  look: (each: T) => Iterable<Finding> | Promise<Iterable<Finding>>,
): Promise<Outcome> {
  const findings: Finding[] = [];
  let count = 0;
  for (const each of cases) {
    count += 1;
    findings.push(...(await look(each)));
  }
  return { cases: count, findings };
}

export function joinOutcomes(...outcomes: readonly Outcome[]): Outcome {
  return {
    cases: outcomes.reduce((sum, { cases }) => sum + cases, 0),
    findings: outcomes.flatMap(({ findings }) => findings),
  };
}

/** One case, and what is wrong with it when it does not hold. */
export function holds(ok: boolean, finding: Finding): Outcome {
  return { cases: 1, findings: ok ? [] : [finding] };
}
