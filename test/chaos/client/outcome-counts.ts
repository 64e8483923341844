import type { BankState } from '../bank/bank-state.js';
import type { WriteOperation } from '../operations/index.js';
import type { Report } from './report.js';

/** The library's reports on one kind of write, compared with the records of the bank. */
export interface OutcomeCounts {
  readonly operation: string;
  readonly settles: boolean;
  sent: number;
  /** Calls that took effect. */
  atBank: number;
  /** Effects beyond the first of a call. */
  doubled: number;
  ok: number;
  /** Successes without an effect, or with a record of another call. */
  falseSuccesses: number;
  failed: number;
  /** Definite failures that took effect. */
  lost: number;
  unknown: number;
  /** Unknown outcomes that a read can settle. */
  unsettled: number;
  /** Unknown outcomes that took effect. */
  unknownAtBank: number;
  /** Errors from which the outcome is not known. */
  broken: number;
  /** Duration of each call in milliseconds, ascending. */
  milliseconds: number[];
  /** Number of definite failures by error. */
  readonly reasons: Map<string, number>;
  /** Examples of reports that contradict the bank. */
  readonly contradictions: Report[];
}

const EXAMPLES = 5;

/** Compares reports of one operation with the bank's state. */
export function countOutcomes(
  operation: WriteOperation,
  reports: readonly Report[],
  state: BankState,
): OutcomeCounts {
  const counts: OutcomeCounts = {
    operation: operation.name,
    settles: operation.settles,
    sent: reports.length,
    atBank: 0,
    doubled: 0,
    ok: 0,
    falseSuccesses: 0,
    failed: 0,
    lost: 0,
    unknown: 0,
    unsettled: 0,
    unknownAtBank: 0,
    broken: 0,
    milliseconds: reports.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b),
    reasons: new Map(),
    contradictions: [],
  };
  const findEffects = operation.unmarked
    ? unmarkedEffects(operation.unmarked(state), reports)
    : (report: Report) => operation.effects(state, report.target);
  for (const report of reports) {
    const effects = report.effects ?? findEffects(report);
    count(counts, report, effects, namesOwn(operation, state, report));
  }
  return counts;
}

function count(counts: OutcomeCounts, report: Report, effects: number, namesOwn: boolean): void {
  const before = counts.doubled + counts.falseSuccesses + counts.lost + counts.broken;
  if (effects > 0) counts.atBank += 1;
  counts.doubled += Math.max(effects - 1, 0);
  counts[report.outcome] += 1;
  if (report.outcome === 'ok' && (effects === 0 || !namesOwn)) counts.falseSuccesses += 1;
  if (report.outcome === 'failed' && effects > 0) counts.lost += 1;
  if (report.outcome === 'failed') countReason(counts.reasons, report);
  if (report.outcome === 'unknown' && effects > 0) counts.unknownAtBank += 1;
  // An earlier attempt than the refused one may still arrive, unless the record already shows an effect.
  const isOpen = report.refused === true && effects === 0;
  const isUnsettled = counts.settles && report.outcome === 'unknown' && !isOpen;
  if (isUnsettled) counts.unsettled += 1;
  const contradicts =
    counts.doubled + counts.falseSuccesses + counts.lost + counts.broken > before || isUnsettled;
  if (contradicts && counts.contradictions.length < EXAMPLES) counts.contradictions.push(report);
}

function countReason(reasons: OutcomeCounts['reasons'], { error = '' }: Report): void {
  // Operation, port and duration are removed.
  const reason = error.replace(/ \([A-Z]+ .*$/, '').replace(/\d{4,}|[\d.]+(?= s\b)/g, '…');
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
}

function namesOwn(
  { names }: WriteOperation,
  state: BankState,
  { target, answer }: Report,
): boolean {
  return names === undefined || answer === undefined || names(state, target, answer);
}

/**
 * Assigns effects to calls whose records have no mark: a success gets the record that it names first. The others are
 * assigned to the unknown outcomes, then to the failures, and the rest counts as doubled.
 */
function unmarkedEffects(records: string[], reports: readonly Report[]) {
  const free = new Set(records);
  const effects = new Map<Report, number>();
  for (const report of reports) {
    if (report.outcome === 'ok') effects.set(report, free.delete(report.answer ?? '') ? 1 : 0);
  }
  let left = free.size;
  for (const outcome of ['unknown', 'failed', 'broken'] as const) {
    for (const report of reports) {
      if (left === 0 || report.outcome !== outcome) continue;
      effects.set(report, 1);
      left -= 1;
    }
  }
  const [first] = reports;
  if (first && left > 0) effects.set(first, (effects.get(first) ?? 0) + left);
  return (report: Report) => effects.get(report) ?? 0;
}

/** Whether all reports are true, and no outcome is unknown that a read can settle. */
export function isCorrect(counts: OutcomeCounts): boolean {
  const { doubled, falseSuccesses, lost, broken, unsettled } = counts;
  return doubled + falseSuccesses + lost + broken + unsettled === 0;
}
