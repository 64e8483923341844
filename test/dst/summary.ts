import type { Result } from './simulate.js';

/** A seed that violated an invariant. */
interface Failure {
  readonly seed: number;
  readonly violations: readonly string[];
}

/** The summary of many runs. */
export interface Summary {
  seeds: number;
  actions: number;
  /** Number of calls by operation and outcome. */
  calls: Record<string, number>;
  /** Number of faults by kind. */
  faults: Record<string, number>;
  failures: Failure[];
  /** Hash of each seed's trace. */
  traces: Record<number, number>;
  /** Uses of the platform's clock and timers instead of the runtime port. */
  platformUses: Record<string, number>;
}

/** Maximum number of failures to keep. */
const KEPT = 100;

export function emptySummary(): Summary {
  return {
    seeds: 0,
    actions: 0,
    calls: {},
    faults: {},
    failures: [],
    traces: {},
    platformUses: {},
  };
}

export function addTo(summary: Summary, result: Result): void {
  const { seed, violations, hash } = result;
  summary.traces[seed] = hash;
  summary.seeds += 1;
  summary.actions += result.actions;
  addCounts(summary.calls, result.calls);
  addCounts(summary.faults, Object.fromEntries(result.faults));
  if (violations.length > 0) summary.failures.push({ seed, violations: violations.slice(0, 3) });
}

export function merge(one: Summary, other: Summary): void {
  one.seeds += other.seeds;
  one.actions += other.actions;
  addCounts(one.calls, other.calls);
  addCounts(one.faults, other.faults);
  one.failures.push(...other.failures.slice(0, Math.max(0, KEPT - one.failures.length)));
  Object.assign(one.traces, other.traces);
  one.platformUses = { ...one.platformUses, ...other.platformUses };
}

function addCounts(counts: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + count;
}
