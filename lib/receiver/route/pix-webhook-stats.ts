import { Injectable } from '@nestjs/common';
import type { PixNotificationResult } from './notification-result.js';

/** How many notifications came to what since the application started. `PixWebhookReceiverModule` offers it. */
@Injectable()
export class PixWebhookStats {
  private readonly counts = new Map<PixNotificationResult, number>();

  /** A copy; a result that never was is absent. */
  get notifications(): Partial<Record<PixNotificationResult, number>> {
    return Object.fromEntries(this.counts);
  }

  /** @internal */
  count(result: PixNotificationResult): void {
    this.counts.set(result, (this.counts.get(result) ?? 0) + 1);
  }
}
