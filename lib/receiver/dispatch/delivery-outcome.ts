/**
 * The outcome of an event:
 *
 * - `handled`: every handler has succeeded, at least one of them in this delivery.
 * - `duplicate`: every handler had succeeded before.
 * - `queued`: it is stored in the queue.
 * - `refused`: the provider has no such record.
 * - `running`: another process is handling it; repeat later.
 * - `unavailable`: the provider, the queue or the tenants could not be reached; deliver again.
 * - `failed`: a handler or the store failed; deliver again.
 */
export type PixDeliveryOutcome =
  'handled' | 'duplicate' | 'queued' | 'refused' | 'running' | 'unavailable' | 'failed';

/** From best to worst. The worst outcome of several handlers or events is the overall outcome. */
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
