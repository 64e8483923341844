import { percentile, table } from '../table.js';
import { isTrue, type Tally } from './tally.js';

const HEADINGS =
  'operation|sent|at bank|doubled|ok|imagined|failed|lost|unknown (took effect)|broken|p50 ms|p99 ms';

/** Prints a row for each operation, why calls failed definitely, and examples of what the library said wrongly. */
export function printTallies(tallies: readonly Tally[]): void {
  const rows = tallies.map((tally) => [
    isTrue(tally) ? tally.operation : `! ${tally.operation}`,
    tally.sent,
    tally.atBank,
    tally.doubled,
    tally.ok,
    tally.imagined,
    tally.failed,
    tally.lost,
    `${tally.unknown} (${tally.unknownAtBank})`,
    tally.broken,
    Math.round(percentile(tally.milliseconds, 0.5)),
    Math.round(percentile(tally.milliseconds, 0.99)),
  ]);
  console.log(table(HEADINGS.split('|'), rows));
  for (const [reason, count] of reasonsOf(tallies)) console.log(`failed, ${count} ×: ${reason}`);
  for (const { operation, contradictions } of tallies) {
    for (const { outcome, target, answer, error = '', milliseconds } of contradictions) {
      const call = JSON.stringify({ target, answer });
      console.log(`! ${operation}: ${outcome} in ${Math.round(milliseconds)} ms ${call} ${error}`);
    }
  }
}

/** Errors of definite failures by how often they came, whatever the operation. */
function reasonsOf(tallies: readonly Tally[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const { reasons } of tallies) {
    for (const [reason, count] of reasons) all.set(reason, (all.get(reason) ?? 0) + count);
  }
  return all;
}
