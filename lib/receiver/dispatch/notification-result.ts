import type { PixDeliveryOutcome } from './delivery-outcome.js';

/**
 * What a notification came to: the worst outcome of its events, or why nothing of it was handled. `unauthenticated` is
 * not the provider, `malformed` held something that was not understood, `error` is a fault of the receiver itself.
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

export const statusOf: Readonly<Record<PixNotificationResult, number>> = {
  handled: 200,
  duplicate: 200,
  queued: 200,
  // The same for every reason, with no detail: nothing to learn from.
  unauthenticated: 403,
  // A notification that comes before its Pix can be read is repeated until it can.
  refused: 403,
  aborted: 400,
  malformed: 400,
  'not-text': 400,
  'too-large': 413,
  'too-many': 413,
  encoded: 415,
  // Another process is at it: the provider is to ask again, by when it is done or free.
  running: 503,
  unavailable: 503,
  failed: 500,
  error: 500,
};
