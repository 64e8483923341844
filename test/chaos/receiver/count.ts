import type { Outage } from './disturb.js';
import type { Run } from './handler-runs.js';

/** The effects of events. */
export interface EventCounts {
  /** Events without an effect. */
  readonly lost: string[];
  /** Events with more than one effect. */
  readonly twice: string[];
  /** Those of {@link twice} that are not explained by a kill or an outage. */
  readonly unexplained: string[];
  /** Events whose handler ran in two processes at the same time. */
  readonly overlapping: string[];
}

/** Longest time for a store's client to connect again after an outage, in milliseconds. */
const RECONNECTING = 2000;
/** Longest time between the end of a handler and its completion in the store, in milliseconds. */
const COMPLETING = 500;

/** Counts effects and overlaps of the runs, which are ordered by their start. */
export function countEvents(
  events: Iterable<string>,
  runs: readonly Run[],
  outages: readonly Outage[],
): EventCounts {
  const byEvent = new Map<string, Run[]>([...events].map((event) => [event, []]));
  for (const run of runs) byEvent.get(run.event)?.push(run);
  const lost: string[] = [];
  const twice: string[] = [];
  const unexplained: string[] = [];
  const overlapping: string[] = [];
  for (const [event, own] of byEvent) {
    const effective = own.filter(({ effects }) => effects > 0);
    const effects = effective.reduce((sum, run) => sum + run.effects, 0);
    if (effects === 0) lost.push(event);
    if (effects > 1) twice.push(event);
    const cut = effective.slice(0, -1).every((run) => run.killed || wasBroken(run, outages));
    if (effects > 1 && !cut) unexplained.push(event);
    if (own.some((run, index) => index > 0 && overlaps(own[index - 1]!, run))) {
      overlapping.push(event);
    }
  }
  return { lost, twice, unexplained, overlapping };
}

/** Whether the process could not reach its store between the run's claim and its completion. */
function wasBroken({ pid, begunAt, endedAt = Infinity }: Run, outages: readonly Outage[]): boolean {
  return outages.some(
    (outage) =>
      outage.pid === pid &&
      outage.from <= endedAt + COMPLETING &&
      outage.to + RECONNECTING >= begunAt,
  );
}

function overlaps({ endedAt = Infinity }: Run, next: Run): boolean {
  return next.begunAt < endedAt;
}
