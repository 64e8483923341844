import { percentile, formatTable } from '../table.js';
import { isCorrect, type OutcomeCounts } from './outcome-counts.js';

const HEADINGS =
  'operation|sent|at bank|doubled|ok|false ok|failed|lost|unknown (took effect)|broken|p50 ms|p99 ms';

/** Prints a row for each operation, the reasons of definite failures, and examples of false reports. */
export function printOutcomeCounts(results: readonly OutcomeCounts[]): void {
  const rows = results.map((counts) => [
    isCorrect(counts) ? counts.operation : `! ${counts.operation}`,
    counts.sent,
    counts.atBank,
    counts.doubled,
    counts.ok,
    counts.falseSuccesses,
    counts.failed,
    counts.lost,
    `${counts.unknown} (${counts.unknownAtBank})`,
    counts.broken,
    Math.round(percentile(counts.milliseconds, 0.5)),
    Math.round(percentile(counts.milliseconds, 0.99)),
  ]);
  console.log(formatTable(HEADINGS.split('|'), rows));
  for (const [reason, count] of sumReasons(results)) console.log(`failed, ${count} ×: ${reason}`);
  for (const { operation, contradictions } of results) {
    for (const { outcome, target, answer, error = '', milliseconds } of contradictions) {
      const call = JSON.stringify({ target, answer });
      console.log(`! ${operation}: ${outcome} in ${Math.round(milliseconds)} ms ${call} ${error}`);
    }
  }
}

/** Sums up the errors of definite failures over all operations. */
function sumReasons(results: readonly OutcomeCounts[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const { reasons } of results) {
    for (const [reason, count] of reasons) all.set(reason, (all.get(reason) ?? 0) + count);
  }
  return all;
}
