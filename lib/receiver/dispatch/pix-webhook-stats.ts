import { Injectable, type Logger } from '@nestjs/common';
import { toLogKey } from '../notifications/to-log-key.js';
import type { PixNotificationResult } from './notification-result.js';

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
