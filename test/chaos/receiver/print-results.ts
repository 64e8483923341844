import { formatTable } from '../table.js';
import { isSound, type ReceiverResult } from './run-receiver.js';

const HEADINGS =
  'store|events|deliveries|undelivered|repeats|kills|outages|crashes|lost|handled twice|unexplained|overlapping|s';

/** Prints a row for each run, then examples of failures. */
export function printResults(results: readonly ReceiverResult[]): void {
  const rows = results.map((result) => [
    isSound(result) ? result.kind : `! ${result.kind}`,
    result.events,
    result.deliveries,
    result.undelivered,
    result.repeats,
    result.kills,
    result.outages,
    result.crashes,
    result.lost.length,
    result.twice.length,
    result.unexplained.length,
    result.overlapping.length,
    Math.round(result.seconds),
  ]);
  console.log(formatTable(HEADINGS.split('|'), rows));
  for (const { kind, lost, unexplained } of results) {
    for (const event of lost.slice(0, 3)) console.log(`! ${kind}: lost ${event}`);
    for (const event of unexplained.slice(0, 3)) console.log(`! ${kind}: twice ${event}`);
  }
}
