import { percentile, formatTable } from '../table.js';
import { isTrue, type Tally } from './tally.js';

const HEADINGS =
  'operation|sent|at bank|doubled|ok|false ok|failed|lost|unknown (took effect)|broken|p50 ms|p99 ms';

/** Prints a row for each operation, the reasons of definite failures, and examples of false reports. */
export function printTallies(tallies: readonly Tally[]): void {
  const rows = tallies.map((tally) => [
    isTrue(tally) ? tally.operation : `! ${tally.operation}`,
    tally.sent,
    tally.atBank,
    tally.doubled,
    tally.ok,
    tally.falseSuccesses,
    tally.failed,
    tally.lost,
    `${tally.unknown} (${tally.unknownAtBank})`,
    tally.broken,
    Math.round(percentile(tally.milliseconds, 0.5)),
    Math.round(percentile(tally.milliseconds, 0.99)),
  ]);
  console.log(formatTable(HEADINGS.split('|'), rows));
  for (const [reason, count] of sumReasons(tallies)) console.log(`failed, ${count} ×: ${reason}`);
  for (const { operation, contradictions } of tallies) {
    for (const { outcome, target, answer, error = '', milliseconds } of contradictions) {
      const call = JSON.stringify({ target, answer });
      console.log(`! ${operation}: ${outcome} in ${Math.round(milliseconds)} ms ${call} ${error}`);
    }
  }
}

/** Sums up the errors of definite failures over all operations. */
function sumReasons(tallies: readonly Tally[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const { reasons } of tallies) {
    for (const [reason, count] of reasons) all.set(reason, (all.get(reason) ?? 0) + count);
  }
  return all;
}
