import type { Outcome } from './checks/check.js';
import type { Deviation } from './deviations/index.js';

/** A row of the table: an operation and the outcome of each check. */
export interface Row {
  readonly name: string;
  readonly outcomes: Readonly<Partial<Record<string, Outcome>>>;
}

/** A finding and the rows in which it occurs. */
export interface Met {
  /** `types CobBase.chave: is optional; in the type it is not`. */
  readonly key: string;
  readonly rows: readonly string[];
}

export interface Report {
  readonly rows: readonly Row[];
  /** Number of operations in the file. */
  readonly specified: number;
  /** Number of operations without unexplained findings. */
  readonly conforming: number;
  readonly unexplained: readonly Met[];
  /** Findings that the list of deviations explains, by reason. */
  readonly deliberate: readonly { readonly reason: string; readonly met: readonly Met[] }[];
  /** Listed deviations with the rows in which they do not occur. */
  readonly stale: readonly Met[];
}

/** Compares the findings with the list of deliberate deviations. */
export function buildReport(
  rows: readonly Row[],
  deviations: readonly Deviation[],
  specified: number,
): Report {
  const found = foundIn(rows);
  const listed = listedIn(deviations);
  const unexplained = subtract(found.values(), listed);
  const faulty = new Set(unexplained.flatMap((met) => met.rows));
  return {
    rows,
    specified,
    conforming: rows.slice(0, specified).filter(({ name }) => !faulty.has(name)).length,
    unexplained,
    deliberate: deviations.map(({ reason, findings }) => ({
      reason,
      met: findings.flatMap(({ key, rows: expected }) => {
        const met = found.get(key)?.rows.filter((name) => expected.includes(name)) ?? [];
        return met.length > 0 ? [{ key, rows: met }] : [];
      }),
    })),
    stale: subtract(listed.values(), found),
  };
}

/** Returns the findings without the rows in which `others` has them too. */
function subtract(all: Iterable<Met>, others: ReadonlyMap<string, Met>): Met[] {
  return [...all].flatMap(({ key, rows }) => {
    const left = rows.filter((name) => !others.get(key)?.rows.includes(name));
    return left.length > 0 ? [{ key, rows: left }] : [];
  });
}

function listedIn(deviations: readonly Deviation[]): Map<string, Met> {
  const listed = new Map<string, Met>();
  for (const { key, rows } of deviations.flatMap(({ findings }) => findings)) {
    listed.set(key, { key, rows: [...(listed.get(key)?.rows ?? []), ...rows] });
  }
  return listed;
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
