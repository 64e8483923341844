/**
 * What became of an event:
 *
 * - `handled`: every handler has succeeded, at least one of them now.
 * - `duplicate`: every handler had succeeded before.
 * - `queued`: it is in the queue, which will have it handled.
 * - `refused`: the provider knows of no such thing.
 * - `running`: another process is at it; ask again later.
 * - `unavailable`: the provider, the queue or the tenants could not be reached; it is to be delivered again.
 * - `failed`: a handler or the store failed; it is to be delivered again.
 */
export type PixDeliveryOutcome =
  'handled' | 'duplicate' | 'queued' | 'refused' | 'running' | 'unavailable' | 'failed';

/** The worst outcome of several handlers or events decides the whole. */
const severity: readonly PixDeliveryOutcome[] = [
  'duplicate',
  'handled',
  'queued',
  'refused',
  'running',
  'unavailable',
  'failed',
];

export function worst<Outcome extends PixDeliveryOutcome>(
  outcomes: readonly Outcome[],
): Outcome | 'duplicate' {
  const ranks = outcomes.map((outcome) => severity.indexOf(outcome));
  return outcomes[ranks.indexOf(Math.max(...ranks))] ?? 'duplicate';
}
