import type { PixDeliveryOutcome } from './delivery-outcome.js';

/**
 * The result of a notification: the worst outcome of its events, or why it was not processed.
 * `unauthenticated`: the caller is not the provider. `malformed`: an item could not be read.
 * `error`: the receiver itself failed.
 */
export type PixNotificationResult =
  | PixDeliveryOutcome
  | 'unauthenticated'
  | 'aborted'
  | 'malformed'
  | 'not-text'
  | 'too-large'
  | 'too-many'
  | 'encoded'
  | 'error';

export const httpStatuses: Readonly<Record<PixNotificationResult, number>> = {
  handled: 200,
  duplicate: 200,
  queued: 200,
  // The same status for every reason and no details, so that the response does not reveal the
  // reason.
  unauthenticated: 403,
  // The provider repeats a notification that arrives before its Pix can be read.
  refused: 403,
  aborted: 400,
  malformed: 400,
  'not-text': 400,
  'too-large': 413,
  'too-many': 413,
  encoded: 415,
  // Another process is handling it; the provider must repeat.
  running: 503,
  unavailable: 503,
  failed: 500,
  error: 500,
};
