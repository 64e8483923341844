import { Injectable, type Logger } from '@nestjs/common';
import { toLogKey } from '../events.js';

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
export const severity: readonly PixDeliveryOutcome[] = [
  'duplicate',
  'handled',
  'queued',
  'refused',
  'running',
  'unavailable',
  'failed',
];

/** Returns the worse of two outcomes. */
export function worse<Outcome extends PixDeliveryOutcome>(a: Outcome, b: Outcome): Outcome {
  return severity.indexOf(b) > severity.indexOf(a) ? b : a;
}

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

/**
 * Counts what the receiver has processed since the application started. Exported by
 * `PixWebhookReceiverModule` and `PixWebhookWorkerModule`.
 */
@Injectable()
export class PixWebhookStats {
  readonly #counts = new Map<PixNotificationResult, number>();
  #ignored = 0;
  #malformed = 0;
  #contradictory = 0;

  /** The number of notifications by result, as a copy. Results that never occurred are absent. */
  get notifications(): Partial<Record<PixNotificationResult, number>> {
    return Object.fromEntries(this.#counts);
  }

  /**
   * The number of items that were acknowledged without a handler: unknown items, and sent Pix if no
   * method is decorated with `@OnPixEnviado()`.
   */
  get ignoredItems(): number {
    return this.#ignored;
  }

  /**
   * The number of items that look like a payment or a recurrence and could not be read, or are of a
   * kind that is not accepted.
   */
  get malformedItems(): number {
    return this.#malformed;
  }

  /**
   * The number of deliveries that contradict an earlier delivery of the same event in amount or
   * txid. One of the two is wrong or forged; the log contains the event.
   */
  get contradictions(): number {
    return this.#contradictory;
  }

  /** @internal */
  count(result: PixNotificationResult): void {
    this.#counts.set(result, (this.#counts.get(result) ?? 0) + 1);
  }

  /** @internal */
  countItems({ ignored, malformed }: { ignored: number; malformed: number }): void {
    this.#ignored += ignored;
    this.#malformed += malformed;
  }

  /** Counts and logs a delivery that contradicts an earlier one. @internal */
  reportContradiction(
    { type, key }: { readonly type: string; readonly key: string },
    logger: Pick<Logger, 'warn'>,
  ): void {
    this.#contradictory += 1;
    logger.warn(
      `${type} ${toLogKey(key)}: this delivery contradicts an earlier one in amount or txid; one of them is wrong or forged`,
    );
  }
}
