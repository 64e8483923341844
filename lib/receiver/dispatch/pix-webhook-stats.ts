import { Injectable, type Logger } from '@nestjs/common';
import { toLogKey } from '../notifications/to-log-key.js';
import type { PixNotificationResult } from './notification-result.js';

/**
 * What the receiver has counted since the application started. `PixWebhookReceiverModule` and `PixWebhookWorkerModule`
 * export it.
 */
@Injectable()
export class PixWebhookStats {
  private readonly counts = new Map<PixNotificationResult, number>();
  private ignored = 0;
  private malformed = 0;
  private contradictory = 0;

  /** Notifications by result: a copy, without the results that never occurred. */
  get notifications(): Partial<Record<PixNotificationResult, number>> {
    return Object.fromEntries(this.counts);
  }

  /**
   * Items of notifications that were acknowledged without a handler: those that mean nothing to a receiver, and
   * sent Pix when no method is decorated with `@OnPixEnviado()`.
   */
  get ignoredItems(): number {
    return this.ignored;
  }

  /** Items of notifications that claim to be a payment or a recurrence and could not be read, or are of a kind that is not accepted. */
  get malformedItems(): number {
    return this.malformed;
  }

  /**
   * Deliveries that contradict an earlier one of the same event in amount or txid. One of the two is wrong or forged;
   * the log names the event.
   */
  get contradictions(): number {
    return this.contradictory;
  }

  /** @internal */
  count(result: PixNotificationResult): void {
    this.counts.set(result, (this.counts.get(result) ?? 0) + 1);
  }

  /** @internal */
  countItems({ ignored, malformed }: { ignored: number; malformed: number }): void {
    this.ignored += ignored;
    this.malformed += malformed;
  }

  /** Counts and logs a delivery that contradicts an earlier one. @internal */
  reportContradiction(
    { type, key }: { readonly type: string; readonly key: string },
    logger: Pick<Logger, 'warn'>,
  ): void {
    this.contradictory += 1;
    logger.warn(
      `${type} ${toLogKey(key)}: this delivery contradicts an earlier one in amount or txid; one of them is wrong or forged`,
    );
  }
}
