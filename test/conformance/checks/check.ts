import type { PixOperation } from '../../../lib/contract/index.js';
import type { Document, SpecifiedOperation } from '../support/document.js';
import type { DeclaredTypes } from '../types/declared-types.js';
import type { RecordingClient } from './recording-client.js';

/** A difference from the file. Both texts together identify it in the list of deviations. */
export interface Finding {
  /** Where the file defines the expected value. */
  readonly at: string;
  readonly what: string;
}

/** The result of a check: the number of cases and the differences. */
export interface Outcome {
  readonly cases: number;
  readonly findings: readonly Finding[];
}

/** An operation of the file and the operation of the contract with the same name. */
export interface Subject {
  readonly file: SpecifiedOperation;
  readonly row: PixOperation;
}

export interface Context {
  readonly document: Document;
  readonly types: DeclaredTypes;
  readonly wire: RecordingClient;
}

/** One column of the table; returns `undefined` if the check does not apply. */
export type Check = (
  subject: Subject,
  context: Context,
) => Outcome | undefined | Promise<Outcome | undefined>;

export const NOTHING: Outcome = { cases: 0, findings: [] };

/** Returns the findings of all cases. */
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

/** Returns one case, with the finding if the condition is false. */
export function holds(ok: boolean, finding: Finding): Outcome {
  return { cases: 1, findings: ok ? [] : [finding] };
}
