import type { Outcome } from './checks/check.js';
import type { Deviation } from './deviations/index.js';

/** A row of the table: an operation and what came of each check. */
export interface Row {
  readonly name: string;
  readonly outcomes: Readonly<Partial<Record<string, Outcome>>>;
}

/** A finding, and the rows where it was met. */
export interface Met {
  /** `types CobBase.chave: is optional; in the type it is not`. */
  readonly key: string;
  readonly rows: readonly string[];
}

export interface Report {
  readonly rows: readonly Row[];
  /** How many operations the file has. */
  readonly specified: number;
  /** How many of them have no unexplained finding. */
  readonly conforming: number;
  readonly unexplained: readonly Met[];
  /** Findings that the list of deviations explains, by reason. */
  readonly deliberate: readonly { readonly reason: string; readonly met: readonly Met[] }[];
  /** Listed deviations that were not met. */
  readonly stale: readonly string[];
}

/** Sets what was found against the list of deliberate deviations. */
export function reportOf(
  rows: readonly Row[],
  deviations: readonly Deviation[],
  specified: number,
): Report {
  const found = foundIn(rows);
  const explanations = new Map(
    deviations.flatMap((deviation) => deviation.findings.map((key) => [key, deviation] as const)),
  );
  const unexplained = [...found.values()].flatMap(({ key, rows: met }) => {
    const explanation = explanations.get(key);
    const left = met.filter((name) => !(explanation && isFor(explanation, name)));
    return left.length > 0 ? [{ key, rows: left }] : [];
  });
  const faulty = new Set(unexplained.flatMap((met) => met.rows));
  return {
    rows,
    specified,
    conforming: rows.slice(0, specified).filter(({ name }) => !faulty.has(name)).length,
    unexplained,
    deliberate: deviations.map(({ reason, findings }) => ({
      reason,
      met: findings.flatMap((key) => found.get(key) ?? []),
    })),
    stale: [...explanations.keys()].filter((key) => !found.has(key)),
  };
}

function isFor({ only }: Deviation, row: string): boolean {
  return only?.includes(row) ?? true;
}

function foundIn(rows: readonly Row[]): Map<string, Met> {
  const found = new Map<string, { key: string; rows: string[] }>();
  for (const { name, outcomes } of rows) {
    for (const [check, outcome] of Object.entries(outcomes)) {
      for (const { at, what } of outcome?.findings ?? []) {
        const key = `${check} ${at}: ${what}`;
        const met = found.get(key) ?? { key, rows: [] };
        if (!met.rows.includes(name)) met.rows.push(name);
        found.set(key, met);
      }
    }
  }
  return found;
}
